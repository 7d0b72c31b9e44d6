/* ask.js - the only module that knows where the engine is.
 *
 * Here: a service under the address this page came from, behind whatever prefix a proxy gave it. `ask` takes what the
 * HTTP interface takes and gives what it gives, so another engine (one in a Worker) can be put in its place with
 * `use`. A token, when the service wants one, is asked for once and kept until the browser's tab is closed. */

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

const BASE = new URL('..', import.meta.url);
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

let backend = service;
let base = BASE.href;
/** @type {(wrong: boolean) => Promise<string | null>} */
let askForToken = async () => null;
/** @type {Promise<boolean> | null} */
let asking = null;

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
    /** @type {Answer} */
    let answer;
    try {
      answer = await backend(path, body, signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem(0, null);
    }
    if (answer.status === 401 && (await tokenGiven())) continue;
    if (answer.status >= 400) throw new Problem(answer.status, answer.body, answer.retryAfter);
    return answer.body;
  }
}
