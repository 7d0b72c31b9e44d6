// engine.js - one engine: a WebAssembly module with its memory. It imports nothing, because it also is the file of the
// Worker that openWorker() of ddz-engine.js starts, whatever a bundler did to the rest.

/** Bytes from bytes, or from a URL. @param {{ signal?: AbortSignal, read?: (bytes: number) => void }} [options] */
export async function bytesOf(source, { signal, read } = {}) {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  const response = await fetch(source, { signal });
  if (!response.ok) throw new Error(`${source}: HTTP ${response.status}`);
  const pieces = [];
  for (let reader = response.body.getReader(), piece; !(piece = await reader.read()).done; ) {
    pieces.push(piece.value);
    read?.(piece.value.length);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** What the module asks of its surroundings: the time, random bytes, and nowhere to write. */
function surroundings(memory) {
  return {
    wasi_snapshot_preview1: {
      clock_time_get(_clock, _precision, at) {
        const now = BigInt(Math.round(performance.now() * 1e6));
        new DataView(memory().buffer).setBigUint64(at, now, true);
        return 0;
      },
      random_get(at, size) {
        const bytes = new Uint8Array(memory().buffer, at, size);
        if (globalThis.crypto) globalThis.crypto.getRandomValues(bytes);
        else bytes.forEach((_, i) => (bytes[i] = Math.random() * 256)); // Node 18
        return 0;
      },
      fd_prestat_get: () => 8, // these three for the wasi-libc of Debian 13
      fd_prestat_dir_name: () => 8,
      proc_exit(status) {
        throw new Error(`the engine ended with ${status}`);
      },
      fd_write: () => 8,
      fd_seek: () => 8,
      fd_close: () => 8,
    },
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NETS = ["net", "bids", "belief", "wild"];

/** One engine: a module instance with its memory. */
export class Engine {
  #wasm;
  #sizes;
  #bytesOf;
  #hasNet = false;
  #turns = 0; // of use()
  #opened = 0; // the turn whose nets play

  constructor(instance, { memoBytes = 8 << 20, tableBytes = 16 << 20 } = {}, load = bytesOf) {
    this.#wasm = instance.exports;
    this.#wasm._initialize();
    this.#sizes = [memoBytes, tableBytes];
    for (const bytes of this.#sizes) if (bytes >>> 0 !== bytes) throw new RangeError(`memoBytes, tableBytes: ${bytes} is no number of bytes`);
    this.#bytesOf = load;
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

  /** Play with these nets from now on, whatever was asked for before and is still on its way. What is not named is not used. */
  async use(nets = {}, { signal, progress } = {}) {
    let loaded = 0;
    const turn = ++this.#turns;
    const read = (bytes) => progress?.((loaded += bytes));
    const found = await Promise.all(NETS.map((name) => nets[name] && this.#bytesOf(nets[name], { signal, read })));
    if (turn < this.#opened) return; // what was said later is in use already
    this.#opened = turn;
    this.#open(found);
    this.#hasNet = Boolean(found[0]);
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
    return this.#hasNet;
  }

  get version() {
    const at = this.#wasm.ddz_wasm_version();
    const memory = new Uint8Array(this.#wasm.memory.buffer);
    return this.#text(at, memory.indexOf(0, at) - at);
  }
}

/** An engine on this thread. `load` makes bytes of what settings name. */
export async function openEngine(settings, load = bytesOf) {
  let instance;
  const imports = surroundings(() => instance.exports.memory);
  ({ instance } = await WebAssembly.instantiate(await load(settings.wasm, settings), imports));
  const engine = new Engine(instance, settings, load);
  if (NETS.some((name) => settings[name])) await engine.use(settings, settings);
  return engine;
}

/** The part of a Worker: answer what `openIn` asks over a port. */
export function answerOver(post, load) {
  let engine;
  const answer = async (id, { open, use, path, body }) => {
    const progress = (loaded) => post({ id, loaded });
    if (open) engine = await openEngine({ ...open, progress }, load);
    else if (use) await engine.use(use, { progress });
    else {
      const { status, text } = engine.ask(path, body);
      return { status, text, body: JSON.parse(text) };
    }
  };
  return ({ id, ...question }) =>
    answer(id, question).then((given) => post({ id, answer: given }), (error) => post({ id, error: String(error?.message ?? error) }));
}

/**
 * The part that asks a Worker. `worker` has postMessage and terminate; `listen` is called with what takes its messages and its errors.
 */
export function openIn(worker, listen, { progress, ...settings }) {
  const waiting = new Map();
  let count = 0;
  let ended; // why nothing will be answered any more
  /** An aborted question is rejected at once; what the Worker has begun it ends. */
  const send = (message, told, signal) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      if (signal?.aborted) return reject(signal.reason);
      const id = ++count;
      const stop = () => waiting.delete(id) && reject(signal.reason);
      signal?.addEventListener("abort", stop, { once: true });
      const over = (settle) => (value) => (signal?.removeEventListener("abort", stop), settle(value));
      waiting.set(id, { resolve: over(resolve), reject: over(reject), told });
      worker.postMessage({ id, ...message });
    });
  const end = (error) => {
    ended = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  listen(({ id, loaded, error, answer }) => {
    const { resolve, reject, told } = waiting.get(id) ?? {};
    if (loaded !== undefined) return told?.(loaded);
    waiting.delete(id);
    if (error) reject?.(new Error(error));
    else resolve?.(answer);
  }, end);
  const ready = send({ open: settings }, progress).then(() => {});
  ready.catch(() => {}); // whoever asks is told, too
  return {
    ready,
    ask: (path, body, { signal } = {}) => ready.then(() => send({ path, body }, undefined, signal)),
    use: (nets, { progress, signal } = {}) => ready.then(() => send({ use: nets }, progress, signal)),
    stop() {
      worker.terminate();
      end(new Error("stopped"));
    },
  };
}

// The Worker of a browser: this file, by the name that ddz-engine.js gives it.
if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope && self.name === "ddz-engine") {
  const answer = answerOver((message) => self.postMessage(message), bytesOf);
  self.onmessage = ({ data }) => answer(data);
}
