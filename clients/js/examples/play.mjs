// Play a game over HTTP, seat by seat: node play.mjs http://127.0.0.1:8080
import { Client } from "ddz-client";

const ddz = new Client(process.argv[2]);
const game = { rules: "huanle", seed: 7, actions: [] };
let table;
while ((table = await ddz.table({ ...game, robot: true })).phase !== "over") {
  console.log(table.turn, JSON.stringify(table.robot.action));
  game.actions.push(table.robot.action);
}
console.log("score", JSON.stringify(table.score));
