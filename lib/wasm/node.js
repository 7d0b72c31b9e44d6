// node.js - the Dou Dizhu engine as an ES module for Node: ddz-engine.js, but files are read from the disk and Workers are
// worker_threads.
import { readFile } from "node:fs/promises";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

import { answerOver, bytesOf, openEngine, openIn } from "./engine.js";

export { Engine } from "./engine.js";

const wasmUrl = () => new URL("./ddz.wasm", import.meta.url);

/** Bytes from bytes, from a URL, or from a path. */
async function load(source, options = {}) {
  const text = String(source instanceof URL ? source.href : source);
  if (typeof source !== "string" && !(source instanceof URL)) return bytesOf(source, options);
  if (/^https?:/.test(text)) return bytesOf(text, options);
  const bytes = new Uint8Array(await readFile(text.startsWith("file:") ? new URL(text) : text, { signal: options.signal }));
  options.read?.(bytes.length);
  return bytes;
}

/** An engine here, on this thread. */
export const open = (settings = {}) => openEngine({ ...settings, wasm: settings.wasm ?? wasmUrl() }, load);

/** An engine in a thread: the same `ask` and `use`, as promises. It keeps the process alive until `stop()`. */
export function openWorker({ worker: own, ...settings } = {}) {
  const worker = own
    ? new Worker(own, { workerData: "ddz-engine" })
    : new Worker(new URL("./node.js", import.meta.url), { workerData: "ddz-engine" });
  const listen = (message, fail) => worker.on("message", message).on("error", fail);
  const plain = (files) => Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file instanceof URL ? file.href : file]));
  const engine = openIn(worker, listen, plain({ ...settings, wasm: settings.wasm ?? wasmUrl() }));
  return { ...engine, use: (nets, options) => engine.use(plain(nets), options) };
}

if (!isMainThread && workerData === "ddz-engine") {
  const answer = answerOver((message) => parentPort.postMessage(message), load);
  parentPort.on("message", answer);
}
