/* Whole games in Chromium: by clicks, by keys, by touch. */
import assert from 'node:assert/strict';

import { byClick, byTap, devices, game, ground, playOut, test, turn } from './console.js';

const { open } = ground();

for (const [rules, seed] of [['standard', 11], ['douzero', 12], ['huanle', 13], ['botzone', 14], ['yuncheng', 15], ['laizi', 16]])
  test(`a whole game of ${rules} is played by clicking`, async () => {
    const { page, done } = await open({ hash: game(rules, seed) });
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
    await done();
  });

test('a whole game is played by keyboard alone', async () => {
  const { page, done } = await open({ hash: game('huanle', 21) });
  await playOut(page, (_, key) => page.keyboard.press(key));
  assert.match(await page.locator('#said').textContent(), /win/);
  await done();
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

for (const [width, height] of [[360, 640], [740, 360]])
  test(`a whole game is played by touch on ${width} x ${height}, and nothing that is needed leaves it`, async () => {
    const { page, done } = await open({ hash: game('laizi', 3), ...devices['Galaxy S8'], viewport: { width, height }, defaultBrowserType: undefined, prepare });
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
    await done();
  });
