// ddz.js - client of the ddz Dou Dizhu engine over HTTP, for browsers, Node 18 or newer, Deno and Bun.
//
//   import { Client } from "ddz-client";
//   const ddz = new Client("http://127.0.0.1:8080");
//   const { pattern } = await ddz.classify({ cards: "33344455" });
//
// A method for each route. Arguments and answers are those of openapi.yaml; types.d.ts is made from it.

/** The engine refused a question (RFC 9457). */
export class Problem extends Error {
  /** @param {number} status @param {Record<string, any>} body */
  constructor(status, body) {
    super(`${status} ${body.code ?? ""}: ${body.detail ?? body.title ?? ""}${body.field ? ` (${body.field})` : ""}`);
    this.name = "Problem";
    this.status = status;
    this.code = body.code ?? "";
    this.title = body.title ?? "";
    this.detail = body.detail ?? "";
    this.field = body.field ?? null;
    this.body = body;
  }
}

/** No answer came, however often the client tried. */
export class Unreachable extends Error {
  /** @param {string} path @param {unknown} cause */
  constructor(path, cause) {
    super(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.name = "Unreachable";
  }
}

const wait = (/** @type {number} */ seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Retry-After in seconds, at most 30; 1 when it is missing or a date. @param {string | null} text */
function secondsOf(text) {
  const seconds = Number(text ?? "1");
  return Number.isFinite(seconds) ? Math.min(30, Math.max(0, seconds)) : 1;
}

export class Client {
  /**
   * @param {string} [url] the service, perhaps with a path prefix
   * @param {{token?: string, game?: string, retries?: number, timeoutMs?: number, fetch?: typeof fetch}} [options]
   *   token: bearer token; game: name for the header X-Game; retries: how often a question is asked again when the
   *   service is busy (429, 503) or the connection breaks (every question is a pure function of its body);
   *   timeoutMs: for one try
   */
  constructor(url = "http://127.0.0.1:8080", options = {}) {
    this.url = url.replace(/\/+$/, "");
    this.retries = options.retries ?? 2;
    this.timeoutMs = options.timeoutMs ?? 30000;
    this.fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
    /** @type {Record<string, string>} */
    this.headers = { "Content-Type": "application/json" };
    if (options.token) this.headers.Authorization = `Bearer ${options.token}`;
    if (options.game) this.headers["X-Game"] = options.game;
  }

  /**
   * Ask with a JSON text (none: GET). Errors of the engine are answers here.
   * @param {string} path @param {string} [body] @param {AbortSignal} [signal]
   * @returns {Promise<{status: number, text: string}>}
   */
  async askText(path, body, signal) {
    for (let attempt = 0; ; attempt++) {
      const last = attempt >= this.retries;
      const timeout = AbortSignal.timeout(this.timeoutMs);
      try {
        const response = await this.fetch(this.url + path, {
          method: body === undefined ? "GET" : "POST",
          headers: this.headers,
          body,
          signal: signal && AbortSignal.any ? AbortSignal.any([signal, timeout]) : signal ?? timeout,
        });
        const text = await response.text();
        if ((response.status !== 429 && response.status !== 503) || last) return { status: response.status, text };
        await wait(secondsOf(response.headers.get("retry-after")));
      } catch (error) {
        if (signal?.aborted) throw error;
        if (last) throw new Unreachable(path, error);
        await wait(0.05 * (attempt + 1));
      }
    }
  }

  /**
   * Ask a path of openapi.yaml. Throws Problem on 4xx and 5xx.
   * @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>}
   */
  async ask(path, body, signal) {
    const { status, text } = await this.askText(path, body === undefined ? undefined : JSON.stringify(body), signal);
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Problem(status, { code: "no_json", detail: text.slice(0, 200) });
    }
    if (status >= 400) throw new Problem(status, value);
    return value;
  }

  /** What is this set of cards? @param {Body<"/classify">} body @returns {Promise<Answer<"/classify">>} */
  classify(body) { return this.ask("/classify", body); }
  /** Legal plays, best first. @param {Body<"/prompt">} body @returns {Promise<Answer<"/prompt">>} */
  prompt(body) { return this.ask("/prompt", body); }
  /** What a hand is worth and how it splits. @param {Body<"/analyze">} body @returns {Promise<Answer<"/analyze">>} */
  analyze(body) { return this.ask("/analyze", body); }
  /** What the robot plays, and why. @param {Body<"/robot-move">} body @returns {Promise<Answer<"/robot-move">>} */
  robotMove(body) { return this.ask("/robot-move", body); }
  /** Whether to call, rob, double, kick. @param {Body<"/bid-advice">} body @returns {Promise<Answer<"/bid-advice">>} */
  bidAdvice(body) { return this.ask("/bid-advice", body); }
  /** Who wins with open cards. @param {Body<"/solve">} body @returns {Promise<Answer<"/solve">>} */
  solve(body) { return this.ask("/solve", body); }
  /** The referee. @param {Body<"/table">} body @returns {Promise<Answer<"/table">>} */
  table(body) { return this.ask("/table", body); }
  /** What each play of a game was worth. @param {Body<"/review">} body @returns {Promise<Answer<"/review">>} */
  review(body) { return this.ask("/review", body); }
  /** Many questions in one request. @param {Body<"/batch">} items @returns {Promise<Answer<"/batch">>} */
  batch(items) { return this.ask("/batch", items); }
  /** All presets, switches, patterns and ways of calling. @returns {Promise<any>} */
  rules() { return this.ask("/rules"); }
  /** Name, version, nets. @returns {Promise<any>} */
  version() { return this.ask("/version"); }
}

/**
 * @template {keyof import("./types.js").paths} P
 * @typedef {import("./types.js").paths[P] extends { post: { requestBody: { content: { "application/json": infer B } } } } ? B : never} Body
 */
/**
 * @template {keyof import("./types.js").paths} P
 * @typedef {import("./types.js").paths[P] extends { post: { responses: { 200: { content: { "application/json": infer A } } } } } ? A : never} Answer
 */
