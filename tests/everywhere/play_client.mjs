// play_client.mjs - the worked game (docs/start.md) by the methods of the JavaScript client, and a question to
// every other method.
//
// usage: node play_client.mjs http://HOST:PORT
import { Client } from "../../clients/js/ddz.js";

const ddz = new Client(process.argv[2], { timeoutMs: 120000 });
for (const { name } of (await ddz.rules()).presets) {
  const game = { rules: name, seed: 3, actions: [] };
  let table;
  while ((table = await ddz.table({ ...game, robot: { engine: "rules" } })).phase !== "over") game.actions.push(table.robot.action);
  const review = await ddz.review({ ...game, limit: { nodes: 500 } });
  console.log(name, table.winner, ...table.score, game.actions.length, ...review.seats.map(({ role }) => role));
}
console.log((await ddz.classify({ cards: "33344455" })).pattern.id);
console.log((await ddz.prompt({ hand: "3344" })).prompts[0].cards);
console.log((await ddz.analyze({ hand: "3344" })).plays);
console.log((await ddz.robotMove({ hand: "34", role: "landlord", engine: "rules" })).cards);
console.log((await ddz.bidAdvice({ hand: "34566789TJQKA22BR" })).call);
console.log((await ddz.solve({ landlord: "34", farmer: "5" })).result);
console.log((await ddz.batch([{ path: "/classify", body: { cards: "3" } }]))[0].status);
console.log((await ddz.version()).name);
