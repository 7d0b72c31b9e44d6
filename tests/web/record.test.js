/* Games that were written elsewhere, what a review says as a curve, questions with more and more time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { endOf, lineOf, pointsOf, sizeOf } from '../../web/model/course.js';
import { deepen, deeper } from '../../web/model/deepen.js';
import { gamesIn } from '../../web/model/record.js';

const line = '{"rules":"standard","seed":7,"actions":[{"seat":0,"call":"3"},{"seat":0,"cards":"3"}]}';
const COUNTS = [[line, 1], [`${line}\n${line}\n`, 2], [`[${line},${line}]`, 2], [`${line.replaceAll(',', ',\n')}`, 1],
  ['http://h/#/play?rules=standard&seed=7&a=0c3', 1], ['', 0], ['hello', 0], ['{}', 0], ['[1]', 0], [`${line}\nhello`, 0], ['{"actions":[3]}', 0], ['{"actions":"x"}', 0]];
for (const [text, count] of COUNTS) test(`in '${text.slice(0, 40)}' are ${count} games`, () => assert.equal(gamesIn(text).length, count));
test('a game keeps what the referee takes, and nothing else', () => {
  const [game] = gamesIn('{"seed":7,"dealing":"unshuffled","robots":{},"actions":[{"seat":1,"cards":"3","reason":{}}]}');
  assert.deepEqual([game.seed, game.dealing, game.actions, game.rules, 'robots' in game], [7, 'unshuffled', [{ seat: 1, cards: '3' }], 'standard', false]);
});

test('chances are the landlord\'s, whoever plays', () => {
  const decision = (action, role, win_probability) => ({ action, role, win_probability, best_win_probability: 1, verdict: null });
  const points = pointsOf({ decisions: [decision(0, 'landlord', null), decision(1, 'landlord_up', 0.25), decision(2, 'landlord', null)] });
  assert.deepEqual(points.map(({ chance, best }) => [chance, best]), [[null, 1], [0.75, 0], [null, 1]]);
  assert.deepEqual(lineOf(points).map(({ chance }) => chance), [0.75, 0.75, 0.75]);
});
test('mistakes have sizes', () => assert.deepEqual([null, 'best', 'inaccuracy', 'mistake', 'blunder'].map(sizeOf), [0, 0, 0, 1, 2]));
test('a curve ends where the game did', () => {
  const seats = [{ seat: 0, role: 'landlord_up' }, { seat: 1, role: 'landlord' }];
  assert.deepEqual([0, 1].map((winner) => endOf({ finished: true, winner, seats })), [0, 1]);
  assert.equal(endOf({ finished: false, winner: null, seats }), null);
});

test('deeper is always more, as long as a request may wait', () => {
  assert.deepEqual(deeper(0), [10, 100, 1000, 3000]);
  assert.deepEqual([deeper(100), deeper(3000), deeper(9000), deeper(25000)], [[1000, 3000], [9000], [25000], [25000]]);
});

test('a question is asked with more and more time, until it is stopped', async () => {
  const abort = new AbortController();
  const asked = [];
  const seen = [];
  await deepen(async (ms) => asked.push(ms), (answer, ms) => {
    seen.push(ms);
    if (ms === 100) abort.abort();
  }, abort.signal, [10, 100, 1000]);
  assert.deepEqual([asked, seen], [[10, 100], [10, 100]]);
});
test('an answer that comes after the stop is dropped', async () => {
  const abort = new AbortController();
  await deepen(async () => abort.abort(), () => assert.fail('told'), abort.signal);
});
