import type { Paths, Problem } from "./types.js";

export type * from "./types.js";

/** Where bytes come from: a URL, a path (Node), or the bytes themselves. */
export type Source = string | URL | Uint8Array | ArrayBuffer;

export interface Nets {
  /** The net to play with (ddz.net). */
  net?: Source;
  /** The nets for calling (ddz-bids.net). */
  bids?: Source;
  /** The nets that tell where unseen cards lie (ddz-belief.net). */
  belief?: Source;
  /** The net that plays where there are wildcards (ddz-wild.net). */
  wild?: Source;
}

/** How many bytes of all files together have come so far. */
export type Progress = (loaded: number) => void;

export interface Settings extends Nets {
  /** Where ddz.wasm is; by default beside the module. */
  wasm?: Source;
  /** Bytes of remembered power values; default 8 MiB. */
  memoBytes?: number;
  /** Bytes of the solver's table; default 16 MiB. */
  tableBytes?: number;
  /** Called while nets are fetched. */
  progress?: Progress;
}

/** An answer as over HTTP: the text, and the same parsed. With another status than 200 the body is a problem. */
export type Reply<P extends keyof Paths> = { text: string } & (
  | { status: 200; body: Paths[P]["answer"] }
  | { status: 400 | 404 | 405 | 413 | 422 | 500 | 503; body: Problem }
);

export class Engine {
  private constructor();
  /** Ask a path of openapi.yaml; without a body it is a GET. A text is JSON. */
  ask<P extends keyof Paths>(path: P, body?: Paths[P]["body"] | string): Reply<P>;
  /** Play with these nets from now on. What is not named is not used. */
  use(nets?: Nets, options?: { signal?: AbortSignal; progress?: Progress }): Promise<void>;
  /** Is a net to play with in use? */
  readonly hasNet: boolean;
  readonly version: string;
}

/** An engine on this thread. */
export function open(settings?: Settings & { signal?: AbortSignal }): Promise<Engine>;

export interface WorkerEngine {
  /** When the engine can be asked; it may be asked before. */
  readonly ready: Promise<void>;
  /** `signal` rejects the question at once; what the Worker has begun it ends first. */
  ask<P extends keyof Paths>(path: P, body?: Paths[P]["body"] | string, options?: { signal?: AbortSignal }): Promise<Reply<P>>;
  use(nets: Nets, options?: { signal?: AbortSignal; progress?: Progress }): Promise<void>;
  /** End the worker; questions under way are rejected. */
  stop(): void;
}

/** An engine in a Worker (browsers) or a thread (Node). `worker` is where its file lies, engine.js or node.js. */
export function openWorker(settings?: Settings & { worker?: string | URL }): WorkerEngine;
