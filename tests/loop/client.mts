/* Whole games through a client whose types are made from openapi.yaml: node client.mjs http://127.0.0.1:8080 [games]
 *
 * What answers have is put into questions as it is, so the compiler checks that it fits: the robot's action into the
 * list of actions, the last play and the hand of a seat into questions of its own, the list into a review. */
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi.js";

type Schemas = components["schemas"];
declare const process: { argv: string[] };

const [server = "", games = "1"] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: server });
const presets: Schemas["Preset"][] = ["standard", "douzero", "huanle", "botzone", "yuncheng", "laizi"];

/** The answer; a refusal, which is a problem object, ends the program. */
function taken<T>(reply: { data?: T; error?: unknown }): T {
  if (reply.data === undefined) throw new Error(JSON.stringify(reply.error));
  return reply.data;
}

/** The rules of a question about cards alone: with the wild ranks that the table shows. */
function rulesOf(question: Schemas["TableQuestion"], table: Schemas["TableResponse"]): Schemas["Rules"] {
  return typeof question.rules === "string" ? { preset: question.rules, wild: table.wild } : {};
}

/** Asks the seat to act its own questions, whose answers must agree with the table. */
async function ask(question: Schemas["TableQuestion"], table: Schemas["TableResponse"]): Promise<void> {
  if (table.phase === "play") {
    const prompts = taken(await client.POST("/prompt", { body: { table: question, limit: 3 } }));
    if (prompts.count !== table.legal_plays) throw new Error(`${prompts.count} prompts, ${table.legal_plays} legal plays`);
    const best: Schemas["Pattern"] | undefined = prompts.prompts[0]?.pattern;
    if (best) taken(await client.POST("/classify", { body: { cards: best.cards, last: table.last, rules: rulesOf(question, table) } }));
  } else if (table.phase !== "redeal") {
    const advice = taken(await client.POST("/bid-advice", { body: { table: question, lang: "zh" } }));
    if (!table.legal_calls.includes(advice.call)) throw new Error(`${advice.call} is not open`);
  }
}

async function play(rules: Schemas["Preset"], seed: number): Promise<number> {
  const actions: Schemas["TableAction"][] = [];
  for (;;) {
    const question = { rules, seed, actions };
    const table = taken(await client.POST("/table", { body: { ...question, robot: { engine: "rules" } } }));
    if (table.phase === "over") {
      const review = taken(await client.POST("/review", { body: { ...question, engine: "rules", top: 0 } }));
      if (!review.finished || review.winner !== table.winner) throw new Error("the review saw another end");
      if (table.score?.reduce((sum, points) => sum + points) !== 0) throw new Error(`score ${table.score}`);
      return actions.length;
    }
    if (!table.robot) throw new Error("no advice");
    await ask(question, table);
    actions.push(table.robot.action);
  }
}

let actions = 0;
for (let seed = 0; seed < Number(games); seed++) actions += await play(presets[seed % presets.length] ?? "standard", seed);
const refused = await client.POST("/prompt", { body: { hand: "33333" } });
if (refused.error?.code !== "too_many_of_rank") throw new Error(`five threes: ${JSON.stringify(refused.error)}`);
console.log(`loop: ${games} games of ${actions} actions by a client made from openapi.yaml`);
