/* pictures.mjs - pictures of the running console, for the README.
 *
 * usage: node tests/web/pictures.mjs FOLDER     DDZD names the program, MODULES the npm packages (tests/npm.sh) */
import { join } from 'node:path';

import { byClick, decide, openPage, startBrowser, startService, turn } from './browser/console.js';

const folder = process.argv[2];
const service = await startService();
const { browser, stop } = await startBrowser();

/** One picture: open `hash`, do `prepare`, wait until nothing moves. */
async function picture(name, { hash, prepare, ...context }) {
  const { page, done } = await openPage(browser, service, { hash, ...context });
  await prepare(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await done();
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
  await page.locator('.curve .point').first().waitFor({ timeout: 30000 });
  await page.waitForTimeout(2000);
}

const wide = { viewport: { width: 1200, height: 760 }, reducedMotion: 'reduce' };
const GAME = '#/play?rules=douzero&seed=33&seats=me,8,8';
await picture('play', { hash: GAME, prepare: (page) => play(page, 4), ...wide, locale: 'zh-CN' });
await picture('analyse', {
  hash: '#/analyse',
  prepare: (page) => page.waitForFunction(() => Number(document.querySelector('[data-deep]')?.dataset.deep) >= 1000, null, { timeout: 30000 }),
  ...wide,
  colorScheme: 'dark',
});
await picture('review', { hash: GAME, prepare: review, ...wide });
await picture('phone', { hash: GAME, prepare: (page) => play(page, 3), viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, locale: 'zh-CN', reducedMotion: 'reduce' });
await stop();
await service.stop();
