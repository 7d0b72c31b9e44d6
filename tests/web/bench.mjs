/* bench.mjs - the console as a browser feels it, and the files as the service hands them out. Prints; nothing here judges.
 *
 * 1. Bytes over the wire of a first load of #/play and of #/api, heads included, with an empty cache.
 * 2. From the start of the navigation to the first picture in which the own cards lie there and can be clicked: with an
 *    empty cache, and again.
 * 3. From the last byte of a robot's answer to the first picture that shows its action. The console asks once more in
 *    between (POST /table), and that is counted.
 * 4. Tasks of the page's main thread while #/analyse deepens, from a trace: how long, and how much of it computing. A
 *    frame cannot be later than the task that holds it up. Frames that the browser itself calls long (over 50 ms) too.
 * 5. Requests a second of `GET /` and of POST /classify, 64 connections, closed loop: each alone, and both in turn over
 *    the same connections. Servers with and without the console take turns, and the median round counts.
 *
 * usage: node tests/web/bench.mjs OUT     DDZD names the program, MODULES the npm packages; OUT has tests/load/load */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ALL, actions, byClick, decide, leave, openPage, startBrowser, startService, turn } from './browser/console.js';

const LOADS = 21;
const ROBOT_GAMES = 3;
const RATE_ROUNDS = 5;
const RATE_SECONDS = 1;
const CONNECTIONS = 64;
/** Ends what would never end, ms. */
const LONG = 300000;

/** Without calls, so that cards can be chosen at once. */
const GAME = (seed) => `#/play?rules=douzero&seed=${seed}&seats=me,3,3`;

const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const ms = (value) => value.toFixed(1);
const spread = (values) => `median ${ms(at(values, 0.5))}, p90 ${ms(at(values, 0.9))}, worst ${ms(Math.max(...values))} ms of ${values.length}`;
const say = (what, value, wanted) => console.log(`${what}: ${value}${wanted ? ` (wanted: ${wanted})` : ''}`);

/* --- 1, 2: loading --- */

/** Tell when the own cards are there and drawn. Told by the console, because to ask a page takes a script that it has to read first. */
function watchCards() {
  const look = () => {
    const card = document.querySelector('.table .hand [data-place]');
    if (!card) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => console.debug(`cards ${performance.now()}`)));
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { subtree: true, childList: true, attributes: true });
}

/** Bytes that come over the wire. */
async function counted(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const sum = { bytes: 0, requests: 0 };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum.bytes += encodedDataLength;
    sum.requests++;
  });
  return sum;
}

async function load(browser, service, hash, ready) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
  context.setDefaultTimeout(LONG);
  const page = await context.newPage();
  const sum = await counted(page);
  await page.goto(service.url + hash);
  await ready(page);
  await page.waitForLoadState('networkidle');
  await context.close();
  return sum;
}

const reference = (page) => page.frameLocator('iframe').getByText('/classify', { exact: true }).first().waitFor();

async function bytes(browser, service) {
  const play = await load(browser, service, GAME(1), turn);
  say('first load of #/play', `${play.bytes} bytes, ${play.requests} requests`, 'at most 70,000');
  const api = await load(browser, service, '#/api', reference);
  say('first load of #/api', `${api.bytes} bytes, ${api.requests} requests`, `at most ${(play.bytes + 300000).toLocaleString('en')}: 300,000 more`);
}

async function untilCards(browser, service) {
  const [first, again] = [[], []];
  for (let i = 0; i < LOADS; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(LONG);
    await context.addInitScript(watchCards);
    for (const times of [first, again]) {
      const page = await context.newPage();
      const told = page.waitForEvent('console', (message) => message.text().startsWith('cards '));
      await page.goto(service.url + GAME(i), { waitUntil: 'commit' });
      times.push(Number((await told).text().slice(6)));
      await page.close();
    }
    await context.close();
  }
  say('navigation to cards that can be clicked, empty cache', spread(first), 'median at most 300');
  say('the same, cache filled', spread(again));
}

/* --- 3: robots --- */

/** Note when answers of robots have come, and when their actions are drawn. */
function watchRobots() {
  const plain = fetch;
  performance.setResourceTimingBufferSize(100000);
  const tables = []; // of each POST /table, in order: does a robot act?
  globalThis.shownAfter = [];
  let waiting = null;
  globalThis.fetch = (url, options) => {
    if (String(url).endsWith('/table')) tables.push(/"robot":/.test(options?.body ?? ''));
    return plain(url, options);
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name.endsWith('/table') && tables.shift()) (globalThis.arrivals ??= []).push(entry.responseEnd);
  }).observe({ type: 'resource', buffered: true });
  new MutationObserver((changes) => {
    if (!changes.some(({ target, attributeName }) => attributeName === 'data-actions' && target.matches('.table'))) return;
    waiting ??= requestAnimationFrame(() => setTimeout(() => {
      waiting = null;
      (globalThis.drawn ??= []).push(performance.now());
    }));
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-actions'] });
}

async function untilShown(browser, service) {
  const times = [];
  for (let seed = 1; seed <= ROBOT_GAMES; seed++) {
    const page = await openPage(browser, service, { hash: GAME(seed), nodes: ALL, prepare: watchRobots });
    for (let i = 0; i < 20 && (await turn(page)) !== 'over'; i++) await decide(page, byClick);
    await page.waitForFunction((n) => document.querySelector('.table')?.dataset.actions === String(n), await actions(page));
    times.push(...(await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 200)); // the observers are told at leisure
      return (globalThis.arrivals ?? []).flatMap((arrival) => {
        const shown = globalThis.drawn.find((time) => time > arrival);
        return shown === undefined ? [] : [shown - arrival];
      });
    })));
    await leave(page);
  }
  say("a robot's answer, from its last byte until its action is shown", spread(times), 'at most 50');
}

