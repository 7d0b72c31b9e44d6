/** Where bytes come from: a URL, a path, or the bytes themselves. */
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

export interface Settings extends Nets {
  /** Where ddz.wasm is; by default beside the module. */
  wasm?: Source;
  /** Bytes of remembered power values; default 8 MiB. */
  memoBytes?: number;
  /** Bytes of the solver's table; default 16 MiB. */
  tableBytes?: number;
}

export interface Answer {
  /** As over HTTP. */
  status: number;
  /** The JSON text. */
  text: string;
  /** The text, parsed. */
  body: any;
}

export class Engine {
  /** Ask a path of openapi.yaml; without a body it is a GET. */
  ask(path: string, body?: object | string): Answer;
  /** Play with these nets from now on. */
  use(nets?: Nets): Promise<void>;
  readonly hasNet: boolean;
  readonly version: string;
}

/** An engine on this thread. */
export function open(settings?: Settings): Promise<Engine>;

export interface WorkerEngine {
  readonly ready: Promise<void>;
  ask(path: string, body?: object | string): Promise<Answer>;
  use(nets: Nets): Promise<void>;
  /** End the worker; questions under way are rejected. */
  stop(): void;
}

/** An engine in a Worker (browsers). */
export function openWorker(settings?: Omit<Settings, "wasm"> & { wasm?: string | URL; worker?: string | URL }): WorkerEngine;
