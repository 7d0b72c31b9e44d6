/* Whole games in Chromium: by clicks, by keys, by touch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { byClick, byTap, devices, game, ground, playOut } from './console.js';

const { open } = ground();

for (const [rules, seed] of [['standard', 11], ['douzero', 12], ['huanle', 13], ['botzone', 14], ['yuncheng', 15], ['laizi', 16]])
  test(`a whole game of ${rules} is played by clicking`, async () => {
    const { page, done } = await open({ hash: game(rules, seed) });
    await playOut(page, byClick);
    const score = await page.locator('.end .score').textContent();
    assert.match(score, /^[+−]\d+$/);
    assert.equal(await page.locator('.points tbody tr').count(), 1);
    await done();
  });

test('a whole game is played by keyboard alone', async () => {
  const { page, done } = await open({ hash: game('huanle', 21) });
  await playOut(page, (_, key) => page.keyboard.press(key));
  assert.match(await page.locator('#said').textContent(), /win/);
  await done();
});

test('a whole game is played by touch on a small screen, and nothing that is needed leaves it', async () => {
  const { page, done } = await open({ hash: game('standard', 22), ...devices['Galaxy S8'], viewport: { width: 360, height: 640 }, defaultBrowserType: undefined });
  const inSight = async () => {
    for (const part of ['.own .hand', '.own .actions']) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 361 && box.y >= 0 && box.y + box.height <= 641, `${part} ${JSON.stringify(box)}`);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than the screen');
    const tools = await page.locator('.tools').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.ok(tools <= 0, `the tools are ${tools} pixels wider than the screen`);
  };
  await playOut(page, async (locator) => {
    await inSight();
    await byTap(locator);
  });
  await done();
});
