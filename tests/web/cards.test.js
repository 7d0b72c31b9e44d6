/* Sets of cards as strings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { counts, fanned, holds, letterOf, parsed, places, sorted, without } from '../../web/model/cards.js';

test('cards are sorted as the service sorts them', () => {
  assert.equal(sorted('2ARB3TF'), '3TA2BRF');
  assert.equal(fanned('3TA2BR'), 'RB2AT3');
});
test('what people write is read', () => {
  assert.equal(parsed('r b 2, 10 10 j3'), '3TTJ2BR');
  assert.equal(parsed(''), '');
  for (const text of ['X', '1', '0', '3-4', '大王']) assert.equal(parsed(text), null, text);
});
test('keys name ranks, ten has three', () => {
  assert.deepEqual(['3', 't', '0', '1', 'j', 'R', 'x', 'Enter', ''].map(letterOf), ['3', 'T', 'T', 'T', 'J', 'R', '', '', '']);
});
test('cards are counted, taken away, found', () => {
  assert.deepEqual(counts('3345'), { 3: 2, 4: 1, 5: 1 });
  assert.equal(without('33456', '36T'), '345');
  assert.ok(holds('33456', '335'));
  assert.ok(!holds('3456', '33'));
  assert.deepEqual([...places('KK5543', '543')], [2, 4, 5]);
  assert.deepEqual([...places('KK', '5')], []);
});
