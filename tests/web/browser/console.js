/* console.js - a service, a browser, and pages that are watched: the ground of the tests in Chromium.
 *
 * Every page is looked after from its first request to its end. An error on its console, a report of the content
 * security policy, an exception, or a request to another host makes the test fail that opened it.
 *
 * Tests wait for what shall be seen, never for a time. How long they wait at most says nothing about speed: it ends a
 * test that would never end. What a test began ends with it, also when it fails: a service that runs on would keep
 * Node alive for ever. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test as plainTest } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/* What npm installed lies below build/, out of reach for an import by name. */
const require = createRequire(resolve(process.env.MODULES ?? 'build/npm', 'here.js'));
const { chromium, devices } = require('playwright-core');
const axePath = require.resolve('axe-core');
export { devices };

const PROGRAM = process.env.DDZD ?? 'build/release/ddzd';

/** Something that takes longer, ms, will never come. */
const NEVER = 60000;
/** The end of a test that does not wait in a page. */
const END = 2 * NEVER;
/** What does not end when it is told to is left alone. */
const PATIENCE = 10000;

/** How to end what has been begun, in the order in which it began. */
const begun = [];

/** The pages that are open, and what went wrong in each: the error of a test tells it. */
const pages = new Map();

/** What can be seen of a page, in a few lines. */
async function seen(page, faults) {
  const text = await Promise.race([page.locator('body').innerText(), sleep(PATIENCE, 'no answer', { ref: false })]).catch(({ message }) => message);
  return [page.url(), ...faults, text.replace(/\s*\n\s*/g, ' | ')].join('\n');
}

/** @returns `end`, which works once: the test calls it, or we do when the test is over. */
function begin(end) {
  const once = async () => {
    const at = begun.indexOf(once);
    if (at < 0) return;
    begun.splice(at, 1);
    await end();
  };
  begun.push(once);
  return once;
}

/** End what was begun after the first `count`, the last first. */
async function endAfter(count) {
  while (begun.length > count) {
    const ended = begun.at(-1)().catch(() => {});
    await Promise.race([ended, sleep(PATIENCE, undefined, { ref: false })]);
  }
}

/** Names the file that says which test failed first, and when it began: all files of tests share it. */
const FAILED = process.env.FAILED;
const firstFailed = () => (FAILED && existsSync(FAILED) ? JSON.parse(readFileSync(FAILED, 'utf8')) : undefined);

/** A test with an end: after so many ms it has failed, and what it began is ended. Little later no other begins: all would wait as long. */
export const test = (name, body) => plainTest(name, async (context) => {
  const [count, from, failed] = [begun.length, Date.now(), firstFailed()];
  if (failed && from - failed.from > NEVER) return context.skip(`"${failed.name}" has failed`);
  const running = Promise.resolve(body(context));
  running.catch(() => {});
  try {
    return await Promise.race([running, sleep(END, undefined, { ref: false }).then(() => assert.fail(`no end after ${END} ms`))]);
  } catch (error) {
    if (FAILED && !firstFailed()) writeFileSync(FAILED, JSON.stringify({ name, from }));
    for (const [page, faults] of pages) error.message += `\n${await seen(page, faults)}`;
    throw error;
  } finally {
    await endAfter(count);
  }
});

/** Start the program on a free port. */
export async function startService({ options = [], scheme = 'http' } = {}) {
  const child = spawn(PROGRAM, ['--port', '0', '--memo-mib', '8', '--log-level', 'notice', ...options]);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const stop = begin(async () => {
    child.kill('SIGTERM');
    const killing = setTimeout(() => child.kill('SIGKILL'), PATIENCE / 2);
    await ended;
    clearTimeout(killing);
  });
  const listening = await new Promise((resolve, reject) => {
    let log = '';
    child.stdout.on('data', (piece) => {
      log += piece;
      const found = /"port":(\d+)/.exec(log);
      if (found) resolve(Number(found[1]));
    });
    child.stderr.on('data', (piece) => (log += piece));
    child.on('exit', () => reject(new Error(`the program ended: ${log}`)));
  });
  return {
    port: listening,
    url: `${scheme}://127.0.0.1:${listening}/`,
    stop,
  };
}

