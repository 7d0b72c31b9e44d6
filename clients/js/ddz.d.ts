import type { Paths, Problem as ProblemBody } from "./types.js";

export type * from "./types.js";
export type { ProblemBody };

/** What a path of openapi.yaml takes. */
export type Body<P extends keyof Paths> = Paths[P]["body"];
/** What a path of openapi.yaml answers. */
export type Answer<P extends keyof Paths> = Paths[P]["answer"];

export interface Settings {
  /** Bearer token, when the service wants one. */
  token?: string;
  /** For the header X-Game: proxies then send the game to the instance that remembers it. */
  game?: string;
  /** How often a request is retried when the service is busy (429, 503) or the connection breaks; by default as long as the time allows. */
  retries?: number;
  /** Milliseconds for a question: every try, and the pauses between them; default 60,000; Infinity: no end. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

export interface Options {
  /** Ends the question, also while the client waits to ask again. The promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** In the place of the client's. */
  timeoutMs?: number;
}

/** The engine refused a question (RFC 9457). */
export class Problem extends Error {
  constructor(status: number, body: Partial<ProblemBody>, requestId: string);
  /** As over HTTP. */
  status: number;
  /** A stable word, such as "bad_json"; "no_json" where what answered is not the service. */
  code: ProblemBody["code"] | "no_json";
  title: string;
  /** A sentence that says what to change. */
  detail: string;
  /** JSON pointer into the body, or null. */
  field: string | null;
  /** The name of the question in the log of the service (X-Request-Id). */
  requestId: string;
}

/** No answer came, however often the client tried. */
export class Unreachable extends Error {
  constructor(path: string, cause: unknown, requestId: string);
  requestId: string;
}

/** The time for the question was over before its answer came. It is not asked again: the service may still be computing. */
export class Timeout extends Error {
  constructor(path: string, timeoutMs: number, requestId: string);
  requestId: string;
}

/** Any number of questions may be under way at once. */
export class Client {
  /** @param url the service, perhaps with a path prefix; default http://127.0.0.1:8080 */
  constructor(url?: string, settings?: Settings);
  /** Ask with a JSON text; without one it is a GET. Errors of the engine are answers here. */
  askText(path: string, body?: string, options?: Options): Promise<{ status: number; text: string; requestId: string }>;
  /** Ask a path of openapi.yaml. Rejects with Problem, Unreachable, Timeout, or the reason of the signal. */
  ask<P extends keyof Paths>(path: P, body?: Body<P>, options?: Options): Promise<Answer<P>>;

  /** What is this set of cards? */
  classify(body: Body<"/classify">, options?: Options): Promise<Answer<"/classify">>;
  /** Legal plays, best first. */
  prompt(body: Body<"/prompt">, options?: Options): Promise<Answer<"/prompt">>;
  /** What a hand is worth and how it splits. */
  analyze(body: Body<"/analyze">, options?: Options): Promise<Answer<"/analyze">>;
  /** What the robot plays, and why. */
  robotMove(body: Body<"/robot-move">, options?: Options): Promise<Answer<"/robot-move">>;
  /** Whether to call, rob, double, kick. */
  bidAdvice(body: Body<"/bid-advice">, options?: Options): Promise<Answer<"/bid-advice">>;
  /** Who wins with open cards. */
  solve(body: Body<"/solve">, options?: Options): Promise<Answer<"/solve">>;
  /** The referee. */
  table(body: Body<"/table">, options?: Options): Promise<Answer<"/table">>;
  /** What each play of a game was worth. */
  review(body: Body<"/review">, options?: Options): Promise<Answer<"/review">>;
  /** Many questions in one request. */
  batch(items: Body<"/batch">, options?: Options): Promise<Answer<"/batch">>;
  /** All presets, switches, patterns and ways of calling. */
  rules(options?: Options): Promise<Answer<"/rules">>;
  /** Name, version, nets. */
  version(options?: Options): Promise<Answer<"/version">>;
}
