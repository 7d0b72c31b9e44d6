// ddz-engine.js - the Dou Dizhu engine as an ES module, for browsers; node.js is the same for Node.
//
// The answers are those of the HTTP service (openapi.yaml), byte for byte but for the timing fields:
//
//   import { open } from "ddz-engine";
//   const engine = await open();
//   const { status, body } = engine.ask("/classify", { cards: "33344455" });
//
// An answer is computed where it is asked for. openWorker() keeps a page responsive. Nets are fetched when they are named:
// open({ net: url }), or engine.use(nets) with the nets of ddz-engine/nets.
//
// Bundlers look for `new URL("...", import.meta.url)`, written just so, and take the file along.
import { openEngine, openIn } from "./engine.js";

export { Engine } from "./engine.js";

const wasmUrl = () => new URL("./ddz.wasm", import.meta.url);
const FILES = ["wasm", "net", "bids", "belief", "wild"];

/** A Worker has an address of its own, so it is told whole addresses. */
const whole = (files) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) =>
    [name, FILES.includes(name) && (typeof file === "string" || file instanceof URL) ? new URL(file, globalThis.document?.baseURI ?? location.href).href : file]));

/** An engine here, on this thread. */
export const open = (settings = {}) => openEngine({ ...settings, wasm: settings.wasm ?? wasmUrl() });

/** An engine in a Worker: the same `ask` and `use`, as promises. Questions are answered one after the other. */
export function openWorker({ worker: own, ...settings } = {}) {
  const worker = own
    ? new Worker(own, { type: "module", name: "ddz-engine" })
    : new Worker(new URL("./engine.js", import.meta.url), { type: "module", name: "ddz-engine" });
  const listen = (message, fail) => {
    worker.onmessage = ({ data }) => message(data);
    worker.onerror = (event) => fail(new Error(event.message || "the worker failed"));
  };
  const engine = openIn(worker, listen, whole({ ...settings, wasm: settings.wasm ?? wasmUrl() }));
  return { ...engine, use: (nets, options) => engine.use(whole(nets), options) };
}
