/* Numbers as exactly as they are known; the words of a review are those of the service. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { certain, chance, points, within } from '../../web/model/estimate.js';

for (const [share, interval, text, between] of [
  [0.261468, undefined, '26%', ''], [0.5, null, '50%', ''], [1, [1, 1], '100%', ''], [0, [0, 0.3], '0%', '0–30%'], [0.62, [0.571, 0.668], '62%', '57–67%'],
  [0.1234, [0.12, 0.128], '12.3%', '12–13%'], [0.1234, [0.121, 0.1239], '12.3%', ''], [1, [0.995, 1], '100%', ''],
])
  test(`a chance of ${share} within ${interval} is ${text} ${between}`, () => {
    assert.equal(chance(share, interval), text);
    assert.equal(within(interval), between);
  });

for (const [share, proven, way] of [[1, true, 'won'], [0, true, 'lost'], [0.999, false, null], [null, false, null], [null, true, null]])
  test(`a chance of ${share}${proven ? ', proven,' : ''} is ${way}`, () => assert.equal(certain(share, proven), way)); // a certain loss was called won once

for (const [value, text] of [[0, '0.00'], [-0.96319, '−0.96'], [1.2345, '+1.23'], [-2, '−2.00'], [0.004, '0.00']])
  test(`${value} points are ${text}`, () => assert.equal(points(value), text));

test('the console calls a decision what the service calls it', () => {
  const rows = readFileSync(new URL('../../api/routes/review.def', import.meta.url), 'utf8').matchAll(/^VERDICT\(\w+, +"(\w+)", +[\d.]+, +"[^"]*", "(.+)"\)/gm);
  const words = (lang) => JSON.parse(readFileSync(new URL(`../../web/words/${lang}.json`, import.meta.url), 'utf8'));
  const [en, zh] = ['en', 'zh'].map(words);
  const seen = [...rows].map(([, name, chinese]) => {
    assert.equal(en[`verdict.${name}`].toLowerCase(), name);
    assert.equal(zh[`verdict.${name}`], chinese);
    return name;
  });
  assert.equal(seen.length, 6);
});
