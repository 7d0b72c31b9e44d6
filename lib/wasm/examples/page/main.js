// Three robots play a game in a Worker, and a line says each move. The page stays responsive.
import { openWorker } from "ddz-engine";
import { nets } from "ddz-engine/nets";

const page = document.getElementById("said");
const say = (text) => (page.textContent += `${text}\n`);

try {
  const engine = openWorker();
  await engine.use(nets, { progress: (bytes) => (document.title = `${(bytes / 1e6).toFixed(1)} MB of nets`) });
  const game = { rules: "huanle", seed: 7, actions: [] };
  let table;
  while ((table = (await engine.ask("/table", { ...game, robot: true })).body).phase !== "over") {
    const { action } = table.robot;
    say(`${table.turn}: ${action.call ?? (action.cards || "pass")}`);
    game.actions.push(action);
  }
  engine.stop();
  say(`score ${table.score.join(" ")}`);
} catch (error) {
  say(`failed: ${error.message}`);
}