/** How to end a server of Node that listens. */
export const stopper = (server) => begin(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/**
 * A proxy that puts a service under a path, and another in its place while it runs.
 * @returns `url` for browsers, `to` for another service (null: none, every connection breaks), `stop`
 */
export async function startProxy(service, prefix = '') {
  let target = service;
  const server = createServer((question, reply) => {
    const { method, headers, url, socket } = question;
    if (!target) return socket.destroy();
    if (!url.startsWith(`${prefix}/`)) return reply.writeHead(404).end();
    const asked = ask({ host: '127.0.0.1', port: target.port, method, headers, path: url.slice(prefix.length), agent: false }, (answer) => {
      reply.writeHead(answer.statusCode, answer.headers);
      answer.pipe(reply);
    });
    asked.on('error', () => socket.destroy());
    return question.pipe(asked);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}/`,
    to: (other) => (target = other),
    stop: stopper(server),
  };
}

const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

/** A browser with an empty profile. */
export async function startBrowser() {
  const folder = mkdtempSync(join(tmpdir(), 'ddz-browser-'));
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS, env: { ...process.env, HOME: folder }, timeout: NEVER });
  const stop = begin(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { browser, stop };
}

/**
 * A page of its own, watched. `allow` names complaints that the test provokes, `kept` is what its browser keeps from before (robots
 * act at once where nothing is said), `prepare` runs in it before all else, `first` is
 * called with it before it goes anywhere.
 * @returns its `page` and `done`, which says what went wrong
 */
export async function openPage(browser, service, { hash = '', allow = [], prepare, first, kept = {}, ...context } = {}) {
  const { origin } = new URL(service.url);
  const storageState = { cookies: [], origins: [{ origin, localStorage: Object.entries({ pace: 'once', ...kept }).map(([name, value]) => ({ name: `ddz.${name}`, value: JSON.stringify(value) })) }] };
  const own = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', storageState, ...context });
  let page;
  const close = begin(() => {
    pages.delete(page);
    return own.close();
  });
  own.setDefaultTimeout(NEVER);
  const faults = [];
  const fault = (text) => allow.some((pattern) => pattern.test(text)) || faults.push(text);
  await own.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)),
  );
  if (prepare) await own.addInitScript(prepare);
  own.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== new URL(service.url).origin && protocol !== 'data:') fault(`another host: ${request.url()}`);
  });
  page = await own.newPage();
  pages.set(page, faults);
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && fault(`console: ${message.text()}`));
  page.on('pageerror', (error) => fault(`exception: ${error.message}`));
  await first?.(page);
  await page.goto(service.url + hash);
  return {
    page,
    async done() {
      await close();
      assert.deepEqual(faults, []);
    },
  };
}

/** What the tests of a file share: what `start` gives, there before the first test and gone after the last. */
export function share(start) {
  const shared = {};
  before(async () => Object.assign(shared, await start()));
  after(() => endAfter(0));
  return shared;
}

/** A service and a browser. */
export function ground() {
  const shared = share(async () => ({ service: await startService(), browser: (await startBrowser()).browser }));
  shared.open = (options) => openPage(shared.browser, shared.service, options);
  return shared;
}

/** What stands behind the ? of an address. */
export const query = (values) => new URLSearchParams(values).toString();

/** The address of a game to be dealt, with robots in the other seats. */
export const game = (rules, seed, more = '') => `#/play?rules=${rules}&seed=${seed}&seats=me,3,3${more}`;

/** To another address of the console. A `goto` would come from outside, and a page that writes its own address at that moment calls it off. */
export const goTo = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

/** The engine thinks over so many nodes, not so long: its answers are the same on a machine that has much to do. Handed to `open` as `first`. */
export const byNodes = (nodes) => (page) => page.route(/\/(robot-move|review)$/, (route) => {
  const { limit, judge, ...body } = route.request().postDataJSON();
  return route.continue({ postData: JSON.stringify({ ...body, ...(judge && { judge: { nodes: Math.min(nodes, judge.nodes) } }), ...(limit && { limit: { nodes } }) }) });
});

/* --- accessibility --- */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Make axe ready in a page or a frame that was opened with `bypassCSP`. */
export const bringAxe = (place) => place.addScriptTag({ path: axePath });

/** What axe finds, as texts; `what` names the look. `exclude`: selectors of what is looked at elsewhere. */
export async function findings(place, what, { exclude = [], rules = {} } = {}) {
  const { violations } = await place.evaluate(async ([runOnly, left, rules]) => {
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})));
    return globalThis.axe.run({ exclude: left.map((one) => [one]) }, { runOnly, rules });
  }, [RULES, exclude, rules]);
  return violations.map(({ id, nodes }) => `${what}: ${id} ${nodes[0].html} ${[...nodes[0].any, ...nodes[0].all, ...nodes[0].none].map((one) => one.message).join()}`);
}

/* --- a game through the page --- */

const table = (page) => page.locator('.table[data-state]');
export const actions = async (page) => Number(await table(page).getAttribute('data-actions'));

/** Until the person is to act, or the game is over. */
export async function turn(page) {
  await page.waitForSelector('.table:is([data-state=acting], [data-state=over])');
  return table(page).getAttribute('data-state');
}

/** One decision: what is advised. `press` does it: it gets a locator and the key that does the same. */
export async function decide(page, press) {
  const before = await actions(page);
  const calling = (await page.locator('.own .actions [data-key]').count()) > 0;
  await press(page.locator('.own .actions [aria-keyshortcuts=H]'), 'h');
  if (calling) {
    const advised = page.locator('.own .actions button.first');
    await advised.waitFor();
    await press(advised, await advised.getAttribute('data-key'));
  } else {
    const passing = '.message[data-nothing=true], .own .actions [aria-keyshortcuts=P].first';
    await page.waitForSelector(`.own .actions [aria-keyshortcuts=Enter][aria-disabled=false], ${passing}`);
    const passes = (await page.locator(passing).count()) > 0;
    await press(page.locator(`.own .actions [aria-keyshortcuts=${passes ? 'P' : 'Enter'}]`), passes ? 'p' : 'Enter');
  }
  await page.waitForFunction((n) => Number(document.querySelector('.table')?.dataset.actions) > n, before);
}

export const byClick = (locator) => locator.click();
export const byTap = (locator) => locator.tap();

/** The whole game, to its end. */
export async function playOut(page, press) {
  for (let i = 0; i < 60; i++) {
    if ((await turn(page)) === 'over') return;
    await decide(page, press);
  }
  assert.fail('the game does not end');
}
