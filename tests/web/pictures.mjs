/* pictures.mjs - pictures of the running console, for the README.
 *
 * usage: node tests/web/pictures.mjs FOLDER FRAMES     DDZD names the program, MODULES the npm packages (tests/npm.sh); the
 *        pictures of a moving one go to FRAMES */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ALL, byClick, decide, leave, openPage, startBrowser, startService, turn } from './browser/console.js';

const [folder, frames] = process.argv.slice(2);
const service = await startService();
const { browser, stop } = await startBrowser();

/** One picture: open `hash`, do `prepare`, wait until nothing moves. */
async function picture(name, { hash, prepare, ...context }) {
  const page = await openPage(browser, service, { hash, nodes: ALL, ...context });
  await prepare(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await leave(page);
}

/** Play on as advised for some turns, or to the end. */
async function play(page, turns) {
  for (let i = 0; i < turns && (await turn(page)) !== 'over'; i++) await decide(page, byClick);
  await turn(page);
}

/** Follow a whole game to its end and open its review. */
async function review(page) {
  await play(page, 100);
  await page.locator('a.button[href^="#/review?"]').first().click();
  await page.waitForSelector('.chance[aria-busy=false]', { timeout: 120000 });
}

/** A game to its end, a frame after each action. Robots are asked only when the frame before is taken. */
async function film({ hash, ...context }) {
  let count = 0;
  const shot = async (page) => writeFileSync(join(frames, `${String(count++).padStart(3, '0')}.png`), await page.screenshot());
  const first = (page) => page.route('**/table', async (route) => {
    if (route.request().postDataJSON().robot) await shot(page);
    return route.continue();
  });
  const page = await openPage(browser, service, { hash, nodes: ALL, first, ...context });
  while ((await turn(page)) !== 'over')
    await decide(page, async (locator) => {
      await locator.click();
      await page.waitForTimeout(300);
      await shot(page);
    });
  await page.waitForTimeout(300);
  await shot(page);
  await leave(page);
}

/** The icon of the installed console: the drawing with room around it, as phones cut round or square ones. */
async function icon(path) {
  const page = await browser.newPage({ viewport: { width: 512, height: 512 } });
  const drawing = readFileSync('web/icon.svg', 'utf8').replace('<svg ', '<svg width="340" ');
  await page.setContent(`<body style="margin:0;background:#e6ece6;display:grid;place-items:center;height:100vh">${drawing}</body>`);
  await page.screenshot({ path });
  await page.close();
}
await icon('web/icon.png');

const wide = { viewport: { width: 1200, height: 760 }, reducedMotion: 'reduce' };
const GAME = '#/play?rules=douzero&seed=42&seats=me,8,8';
await picture('play', { hash: GAME, prepare: (page) => play(page, 4), ...wide, locale: 'zh-CN' });
await picture('analyse', {
  hash: '#/analyse',
  prepare: (page) => page.waitForFunction(() => Number(document.querySelector('[data-deep]')?.dataset.deep) >= 200000, null, { timeout: 30000 }),
  ...wide,
  colorScheme: 'dark',
});
await picture('review', { hash: GAME, prepare: review, ...wide });
await picture('phone', { hash: GAME, prepare: (page) => play(page, 3), viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, locale: 'zh-CN', reducedMotion: 'reduce' });
await film({ hash: GAME, viewport: { width: 720, height: 680 }, reducedMotion: 'reduce', locale: 'zh-CN' });
await stop();
await service.stop();
