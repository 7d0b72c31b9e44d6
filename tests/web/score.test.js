/* How the points of a game came about: the product is the points. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { factorsOf, totalOf } from '../../web/model/score.js';

const scoring = { multiplier: { bomb: 2, spring: 2 } };

/* name, seat, landlord, multiplier, bombs, spring, factors of the seats, base, the factors that are told */
const ROWS = [
  ['a farmer', 1, 0, 3, 0, false, [1, 1, 1], 1, 'base 1, calls 3, bombs 1, spring 1, doubles 1, both 1'],
  ['the landlord gets from both', 0, 0, 2, 0, false, [1, 1, 1], 1, 'base 1, calls 2, bombs 1, spring 1, doubles 1, both 2'],
  ['bombs and spring', 2, 0, 24, 2, true, [1, 1, 1], 1, 'base 1, calls 3, bombs 4, spring 2, doubles 1, both 1'],
  ['doubles of both sides', 1, 0, 1, 0, false, [2, 4, 1], 1, 'base 1, calls 1, bombs 1, spring 1, doubles 8, both 1'],
  ['both farmers doubled alike', 0, 0, 1, 0, false, [1, 4, 4], 1, 'base 1, calls 1, bombs 1, spring 1, doubles 4, both 2'],
  ['doubles of three', 0, 0, 4, 1, false, [2, 4, 1], 10, 'base 10, calls 2, bombs 2, spring 1, doubles 2, both 5'],
];

for (const [name, seat, landlord, multiplier, bombs, spring, factors, base, told] of ROWS)
  test(name, () => {
    const seats = factors.map((factor, i) => ({ factor, role: i === landlord ? 'landlord' : 'farmer' }));
    const found = factorsOf({ landlord, multiplier, bombs, spring, seats }, seat, scoring, base);
    assert.equal(found.map(({ what, times }) => `${what} ${times}`).join(', '), told);
  });

/* multiplier, factors of the seats, landlord, what it is for each seat: what the live total says is what the result pays */
for (const [multiplier, factors, landlord, totals] of [[3, [1, 1, 1], 0, [null, null, null]], [1, [4, 4, 2], 0, [24, 16, 8]], [2, [1, 2, 1], 0, [6, 4, 2]], [2, [1, 2, 1], null, [null, null, null]]])
  test(`a multiplier of ${multiplier} with doubles ${factors} is ${totals}`, () => {
    const at = { landlord, multiplier, bombs: 0, spring: false, seats: factors.map((factor, i) => ({ factor, role: i === landlord ? 'landlord' : 'farmer' })) };
    assert.deepEqual([0, 1, 2].map((seat) => totalOf(at, seat)), totals);
    if (totals[0] !== null) assert.deepEqual([0, 1, 2].map((seat) => factorsOf(at, seat, scoring).reduce((product, { times }) => product * times, 1)), totals);
  });
