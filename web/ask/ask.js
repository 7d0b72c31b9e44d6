/* ask.js - the only module that knows where the engine is.
 *
 * Here: a service under the address this page came from, behind whatever prefix a proxy gave it. `ask` takes what the
 * HTTP interface takes and gives what it gives, so another engine (one in a Worker) can be put in its place with
 * `use`. A token, when the service wants one, is asked for once and kept until the browser's tab is closed. Where the
 * service is busy or away it is asked again, for every page, until it answers or nobody wants the answer any more. */

import { BASE } from '../base.js';

/** @typedef {{ status: number, body: any, retryAfter?: number }} Answer */
/** @typedef {(path: string, body: unknown, signal?: AbortSignal) => Promise<Answer>} Backend */

/** Something that is no answer: a problem of the service, or no service at all (status 0). */
export class Problem extends Error {
  /** @param {number} status @param {any} body @param {number} [retryAfter] seconds */
  constructor(status, body, retryAfter) {
    super(body?.detail ?? body?.title ?? String(status));
    this.status = status;
    /** @type {string} */
    this.code = body?.code ?? (status === 0 ? 'unreachable' : 'unknown');
    /** @type {string} JSON pointer */
    this.field = body?.field ?? '';
    this.retryAfter = retryAfter;
  }

  /** Is it worth while to ask again? */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

const TOKEN = 'ddz.token';

/** @type {Backend} */
async function service(path, body, signal) {
  const token = sessionStorage.getItem(TOKEN);
  /** @type {Record<string, string>} */
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetch(new URL(path.replace(/^\//, ''), BASE), {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  const text = await response.text();
  const json = /json/.test(response.headers.get('Content-Type') ?? '');
  if (!json && response.ok) return { status: response.status, body: text };
  return { status: response.status, body: json ? JSON.parse(text) : null, retryAfter };
}

/** How long until a service that did not answer is asked again, ms; or so many times as long as it says. */
const AGAIN_MS = 1000;

let backend = service;
let base = BASE.href;
/** @type {(wrong: boolean) => Promise<string | null>} */
let askForToken = async () => null;
/** @type {Promise<boolean> | null} */
let asking = null;
/** @type {(problem: Problem | null) => void} */
let tellWaiting = () => {};
/** Those who wait to ask again: each is called to ask at once. @type {Set<() => void>} */
const waiting = new Set();

/** Take another engine. @param {Backend} other @param {string} address where a service would be, for examples */
export function use(other, address) {
  backend = other;
  base = address;
}

/** The address of the service, ending in /. */
export const address = () => base;

/** How a person is asked for a token; null is an answer, too. @param {typeof askForToken} how */
export function onTokenWanted(how) {
  askForToken = how;
}

/** Who is told why the service does not answer, and with null that it does. @param {typeof tellWaiting} tell */
export function onWaiting(tell) {
  tellWaiting = tell;
}

/** Do not wait any longer. */
export const askNow = () => waiting.forEach((go) => go());

/** Until it is time to ask again, or nobody wants to. @param {Problem} problem @param {AbortSignal} [signal] @returns {Promise<void>} */
function wait(problem, signal) {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', go);
      waiting.delete(go);
      resolve();
    };
    const timer = setTimeout(go, AGAIN_MS * (problem.retryAfter ?? 1));
    signal?.addEventListener('abort', go);
    waiting.add(go);
    tellWaiting(problem);
  });
}

/** One question to the person, however many requests want the token. */
function tokenGiven() {
  asking ??= askForToken(sessionStorage.getItem(TOKEN) !== null)
    .then((token) => {
      if (token === null) return false;
      sessionStorage.setItem(TOKEN, token);
      return true;
    })
    .finally(() => {
      asking = null;
    });
  return asking;
}

/** @type {Backend} */
async function answered(path, body, signal) {
  try {
    return await backend(path, body, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    return { status: 0, body: null };
  }
}

/**
 * Ask the engine.
 * @param {string} path  as in the HTTP interface: '/table'
 * @param {unknown} [body]  absent: GET
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} the answer's body
 * @throws {Problem} what the service says against it; an AbortError when `signal` says so
 */
export async function ask(path, body, signal) {
  for (;;) {
    const answer = await answered(path, body, signal);
    if (answer.status === 401 && (await tokenGiven())) continue;
    const problem = answer.status === 0 || answer.status >= 400 ? new Problem(answer.status, answer.body, answer.retryAfter) : null;
    if (problem?.passing) {
      await wait(problem, signal);
      if (!signal?.aborted) continue;
    }
    if (!waiting.size) tellWaiting(null);
    signal?.throwIfAborted();
    if (problem) throw problem;
    return answer.body;
  }
}
