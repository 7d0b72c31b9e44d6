// games_client.mjs - eight lanes play games through one JavaScript client for some seconds: none is lost, each ends as it must.
//
// usage: node games_client.mjs http://HOST:PORT SECONDS
import { Client } from "../../clients/js/ddz.js";

const LANES = 8;
const client = new Client(process.argv[2]);
const end = performance.now() + 1000 * Number(process.argv[3]);

async function play(lane) {
  const game = { seed: lane + 1, actions: [] };
  let table;
  while ((table = await client.table({ ...game, robot: { engine: "rules" } })).phase !== "over") game.actions.push(table.robot.action);
  return JSON.stringify([game.actions, table.score]);
}

async function lane(number) {
  const games = [await play(number)];
  while (performance.now() < end) games.push(await play(number));
  return games;
}

const lanes = await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
const wrong = lanes.flatMap((games) => games.filter((game) => game !== games[0])).length;
if (new Set(lanes.map(([first]) => first)).size < LANES) throw new Error("the games do not differ");
console.log(`${lanes.flat().length} games, ${wrong} not as they must be`);
process.exit(wrong ? 1 : 0);
