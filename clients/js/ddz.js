// ddz.js - client of the ddz Dou Dizhu engine over HTTP, for browsers, Node 18 or newer, Deno and Bun.
//
//   import { Client } from "ddz-client";
//   const ddz = new Client("http://127.0.0.1:8080");
//   const { pattern } = await ddz.classify({ cards: "33344455" });
//
// A method for each route; ddz.d.ts has their types. A client keeps nothing of a question, so any number may be under way.

/** @typedef {import("./ddz.d.ts").Options} Options @typedef {import("./ddz.d.ts").Client} Described */

/** The engine refused a question (RFC 9457). */
export class Problem extends Error {
  /** @param {number} status @param {Partial<import("./ddz.d.ts").ProblemBody>} body @param {string} requestId */
  constructor(status, body, requestId) {
    super(`${status} ${body.code ?? ""}: ${body.detail ?? body.title ?? ""}${body.field ? ` (${body.field})` : ""}`);
    this.name = "Problem";
    this.status = status;
    this.code = body.code ?? "no_json";
    this.title = body.title ?? "";
    this.detail = body.detail ?? "";
    this.field = body.field ?? null;
    this.requestId = requestId;
  }
}

/** No answer came, however often the client tried. */
export class Unreachable extends Error {
  /** @param {string} path @param {unknown} cause @param {string} requestId */
  constructor(path, cause, requestId) {
    super(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.name = "Unreachable";
    this.requestId = requestId;
  }
}

/** The time for the question was over before its answer came. */
export class Timeout extends Error {
  /** @param {string} path @param {number} timeoutMs @param {string} requestId */
  constructor(path, timeoutMs, requestId) {
    super(`${path}: no answer within ${timeoutMs} ms`);
    this.name = "Timeout";
    this.requestId = requestId;
  }
}

/** Retry-After in milliseconds, at most 30 s; 1 s when it is missing or a date. @param {string | null} text */
function retryAfter(text) {
  const seconds = Number(text ?? "1");
  return Number.isFinite(seconds) ? 1000 * Math.min(30, Math.max(0, seconds)) : 1000;
}

/** Milliseconds before a try: they grow to a second; by chance, so that callers who failed together come one by one. @param {number} tries */
const growing = (tries) => Math.min(1000, 50 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);

/** A name for a question in the log of the service. */
const newId = () => Array.from({ length: 4 }, () => Math.floor(Math.random() * 65536).toString(16).padStart(4, "0")).join("");

/** @implements {Described} */
export class Client {
  /** @param {string} [url] @param {import("./ddz.d.ts").Settings} [settings] */
  constructor(url = "http://127.0.0.1:8080", settings = {}) {
    this.url = url.replace(/\/+$/, "");
    this.retries = settings.retries ?? Infinity;
    this.timeoutMs = settings.timeoutMs ?? 60000;
    this.fetch = settings.fetch ?? globalThis.fetch;
    /** @type {Record<string, string>} */
    this.headers = { "Content-Type": "application/json" };
    if (settings.token) this.headers.Authorization = `Bearer ${settings.token}`;
    if (settings.game) this.headers["X-Game"] = settings.game;
  }

  /** @param {string} path @param {string} [body] @param {Options} [options] */
  async askText(path, body, options) {
    const { signal, timeoutMs = this.timeoutMs } = options ?? {};
    const { fetch } = this; // a browser's own is not to be called as a method of this object
    signal?.throwIfAborted();
    const requestId = newId();
    const timeout = new Timeout(path, timeoutMs, requestId);
    if (!(timeoutMs > 0)) throw timeout; // without time nothing is asked
    const end = performance.now() + timeoutMs;
    const stop = new AbortController(); // by the caller or by the clock
    // Node 18 can miss the abort of a fetch, because it collects the listener as garbage. So no fetch is waited for alone.
    /** @type {Promise<never>} */
    const stopped = new Promise((_, reject) => stop.signal.addEventListener("abort", () => reject(stop.signal.reason), { once: true }));
    stopped.catch(() => undefined); // no failure of its own where nobody waits
    const aborted = () => stop.abort(signal?.reason);
    signal?.addEventListener("abort", aborted, { once: true });
    // No timer can wait longer.
    const timer = timeoutMs < 2 ** 31 ? setTimeout(() => stop.abort(timeout), timeoutMs) : undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let pausing;
    /** @param {number} ms */
    const pause = (ms) => Promise.race([stopped, new Promise((resolve) => (pausing = setTimeout(resolve, ms)))]);
    try {
      for (let tries = 1; ; tries++) {
        /** @param {number} wait */
        const again = (wait) => tries <= this.retries && performance.now() + wait < end;
        try {
          const asked = fetch(this.url + path, {
            method: body === undefined ? "GET" : "POST",
            headers: { ...this.headers, "X-Request-Id": requestId },
            body,
            signal: stop.signal,
          });
          const response = await Promise.race([stopped, asked]);
          const text = await Promise.race([stopped, response.text()]);
          const busy = response.status === 429 || response.status === 503;
          const wait = retryAfter(response.headers.get("retry-after")) + growing(tries);
          if (!busy || !again(wait)) return { status: response.status, text, requestId };
          await pause(wait);
        } catch (error) {
          if (stop.signal.aborted) throw stop.signal.reason;
          const wait = growing(tries);
          if (!again(wait)) throw new Unreachable(path, error, requestId);
          await pause(wait);
        }
      }
    } finally {
      clearTimeout(timer);
      clearTimeout(pausing);
      signal?.removeEventListener("abort", aborted);
    }
  }

  /** @type {Described["ask"]} */
  async ask(path, body, options) {
    const { status, text, requestId } = await this.askText(path, body === undefined ? undefined : JSON.stringify(body), options);
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Problem(status, { detail: text.slice(0, 200) }, requestId);
    }
    if (status >= 400) throw new Problem(status, value ?? {}, requestId);
    return value;
  }

  /** @type {Described["classify"]} */
  classify(body, options) { return this.ask("/classify", body, options); }
  /** @type {Described["prompt"]} */
  prompt(body, options) { return this.ask("/prompt", body, options); }
  /** @type {Described["analyze"]} */
  analyze(body, options) { return this.ask("/analyze", body, options); }
  /** @type {Described["robotMove"]} */
  robotMove(body, options) { return this.ask("/robot-move", body, options); }
  /** @type {Described["bidAdvice"]} */
  bidAdvice(body, options) { return this.ask("/bid-advice", body, options); }
  /** @type {Described["solve"]} */
  solve(body, options) { return this.ask("/solve", body, options); }
  /** @type {Described["table"]} */
  table(body, options) { return this.ask("/table", body, options); }
  /** @type {Described["review"]} */
  review(body, options) { return this.ask("/review", body, options); }
  /** @type {Described["batch"]} */
  batch(items, options) { return this.ask("/batch", items, options); }
  /** @type {Described["rules"]} */
  rules(options) { return this.ask("/rules", undefined, options); }
  /** @type {Described["version"]} */
  version(options) { return this.ask("/version", undefined, options); }
}
