/* here.js - the engine as WebAssembly in Workers, as a backend of ask.js.
 *
 * A Worker answers one question after the other, so there are three: one for what is answered at once, which needs no
 * nets, and two that think (a game goes on while the coach weighs a play). Each is opened when it is first wanted, and
 * the nets come with those that think. Who no longer wants an answer ends the Worker that thinks about it. */

/** @typedef {import('./ask.js').Answer} Answer @typedef {import('./ask.js').Backend} Backend */
/** @typedef {{ ask: (path: string, body: unknown) => Promise<Answer>, stop: () => void }} Worker */

/** Answered at once, and what takes thinking. /table and /batch depend on what is asked. */
export const QUICK = ['/classify', '/prompt', '/analyze', '/rules', '/version'];
export const THINKING = ['/robot-move', '/bid-advice', '/solve', '/review'];

/** @param {string} path @param {any} body @returns {boolean} */
function isQuick(path, body) {
  if (path === '/batch') return body.every((/** @type {any} */ one) => isQuick(one.path, one.body));
  return QUICK.includes(path) || (path === '/table' && !body?.robot && !body?.robots);
}

/** So many nodes are sooner thought over than a Worker is opened. */
const SHORT = 200000;
/** @param {any} body */
const isShort = (body) => body?.judge?.nodes <= SHORT;

/**
 * A Worker and its queue.
 * @param {() => Promise<Worker>} open @param {boolean} stops  the Worker when an answer is no longer wanted
 */
function lane(open, stops) {
  /** @type {Promise<Worker> | null} */
  let opened = null;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  let waiting = 0;

  /** @type {Backend} */
  async function answer(path, body, signal) {
    signal?.throwIfAborted();
    const own = (opened ??= open());
    const end = () => {
      if (opened === own) opened = null;
      own.then((worker) => worker.stop(), () => {});
    };
    if (stops && !isShort(body)) signal?.addEventListener('abort', end);
    try {
      return await (await own).ask(path, body);
    } catch (error) {
      end(); // the next question gets a Worker that works
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
    }
  }

  return {
    busy: () => waiting > 0,
    /** @type {Backend} */
    ask(path, body, signal) {
      waiting++;
      const mine = last.then(() => answer(path, body, signal)).finally(() => waiting--);
      last = mine.catch(() => {});
      return mine;
    },
  };
}

/**
 * @param {URL} folder  where the module ddz-engine lies, its nets in nets/
 * @returns {Backend}
 */
export function engineHere(folder) {
  const files = { net: 'ddz.net', bids: 'ddz-bids.net', belief: 'ddz-belief.net', wild: 'ddz-wild.net' };
  const nets = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, new URL(`nets/${file}`, folder)]));
  /** @param {Record<string, URL>} settings @returns {Promise<Worker>} */
  const open = async (settings) => (await import(new URL('ddz-engine.js', folder).href)).openWorker(settings);
  const quick = lane(() => open({}), false);
  const thinking = [0, 1].map(() => lane(() => open(nets), true));
  return async (path, body, signal) => {
    if (path === '/openapi.yaml') return file(new URL('../openapi.yaml', folder), signal);
    const chosen = isQuick(path, body) ? quick : (thinking.find((one) => !one.busy()) ?? thinking[0]);
    return chosen.ask(path, body, signal);
  };
}

/** @param {URL} url @param {AbortSignal} [signal] @returns {Promise<Answer>} */
async function file(url, signal) {
  const response = await fetch(url, { signal });
  return { status: response.status, body: await response.text() };
}
