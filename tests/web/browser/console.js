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

/** The pages that are open: what went wrong in each, which the error of a test tells, and how to leave it. */
const pages = new Map();

/** Ends a page, unless the end of its test is to, and fails if something went wrong in it. */
export const leave = (page) => pages.get(page).leave();

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
  const running = Promise.resolve(body(context)).then(async () => {
    for (const page of [...pages.keys()]) await leave(page);
  });
  running.catch(() => {});
  try {
    return await Promise.race([running, sleep(END, undefined, { ref: false }).then(() => assert.fail(`no end after ${END} ms`))]);
  } catch (error) {
    if (FAILED && !firstFailed()) writeFileSync(FAILED, JSON.stringify({ name, from }));
    for (const [page, { faults }] of pages) error.message += `\n${await seen(page, faults)}`;
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
      const found = /"event":"listening".*"port":(\d+),.*\n/.exec(log);
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

/** To make a page costs more than most tests: a page whose test is over waits here for another test, by the options of its context. */
const idle = new Map();

/** A page in a profile of its own, watched. @returns what `openPage` fills for each test */
async function watchedPage(browser, context) {
  const own = await browser.newContext(context);
  own.setDefaultTimeout(NEVER);
  const watched = { own, key: JSON.stringify(context), allow: [], faults: [], origin: '' };
  const fault = (text) => watched.allow.some((pattern) => pattern.test(text)) || watched.faults.push(text);
  await own.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)),
  );
  own.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== watched.origin && protocol !== 'data:') fault(`another host: ${request.url()}`);
  });
  const page = await own.newPage();
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && fault(`console: ${message.text()}`));
  page.on('pageerror', (error) => fault(`exception: ${error.message}`));
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (look, arg) => wait(look, arg, { polling: 50 }); // in each frame it would make the browser draw all the time
  return Object.assign(watched, { page });
}

/** In the page: puts `kept` into an empty store, and limits the nodes of each search. */
function prepared({ kept, nodes }) {
  if (!location.protocol.startsWith('http')) return;
  if (!localStorage.length) for (const [name, value] of Object.entries({ pace: 'once', ...kept })) localStorage.setItem(`ddz.${name}`, JSON.stringify(value));
  const few = ({ limit, judge, ...body }) => ({ ...body, ...(judge && { judge: { nodes: Math.min(nodes, judge.nodes) } }), ...(limit && { limit: { nodes } }) });
  const [plainFetch, plainPost] = [fetch, Worker.prototype.postMessage];
  globalThis.fetch = (url, options) =>
    plainFetch(url, /\/(robot-move|review)$/.test(url) ? { ...options, body: JSON.stringify(few(JSON.parse(options.body))) } : options);
  Worker.prototype.postMessage = function ({ body, ...message }, ...more) {
    plainPost.call(this, { ...message, ...(body !== undefined && { body: body?.judge ? few(body) : body }) }, ...more);
  };
}

/** Nodes of a search where its answer is not what is tested. Given as nodes, answers are the same on a machine that has much to do. */
const FEW = 2000;
/** For what is told after so many nodes as people get. */
export const ALL = 1e9;

/**
 * A page with an empty profile, watched. `allow` names complaints that the test provokes, `kept` is what its browser keeps from before (robots
 * act at once where nothing is said), `nodes` limits each search, `prepare` runs in it before all else, `first` is
 * called with it before it goes anywhere, `fresh` says that no test used its browser's cache before. All else is for its context.
 * The end of the test says what went wrong.
 */