/* --- 4: analysing --- */

function watchFrames() {
  globalThis.longFrames = [];
  const frames = (list) => globalThis.longFrames.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })));
  new PerformanceObserver(frames).observe({ type: 'long-animation-frame', buffered: true });
}

/** What the main thread of the page did, from a trace. */
function tasksOf(trace) {
  const events = JSON.parse(trace).traceEvents;
  const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}/${tid}`));
  return events.filter(({ name, pid, tid }) => /RunTask$/.test(name) && mains.has(`${pid}/${tid}`)).map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
}

async function analysing(browser, service) {
  const page = await openPage(browser, service, { hash: '#/play', nodes: ALL, prepare: watchFrames });
  await turn(page);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  const from = await page.evaluate(() => {
    location.hash = '#/analyse';
    return performance.now();
  });
  await page.waitForFunction(() => Number(document.querySelector('[data-deep]')?.dataset.deep) >= 3000);
  const tasks = tasksOf(await browser.stopTracing());
  const [loading, long] = await page.evaluate((from) => [false, true].map((after) =>
    globalThis.longFrames.filter(({ startTime }) => startTime >= from === after).map(({ duration }) => duration)), from);
  await leave(page);
  const most = (key) => ms(Math.max(0, ...tasks.map((task) => task[key])));
  say('longest task of the page while it analyses', `${most('wall')} ms, of which computing at most ${most('cpu')} ms; ${tasks.length} tasks`, 'no frame over 50 ms');
  const list = (frames) => (frames.length ? `${frames.map(ms).join(', ')} ms` : 'none');
  say('frames that the browser calls long', `${list(long)}; before that, while #/play was loaded, ${list(loading)}`);
}

/* --- 5: what the service hands out --- */

async function rate(folder, service, lines) {
  const file = join(folder, 'requests');
  writeFileSync(file, lines.join('\n') + '\n');
  const { stdout } = await promisify(execFile)(join(process.argv[2], 'tests/load/load'), ['lines', String(service.port), file, '--connections', String(CONNECTIONS),
    '--rate', '0', '--seconds', String(RATE_SECONDS), '--reuse', '1000000']);
  return Number(/ ok=(\d+)/.exec(stdout)[1]) / RATE_SECONDS;
}

const SHELL = '- /';
const CLASSIFY = '- /classify {"cards":"3334445566"}';

async function rates() {
  const folder = mkdtempSync(join(tmpdir(), 'ddz-bench-'));
  const [service, without] = [await startService(), await startService({ options: ['--console', 'off'] })];
  const runs = { shell: [service, [SHELL]], classify: [service, [CLASSIFY]], both: [service, [SHELL, CLASSIFY]], off: [without, [CLASSIFY]] };
  const found = { shell: [], classify: [], both: [], off: [] };
  for (let round = 0; round < RATE_ROUNDS; round++) for (const [name, [on, lines]] of Object.entries(runs)) found[name].push(await rate(folder, on, lines));
  const [shell, classify, both, off] = Object.values(found).map((values) => Math.round(at(values, 0.5)));
  const per = (value) => `${value.toLocaleString('en')} requests/s`;
  say('GET /', per(shell), 'at least 30,000');
  say('/classify, console on', `${per(classify)}, ${(classify / off).toFixed(2)} of the ${off.toLocaleString('en')} with --console off`, 'at least 0.9');
  const alone = 2 / (1 / shell + 1 / classify);
  say('both in turn', `${per(both)}, ${(both / alone).toFixed(2)} of what their own rates make`, 'at least 0.9');
  await service.stop();
  await without.stop();
  rmSync(folder, { recursive: true });
}

/* --- all --- */

console.log(`${cpus().length} cores, ${cpus()[0].model}, load average ${loadavg()[0].toFixed(1)} before this`);
const service = await startService();
const { browser, stop } = await startBrowser();
console.log(`Chromium ${browser.version()}`);
await bytes(browser, service);
await untilCards(browser, service);
await untilShown(browser, service);
await analysing(browser, service);
await stop();
await service.stop();
await rates();
