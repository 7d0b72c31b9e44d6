/* The console as static files, in Chromium, from a file server that knows nothing. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

import { actions, decide, game, openPage, playOut, query, share, startBrowser, stopper, test, turn } from '../browser/console.js';

const SITE = process.env.SITE ?? 'build/site';
const PREFIX = '/some/where/';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json', '.png': 'image/png' };

/** Paths that were asked for. */
let asked = [];

async function serve(question, reply) {
  const { pathname } = new URL(question.url, 'http://site');
  asked.push(pathname);
  const name = normalize(pathname.slice(PREFIX.length) || 'index.html');
  const bytes = pathname.startsWith(PREFIX) && question.method === 'GET' && !name.startsWith('..') ? await readFile(join(SITE, name)).catch(() => null) : null;
  if (!bytes) return reply.writeHead(404).end();
  return reply.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(bytes);
}

const shared = share(async () => {
  const server = createServer(serve);
  stopper(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { site: { url: `http://127.0.0.1:${server.address().port}${PREFIX}` }, browser: (await startBrowser()).browser };
});

/* What is kept for later would be fetched beside what a test looks at. */
const open = (options) => openPage(shared.browser, shared.site, { serviceWorkers: 'block', allow: [/blocked by Playwright/], ...options });
const netsAsked = () => asked.filter((path) => path.endsWith('.net')).length;

test('a game is played to its end, and the nets come when a robot is to think', async () => {
  asked = [];
  const page = await open({ hash: '#/rules' });
  await page.locator('.sets-table tbody tr').first().waitFor();
  assert.equal(netsAsked(), 0);
  await page.evaluate((to) => (location.hash = to), game('douzero', 12, '&a=2-5556,0-,1-TKKK,2-,0-,1-2,2-,0-,1-44,2-99,0-,1-JJ,2-22,0-,1-,2-88,0-QQ,1-,2-AA,0-,1-,2-44,0-77,1-AA,2-,0-,1-33,2-QQ,0-,1-,2-T,0-J'));
  await turn(page);
  await playOut(page);
  assert.match(await page.locator('.end .score').textContent(), /^[+−]\d+$/);
  assert.ok(netsAsked() > 0);
});

test('calls are made, and what was asked last counts', async () => {
  const page = await open({ hash: game('huanle', 13) });
  await turn(page);
  const count = await actions(page);
  await decide(page);
  assert.ok((await actions(page)) > count);
  await page.evaluate(() => (location.hash = '#/analyse')); // in the middle of it
  await page.waitForSelector('.candidates tbody tr');
});

test('a position is analysed, and stopping ends the search', async () => {
  const page = await open({ hash: '#/analyse' });
  await page.waitForFunction(() => Number(document.querySelector('[data-deep]')?.dataset.deep) >= 10);
  assert.ok((await page.locator('.candidates tbody tr').count()) > 3);
  await page.locator('#analyse-hand').fill('34567R');
  await page.keyboard.press('Enter'); // another position: the search of the first one is called off
  await page.waitForFunction(() => location.hash.includes('hand=34567R'));
  await page.locator('.candidates tbody tr.chosen').first().waitFor();
});

test('a puzzle of the shelf has its solution', async () => {
  const page = await open({ hash: '#/solve?puzzle=1-01' });
  await page.waitForSelector('.endgame .hand');
  await page.locator('[data-solve]').click();
  await page.waitForSelector('[data-result=win]');
  assert.equal(await page.locator('.verdict .plays li').count(), 1);
});

test('a review finds the blunder', async () => {
  const blunder = { rules: 'standard', hands: '{"landlord":"34567R","landlord_down":"89","landlord_up":"TJ"}', seats: 'me,3,3', a: '0-3,1-8,2-,0-R,1-,2-,0-4,1-9' };
  const page = await open({ hash: `#/review?${query(blunder)}` });
  await page.locator('[data-mistake="0"]').waitFor();
});

test('try-it-out of the reference is answered by the engine in the page', async () => {
  asked = [];
  const page = await open({ hash: '#/api' });
  assert.match(await page.locator('pre').first().textContent(), /127\.0\.0\.1:8080\/table/);
  const frame = page.frameLocator('iframe');
  await frame.getByText('/classify', { exact: true }).first().click();
  await frame.getByRole('button', { name: 'TRY' }).first().click();
  await frame.locator('pre[style*="--resp-area-height"]', { hasText: 'readings' }).first().waitFor();
  assert.ok(!asked.some((path) => path.endsWith('/classify')));
});

test('after the first load a game is played without a network', async () => {
  const page = await open({ hash: '#/rules', serviceWorkers: 'allow', allow: [/DISCONNECTED/] }); // of the icon, which the browser fetches past the worker
  await page.locator('.sets-table tbody tr').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready); // all files are kept
  await page.context().setOffline(true);
  asked = [];
  await page.evaluate((to) => (location.hash = to), game('douzero', 12));
  await page.reload();
  await turn(page);
  const count = await actions(page);
  await decide(page);
  await turn(page); // the robots have the nets
  assert.ok((await actions(page)) > count + 1);
  await page.evaluate(() => (location.hash = '#/solve?puzzle=1-01'));
  await page.waitForSelector('.endgame .hand');
  assert.deepEqual(asked.filter((path) => !path.endsWith('/sw.js')), []); // the browser may look for a newer worker, past what is emulated
});
