// ddz-engine.js - the Dou Dizhu engine as an ES module, for browsers and Node.
//
// The answers are those of the HTTP service (openapi.yaml), byte for byte but for the timing fields:
//
//   import { open } from "ddz-engine";
//   const engine = await open();
//   const { status, body } = engine.ask("/classify", { cards: "33344455" });
//
// An answer is computed where it is asked for. In a browser use openWorker(), which keeps the page responsive.
// Nets are fetched when wanted: open({ net: url }) or engine.use({ net, bids, belief, wild }).

/** The folder of this module, where ddz.wasm lies. */
const HERE = new URL("./", import.meta.url);

/** Bytes from bytes, or from a URL or path. */
async function bytesOf(source) {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  const url = source instanceof URL ? source : new URL(source, typeof location === "object" ? location.href : HERE);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return new Uint8Array(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** What the module asks of its surroundings: the time, and nowhere to write. */
function surroundings(memory) {
  return {
    wasi_snapshot_preview1: {
      clock_time_get(_clock, _precision, at) {
        const now = BigInt(Math.round(performance.now() * 1e6));
        new DataView(memory().buffer).setBigUint64(at, now, true);
        return 0;
      },
      fd_write: () => 8,
      fd_seek: () => 8,
      fd_close: () => 8,
    },
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** One engine: a module instance with its memory. */
export class Engine {
  #wasm;
  #sizes;
  #nets = [];

  constructor(instance, { memoBytes = 8 << 20, tableBytes = 16 << 20 } = {}) {
    this.#wasm = instance.exports;
    this.#wasm._initialize();
    this.#sizes = [memoBytes, tableBytes];
    this.#open([]);
  }

  /** Copy bytes (and a NUL behind them) into the module; the caller frees. */
  #put(bytes) {
    const at = this.#wasm.ddz_wasm_alloc(bytes.length + 1);
    if (!at) throw new Error("memory is short");
    const memory = new Uint8Array(this.#wasm.memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return at;
  }

  #text(at, length) {
    return decoder.decode(new Uint8Array(this.#wasm.memory.buffer, at, length));
  }

  #open(nets) {
    const places = nets.flatMap((net) => (net ? [this.#put(net), net.length] : [0, 0]));
    while (places.length < 8) places.push(0);
    const wrong = this.#wasm.ddz_wasm_open(...this.#sizes, ...places);
    for (let i = 0; i < 8; i += 2) if (places[i]) this.#wasm.ddz_wasm_free(places[i]);
    if (wrong) {
      const memory = new Uint8Array(this.#wasm.memory.buffer);
      throw new Error(this.#text(wrong, memory.indexOf(0, wrong) - wrong));
    }
  }

  /** Play with these nets from now on; each a URL, a path or bytes. What is not named is not used. */
  async use({ net, bids, belief, wild } = {}) {
    const found = await Promise.all([net, bids, belief, wild].map((source) => source && bytesOf(source)));
    this.#open(found);
    this.#nets = found;
  }

  /** Ask a path of openapi.yaml. `body` is an object or a JSON text; without one it is a GET. */
  ask(path, body) {
    const question = body === undefined ? null : encoder.encode(typeof body === "string" ? body : JSON.stringify(body));
    const at = this.#put(encoder.encode(path));
    const bodyAt = question ? this.#put(question) : 0;
    const status = this.#wasm.ddz_wasm_ask(at, bodyAt, question ? question.length : 0);
    const text = this.#text(this.#wasm.ddz_wasm_text(), this.#wasm.ddz_wasm_length());
    this.#wasm.ddz_wasm_free(at);
    if (bodyAt) this.#wasm.ddz_wasm_free(bodyAt);
    let parsed; // when it is wanted: that takes as long as many answers
    return { status, text, get body() { return (parsed ??= JSON.parse(text)); } };
  }

  /** Is a net in use? */
  get hasNet() {
    return Boolean(this.#nets[0]);
  }

  get version() {
    const at = this.#wasm.ddz_wasm_version();
    const memory = new Uint8Array(this.#wasm.memory.buffer);
    return this.#text(at, memory.indexOf(0, at) - at);
  }
}

/**
 * An engine here, on this thread. `wasm`: where ddz.wasm is (a URL, a path or bytes; by default beside this file);
 * `net`, `bids`, `belief`, `wild`: nets to play with; `memoBytes`, `tableBytes`: memory of the engine.
 */
export async function open(settings = {}) {
  const bytes = await bytesOf(settings.wasm ?? new URL("ddz.wasm", HERE));
  let instance;
  const imports = surroundings(() => instance.exports.memory);
  ({ instance } = await WebAssembly.instantiate(bytes, imports));
  const engine = new Engine(instance, settings);
  if (settings.net) await engine.use(settings);
  return engine;
}

/**
 * An engine in a Worker: the same `ask` and `use`, as promises. Questions are answered one after the other.
 * `stop()` ends the worker and what it is doing; questions under way are rejected.
 */
export function openWorker(settings = {}) {
  const worker = new Worker(settings.worker ?? new URL("worker.js", HERE), { type: "module" });
  const waiting = new Map();
  let count = 0;
  const send = (message) =>
    new Promise((resolve, reject) => {
      waiting.set(++count, { resolve, reject });
      worker.postMessage({ id: count, ...message });
    });
  const rejectAll = (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.onmessage = ({ data }) => {
    const { resolve, reject } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    if (data.error) reject?.(new Error(data.error));
    else resolve?.(data.answer);
  };
  worker.onerror = (event) => rejectAll(new Error(event.message || "the worker failed"));
  const { worker: _, ...rest } = settings;
  const absolute = (source) =>
    typeof source === "string" ? new URL(source, location.href).href : source instanceof URL ? source.href : source;
  for (const key of ["wasm", "net", "bids", "belief", "wild"]) if (rest[key]) rest[key] = absolute(rest[key]);
  const ready = send({ open: rest });
  return {
    ready,
    ask: (path, body) => ready.then(() => send({ path, body })),
    use: (nets) => ready.then(() => send({ use: Object.fromEntries(Object.entries(nets).map(([k, v]) => [k, absolute(v)])) })),
    stop() {
      worker.terminate();
      rejectAll(new Error("stopped"));
    },
  };
}
