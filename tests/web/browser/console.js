/* console.js - a service, a browser, and pages that are watched: the ground of the tests in Chromium.
 *
 * Every page is looked after from its first request to its end. An error on its console, a report of the content
 * security policy, an exception, or a request to another host makes the test fail that opened it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/* What npm installed lies below build/, out of reach for an import by name. */
const require = createRequire(resolve(process.env.MODULES ?? 'build/npm', 'here.js'));
const { chromium, devices } = require('playwright-core');
export const axePath = require.resolve('axe-core');
export { devices };

const PROGRAM = process.env.DDZD ?? 'build/release/ddzd';

/** Start the program; `port` 0: a free one. */
export async function startService({ port = 0, options = [] } = {}) {
  const child = spawn(PROGRAM, ['--port', String(port), '--memo-mib', '8', '--log-level', 'notice', ...options]);
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
    url: `http://127.0.0.1:${listening}/`,
    async stop() {
      const ended = new Promise((resolve) => child.on('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

/** A browser with an empty profile. */
export async function startBrowser() {
  const folder = mkdtempSync(join(tmpdir(), 'ddz-browser-'));
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS, env: { ...process.env, HOME: folder } });
  return {
    browser,
    async stop() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A page of its own, watched. `allow` names complaints that the test provokes.
 * @returns its `page` and `done`, which says what went wrong
 */
export async function openPage(browser, service, { hash = '', allow = [], ...context } = {}) {
  const own = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...context });
  const faults = [];
  const fault = (text) => allow.some((pattern) => pattern.test(text)) || faults.push(text);
  await own.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)),
  );
  own.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== new URL(service.url).origin && protocol !== 'data:') fault(`another host: ${request.url()}`);
  });
  const page = await own.newPage();
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && fault(`console: ${message.text()}`));
  page.on('pageerror', (error) => fault(`exception: ${error.message}`));
  await page.goto(service.url + hash);
  return {
    page,
    async done() {
      await own.close();
      assert.deepEqual(faults, []);
    },
  };
}

/* --- a game through the page --- */

const table = (page) => page.locator('.table[data-state]');
export const actions = async (page) => Number(await table(page).getAttribute('data-actions'));

/** Until the person is to act, or the game is over. */
export async function turn(page) {
  await page.waitForSelector('.table:is([data-state=acting], [data-state=over])', { timeout: 20000 });
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
  await page.waitForFunction((n) => Number(document.querySelector('.table')?.dataset.actions) > n, before, { timeout: 20000 });
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
