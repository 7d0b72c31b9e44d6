/* Whole games in Chromium: by clicks, by keys, by touch. */
import assert from 'node:assert/strict';

import { byClick, byKey, byTap, devices, game, ground, playOut, test, turn } from './console.js';

const { open } = ground();

/** One game from its deal, the others from where they are nearly over. */
const GAMES = {
  standard: game('standard', 11),
  douzero: `${game('douzero', 12)}&a=2-5556,0-,1-TKKK,2-,0-,1-2,2-,0-,1-44,2-99,0-,1-JJ,2-22,0-,1-,2-88,0-QQ,1-,2-AA,0-,1-,2-44,0-77,1-AA,2-,0-,1-33,2-QQ,0-,1-,2-T,0-J,1-,2-,0-5666,1-,2-,0-8,1-,2-J,0-K,1-,2-,0-99,1-,2-`,
  huanle: `${game('huanle', 13)}&a=2c,0p,1p,2s,0n,1n,2-6,0-7,1-J,2-R,0-,1-,2-77,0-,1-AA,2-,0-,1-33,2-KK,0-,1-22,2-,0-,1-QQQK,2-,0-,1-66,2-JJ,0-AA,1-,2-,0-55,1-TT,2-4444,0-,1-,2-2,0-B,1-,2-9999,0-,1-,2-T,0-J,1-,2-,0-33888,1-,2-,0-T,1-,2-,0-Q,1-,2-`,
  botzone: `${game('botzone', 14)}&a=0p,1p,2p,x,2p,0p,1p,x,1p,2p,0c3,0-9,1-B,2-,0-,1-JJKKK,2-,0-,1-7,2-8,0-T,1-Q,2-,0-K,1-,2-2,0-R,1-,2-,0-3,1-9,2-J,0-A,1-,2-,0-4,1-6,2-8,0-Q,1-,2-A,0-2,1-,2-,0-Q,1-,2-A`,
  yuncheng: `${game('yuncheng', 15)}&a=2p,0c,1p,2p,0-6,1-9,2-Q,0-A,1-R,2-,0-,1-55TTT,2-,0-33KKK,1-,2-,0-7,1-9,2-J,0-2,1-,2-,0-99,1-,2-AA`,
  laizi: `${game('laizi', 16)}&a=2p,0c,1p,0n,1s,2n,0-4,1-K,2-,0-2,1-,2-,0-6,1-7,2-Q,0-,1-,2-T,0-Q,1-2,2-,0-B,1-,2-,0-99,1-5Q~pair-Q-1,2-`,
};

for (const [rules, hash] of Object.entries(GAMES))
  test(`a game of ${rules} is played to its end by clicking`, async () => {
    const page = await open({ hash });
    await playOut(page, byClick);
    const score = await page.locator('.end .score').textContent();
    assert.match(score, /^[+−]\d+$/);
    await page.waitForSelector('.end .factors');
    const factors = await page.locator('.end .factors [data-times]').evaluateAll((all) => all.map((one) => Number(one.dataset.times)));
    const points = Number(score.replace('−', '-'));
    assert.equal(factors.reduce((product, times) => product * times, 1), Math.abs(points));
    assert.equal(await page.locator('.end h2').textContent(), points > 0 ? 'You won' : 'You lost');
    assert.equal(await page.locator('.played:not(.past)').count(), 1, 'the last play is in sight');
    assert.equal(await page.locator('.points tbody tr').count(), 1);
  });

test('a whole game is played by keyboard alone', async () => {
  const page = await open({ hash: game('huanle', 21) });
  await playOut(page, byKey);
  assert.match(await page.locator('#said').textContent(), /win/);
});

/** Is all seen that was done, and not covered? */
const covered = (page) => page.evaluate(() => [...document.querySelectorAll('.seat :is(.name, .left), .facts dd, .middle :is(.card, .said, .pattern)')].filter((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  if (!width || getComputedStyle(part).visibility === 'hidden') return false; // older than the last two plays
  const on = document.elementFromPoint(x + Math.min(width / 2, 6), y + height / 2);
  return on?.closest('.seat, .facts, .middle') !== part.closest('.seat, .facts, .middle');
}).map((part) => part.outerHTML));

/** Clocks run fast, so each seat has used seconds. A slow robot's clock once pushed its play under the own hand. */
const prepare = () => {
  const now = performance.now.bind(performance);
  performance.now = () => 100 * now();
};

for (const [width, height, begun] of [[360, 640, ''], [740, 360, '&a=2p,0p,1c,1n,2s,0s,1-T,2-J,0-A,1-R,2-,0-,1-A,2-B,0-,1-,2-3445~trio_solo-4-1']])
  test(`a game is played by touch on ${width} x ${height}, and nothing that is needed leaves it`, async () => {
    const page = await open({ hash: game('laizi', 3, begun), ...devices['Galaxy S8'], viewport: { width, height }, defaultBrowserType: undefined, prepare });
    const inSight = async () => {
      for (const part of ['.own .hand', '.own .actions', '.tools']) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= width + 1 && box.y >= 0 && box.y + box.height <= height + 1, `${part} ${JSON.stringify(box)}`);
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than the screen');
      assert.equal(new Set(await page.locator('.tools > button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))).size, 1, 'one row of tools');
      assert.deepEqual(await covered(page), []);
    };
    await turn(page);
    await page.locator('.tools > button', { hasText: 'Unseen' }).tap();
    await page.waitForSelector('.strip .counter');
    await page.getByRole('button', { name: 'More' }).tap();
    await page.locator('.menu button', { hasText: 'Log' }).tap();
    await page.waitForSelector('.sheet .course');
    assert.deepEqual(await covered(page), []);
    await page.getByRole('button', { name: 'Close' }).tap();
    await playOut(page, async (locator) => {
      await inSight();
      await byTap(locator);
    });
    assert.deepEqual(await covered(page), []);
  });
