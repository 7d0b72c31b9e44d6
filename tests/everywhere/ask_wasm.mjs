// ask_wasm.mjs - answer questions through the WebAssembly module: a JSON line {"path","body"} or
// {"path","text"} in, "STATUS TEXT" out.
//
// usage: node ask_wasm.mjs PACKAGE_FOLDER [NET_FOLDER] < questions
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, nets] = process.argv.slice(2).map((path) => pathToFileURL(resolve(path) + "/"));
const { open } = await import(new URL("node.js", folder).href);
const engine = await open({
  memoBytes: 32 << 20, // what libddz and the service have: a smaller memo or table gives other node counts
  tableBytes: 40 << 20,
  ...(nets && { net: new URL("ddz.net", nets), bids: new URL("ddz-bids.net", nets),
    belief: new URL("ddz-belief.net", nets), wild: new URL("ddz-wild.net", nets) }),
});
const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);
process.stdout.write(lines.map((line) => {
  const { path, body, text } = JSON.parse(line);
  const answer = engine.ask(path, text ?? body);
  return `${answer.status} ${answer.text}\n`;
}).join(""));
