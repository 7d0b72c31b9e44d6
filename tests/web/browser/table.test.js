/* What moves at the table of #/play, in Chromium, and that nothing jumps. */
import assert from 'node:assert/strict';

import { decide, game, ground, query, test, turn } from './console.js';

const { open } = ground();

/** One card against robots: one play. */
const SHORT = `#/play?${query({ rules: 'standard', hands: '{"landlord":"33","landlord_down":"89","landlord_up":"TJ"}', seats: 'me,3,3' })}`;

/** Note what is moved. */
function watch() {
  globalThis.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    globalThis.moved.push([this.className, ...frames.flatMap(Object.keys)]);
    return animate.call(this, frames, how);
  };
}

for (const [pace, reducedMotion, moves] of [['quick', 'no-preference', true], ['once', 'no-preference', false], ['quick', 'reduce', false]])
  test(`cards ${moves ? 'are dealt and fly' : 'lie still'}: pace ${pace}, motion ${reducedMotion}`, async () => {
    const page = await open({ hash: SHORT, reducedMotion, kept: { pace }, prepare: watch });
    await turn(page);
    for (const key of '33') await page.keyboard.press(key);
    await page.waitForSelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.end');
    const moved = await page.evaluate(() => globalThis.moved);
    const keys = new Set(moved.flatMap(([, ...frame]) => frame));
    assert.deepEqual([...keys].sort(), moves ? ['opacity', 'transform'] : []);
    assert.deepEqual(moved.map(([name]) => name.split(' ')[0]), moves ? ['slot', 'slot', 'cards'] : []);
    if (reducedMotion === 'reduce') assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  });

/* At a pace at which robots act too late after a key to be taken for its effect. */
for (const [width, height] of [[1280, 800], [820, 1180], [360, 640]])
  test(`nothing jumps while a game goes on at ${width} x ${height}`, async () => {
    const prepare = () => {
      globalThis.shifted = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((one) => one.hadRecentInput || (globalThis.shifted += one.value))).observe({ type: 'layout-shift', buffered: true });
    };
    const page = await open({ hash: game('standard', 22), viewport: { width, height }, kept: { pace: 'calm', coach: true }, prepare });
    for (let i = 0; i < 3 && (await turn(page)) !== 'over'; i++) await decide(page);
    const shifted = await page.evaluate(() => globalThis.shifted);
    assert.ok(shifted <= 0.02, String(shifted));
  });
