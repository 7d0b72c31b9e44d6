// bench_wasm.mjs - the questions of `bench_lib questions` to the WebAssembly module: "kind questions us" as bench_lib.
//
// usage: node bench_wasm.mjs PACKAGE_FOLDER NET_FOLDER ROUNDS < LINES
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, nets] = process.argv.slice(2, 4).map((path) => pathToFileURL(resolve(path) + "/"));
const rounds = Number(process.argv[4]);
const { open } = await import(new URL("node.js", folder).href);
const engine = await open({
  memoBytes: 32 << 20,
  tableBytes: 40 << 20,
  net: new URL("ddz.net", nets),
  bids: new URL("ddz-bids.net", nets),
  belief: new URL("ddz-belief.net", nets),
});
const questions = readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => {
  const { kind, path, body } = JSON.parse(line);
  return { kind, path, body: JSON.stringify(body), fastest: Infinity };
});
for (let round = 0; round < rounds; round++) {
  for (const question of questions) {
    const start = process.hrtime.bigint();
    const { status } = engine.ask(question.path, question.body);
    const took = Number(process.hrtime.bigint() - start) / 1000;
    if (status !== 200) throw new Error(`${question.path}: ${status}`);
    question.fastest = Math.min(question.fastest, took);
  }
}
for (const kind of ["net", "prompt", "search"]) {
  const times = questions.filter((question) => question.kind === kind).map(({ fastest }) => fastest);
  console.log(kind, times.length, (times.reduce((a, b) => a + b, 0) / times.length).toFixed(2));
}
