/* Numbers as exactly as they are known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { between, chance, points } from '../../web/model/estimate.js';

for (const [share, visits, text] of [
  [0.261468, undefined, '26%'], [1, 0, '100%'], [1, 16, '100%'], [0, 3, '0%'], [0.5, 1, '7–93%'], [0.3, 4, '8–68%'], [0.1, 4, '1–51%'], [0.033333, 14, '0–21%'], [0.5, 99, '42–58%'],
  [0.5, 100, '50%'], [0.261468, 326, '26%'], [0.001, 9999, '0%'], [0.1234, 10000, '12.3%'],
])
  test(`a chance of ${share} from ${visits} playouts is ${text}`, () => assert.equal(chance(share, visits), text));

for (const [value, visits, text] of [[0, 0, '0.00'], [-0.96319, 326, '−1.0'], [-0.04, 3, '0.0'], [1.2345, 20000, '+1.23'], [-2, undefined, '−2.00'], [0.004, 0, '0.00']])
  test(`${value} points from ${visits} playouts are ${text}`, () => assert.equal(points(value, visits), text));

test('more playouts, a narrower range, always around the share', () => {
  for (const share of [0, 0.01, 0.3, 0.5, 0.99, 1])
    for (let visits = 1, last = 2; visits < 5000; visits *= 2) {
      const [least, most] = between(share, visits);
      assert.ok(0 <= least && least <= share + 1e-12 && share - 1e-12 <= most && most <= 1, `${share} ${visits}`);
      assert.ok(most - least < last);
      last = most - least;
    }
});