export async function openPage(browser, service, { hash = '', allow = [], prepare, first, kept = {}, nodes = FEW, fresh = false,
  viewport = { width: 1280, height: 800 }, colorScheme = 'light', reducedMotion = 'no-preference', ...context } = {}) {
  const fixed = { locale: 'en-US', viewport: { width: 1280, height: 800 }, ...context };
  const watched = (!fresh && idle.get(JSON.stringify(fixed))?.pop()) || (await watchedPage(browser, fixed));
  const { page, own, key } = watched;
  Object.assign(watched, { allow, faults: [], origin: new URL(service.url).origin });
  let well = false;
  const scripts = [];
  const rest = async () => {
    watched.allow = [/./]; // the test is over; not every server has the picture
    for (const other of own.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(`${service.url}icon.svg`); // the console is over there
    await page.evaluate(() => [localStorage, sessionStorage].forEach((one) => one.clear()));
    for (const script of scripts) await script.dispose();
    idle.set(key, [...(idle.get(key) ?? []), watched]);
  };
  const end = begin(async () => {
    pages.delete(page);
    await (well && !fresh ? rest().catch(() => own.close()) : own.close());
  });
  const leaveIt = async () => {
    well = true;
    await end();
    assert.deepEqual(watched.faults, []);
  };
  pages.set(page, { faults: watched.faults, leave: leaveIt });
  await page.emulateMedia({ colorScheme, reducedMotion });
  await page.setViewportSize(viewport);
  scripts.push(await page.addInitScript(prepared, { kept, nodes }));
  if (prepare) scripts.push(await page.addInitScript(prepare));
  await first?.(page);
  await page.goto(service.url + hash);
  return page;
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

/* --- accessibility --- */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Make axe ready in a page or a frame that was opened with `bypassCSP`. */
export const bringAxe = (place) => place.addScriptTag({ path: axePath });

/** Another theme changes colours alone. */
export const COLOURS = { type: 'rule', values: ['color-contrast'] };

/** What axe finds, as texts; `what` names the look. `exclude`: selectors of what is looked at elsewhere. */
export async function findings(place, what, { exclude = [], runOnly = RULES } = {}) {
  const { violations } = await place.evaluate(async ([runOnly, left]) => {
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})));
    return globalThis.axe.run({ exclude: left.map((one) => [one]) }, { runOnly, resultTypes: ['violations'] });
  }, [runOnly, exclude]);
  return violations.map(({ id, nodes }) => `${what}: ${id} ${nodes[0].html} ${[...nodes[0].any, ...nodes[0].all, ...nodes[0].none].map((one) => one.message).join()}`);
}

/* --- a game through the page --- */

const table = (page) => page.locator('.table[data-state]');
export const actions = async (page) => Number(await table(page).getAttribute('data-actions'));

/** Until the person is to act, or the game is over. */
export async function turn(page) {
  const state = await page.waitForFunction(() => document.querySelector('.table:is([data-state=acting], [data-state=over])')?.dataset.state);
  return state.jsonValue();
}

/** Until so many actions and more. */
export const acted = (page, count) => page.waitForFunction((n) => Number(document.querySelector('.table')?.dataset.actions) >= n, count);

/** In the page, after a hint: the key of what is advised. */
function advised() {
  const call = document.querySelector('.own .actions button.first[data-key]');
  if (call) return call.dataset.key;
  if (document.querySelector('.message[data-nothing=true], .own .actions [aria-keyshortcuts=P].first')) return 'p';
  return document.querySelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false]') && 'Enter';
}

/** A key that comes before its button can be pressed is lost: `trial` waits as a click does. */
export const byKey = (locator, key) => locator.click({ trial: true }).then(() => locator.page().keyboard.press(key));
export const byClick = (locator) => locator.click();
export const byTap = (locator) => locator.tap();

/** One decision: what is advised. `press` does it: it gets a locator and the key that does the same. */
export async function decide(page, press = byKey) {
  const before = await actions(page);
  await press(page.locator('.own .actions [aria-keyshortcuts=H]'), 'h');
  const key = await (await page.waitForFunction(advised)).jsonValue();
  await press(page.locator(`.own .actions :is([data-key].first, [aria-keyshortcuts="${key === 'p' ? 'P' : key}"]:not([data-key]))`), key);
  await acted(page, before + 1);
}

/** The whole game, to its end. */
export async function playOut(page, press) {
  for (let i = 0; i < 60; i++) {
    if ((await turn(page)) === 'over') return;
    await decide(page, press);
  }
  assert.fail('the game does not end');
}
