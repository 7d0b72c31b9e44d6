/* console.js - a service, a browser, and pages that are watched: the ground of the tests in Chromium.
 *
 * Every page is looked after from its first request to its end. An error on its console, a report of the content
 * security policy, an exception, or a request to another host makes the test fail that opened it.
 *
 * Tests wait for what shall be seen, never for a time. How long they wait at most says nothing about speed: it ends a
 * test that would never end. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before } from 'node:test';

/* What npm installed lies below build/, out of reach for an import by name. */
const require = createRequire(resolve(process.env.MODULES ?? 'build/npm', 'here.js'));
const { chromium, devices } = require('playwright-core');
const axePath = require.resolve('axe-core');
export { devices };

const PROGRAM = process.env.DDZD ?? 'build/release/ddzd';

/** Something that takes longer, ms, will never come. */
const NEVER = 180000;

/** Start the program on a free port. */
export async function startService({ options = [], scheme = 'http' } = {}) {
  const child = spawn(PROGRAM, ['--port', '0', '--memo-mib', '8', '--log-level', 'notice', ...options]);
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
    async stop() {
      const ended = new Promise((resolve) => child.on('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

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
    const asked = ask({ port: target.port, method, headers, path: url.slice(prefix.length), agent: false }, (answer) => {
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
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

/** A browser with an empty profile. */
export async function startBrowser() {
  const folder = mkdtempSync(join(tmpdir(), 'ddz-browser-'));
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS, env: { ...process.env, HOME: folder }, timeout: NEVER });
  return {
    browser,
    async stop() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A page of its own, watched. `allow` names complaints that the test provokes, `prepare` runs in it before all else, `first` is
 * called with it before it goes anywhere.
 * @returns its `page` and `done`, which says what went wrong
 */
export async function openPage(browser, service, { hash = '', allow = [], prepare, first, ...context } = {}) {
  const own = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...context });
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
  const page = await own.newPage();
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && fault(`console: ${message.text()}`));
  page.on('pageerror', (error) => fault(`exception: ${error.message}`));
  await first?.(page);
  await page.goto(service.url + hash);
  return {
    page,
    async done() {
      await own.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** What the tests of a file share: a service and a browser, there before the first test and gone after the last. */
export function ground() {
  const shared = { open: (options) => openPage(shared.browser, shared.service, options) };
  let stop = async () => {};
  before(async () => {
    shared.service = await startService();
    ({ browser: shared.browser, stop } = await startBrowser());
  });
  after(async () => {
    await stop();
    await shared.service?.stop();
  });
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
  const { limit, ...body } = route.request().postDataJSON();
  return route.continue({ postData: JSON.stringify({ ...body, ...(limit && { limit: { nodes } }) }) });
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
    await page.waitForSelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false], .message[data-nothing=true]');
    const nothing = (await page.locator('.message[data-nothing=true]').count()) > 0;
    await press(page.locator(`.own .actions [aria-keyshortcuts=${nothing ? 'P' : 'Enter'}]`), nothing ? 'p' : 'Enter');
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
