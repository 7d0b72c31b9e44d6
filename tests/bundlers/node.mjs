// The engine in Node: on this thread, in another one, with some nets and with all.
import assert from "node:assert/strict";

import { open, openWorker } from "ddz-engine";
import { nets } from "ddz-engine/nets";

const engine = await open();
assert.equal(engine.hasNet, false);
assert.equal(engine.ask("/classify", { cards: "33344455" }).body.pattern.id, "trio_solo_chain-3-2");

for (const bytes of [2 ** 32, 2 ** 32 + 1, -1, 0.5, NaN, "16MiB", null])
  for (const name of ["memoBytes", "tableBytes"]) await assert.rejects(open({ [name]: bytes }), RangeError);
await assert.rejects(open({ tableBytes: 2 ** 30 }), { message: "settings.table_bytes: too many" });

// Nets for calling, and none to play with.
const bids = await open({ bids: nets.bids });
assert.equal(bids.hasNet, false);
assert.deepEqual(["model", "bids"].map((name) => Boolean(bids.ask("/version").body[name])), [false, true]);

const worker = openWorker();
let loaded = 0;
await worker.use(nets, { progress: (bytes) => (loaded = bytes) });
assert.ok(loaded > 10e6);
await engine.use(nets);
assert.equal(engine.hasNet, true);

// Questions at the same time, each with its own answer, which is that of this thread.
const hands = Array.from({ length: 200 }, (_, seed) => engine.ask("/table", { seed, view: 0 }).body.seats[0].hand);
const told = await Promise.all(hands.map((_, seed) => worker.ask("/table", { seed, view: 0 })));
assert.deepEqual(told.map(({ body }) => body.seats[0].hand), hands);
await assert.rejects(openWorker({ net: "/no/such/file" }).ask("/version"));
openWorker().stop();
await new Promise((resolve) => setTimeout(resolve, 50)); // an error that was caught, or that nobody waits for, ends no process

// A signal ends a question, whether it has begun or not; of nets the last ones that were asked for play.
const asked = new AbortController();
const given = worker.ask("/robot-move", { table: { seed: 3 }, limit: { ms: 500 } }, { signal: asked.signal });
asked.abort();
await assert.rejects(given, { name: "AbortError" });
await assert.rejects(worker.use({}, { signal: AbortSignal.abort() }), { name: "AbortError" });
await Promise.all([engine.use(nets), engine.use({})]);
assert.equal(engine.hasNet, false);
const slow = worker.ask("/robot-move", { table: { seed: 3 }, limit: { ms: 60000 } });
worker.stop();
await assert.rejects(slow, { message: "stopped" });
await assert.rejects(worker.ask("/version"), { message: "stopped" });
console.log(`bundlers: Node ${process.version}: the engine answers here and in a thread`);
process.exit(0); // the thread whose net is not there still waits for questions
