/* Endgames: turns, what lies there, the perfect player, links. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { afterPlay, allied, decodedEndgame, encodedEndgame, perfectPlay, solveQuestion, winner } from '../../web/model/endgame.js';

const two = { rules: 'standard', hands: { landlord: '355KK', farmer: '99TTB' }, to_move: 'landlord', last: null };
const three = { rules: { preset: 'standard', forbid: ['trio_pair'] }, hands: { landlord: '345', landlord_down: '67', landlord_up: '89' }, to_move: 'landlord_down', last: { role: 'landlord', cards: '3' } };

for (const [name, endgame] of Object.entries({ two, three }))
  test(`an endgame of ${name} hands comes back from its link as it went`, () => assert.deepEqual(decodedEndgame(encodedEndgame(endgame)), endgame));
for (const text of ['landlord=3', 'landlord=3&farmer=x', 'landlord=3&farmer=4&to=landlord_up', 'landlord=3&farmer=4&last=king-3', 'landlord=3&farmer=4&rules={'])
  test(`'${text}' is no endgame`, () => assert.equal(decodedEndgame(text), null));

test('of two, who played leads when the other passes', () => {
  const led = afterPlay(two, '55');
  assert.deepEqual([led.hands.landlord, led.to_move, led.last], ['3KK', 'farmer', { role: 'landlord', cards: '55' }]);
  const passed = afterPlay(led, '');
  assert.deepEqual([passed.to_move, passed.last], ['landlord', null]);
  assert.equal(afterPlay(led, '99').last.role, 'farmer');
});
test('of three, two must pass before who played leads', () => {
  const one = afterPlay({ ...three, last: { role: 'landlord', cards: '3' } }, '');
  assert.deepEqual([one.to_move, one.last.role], ['landlord_up', 'landlord']);
  const both = afterPlay(one, '');
  assert.deepEqual([both.to_move, both.last], ['landlord', null]);
});
test('who has no cards has won, farmers together', () => {
  assert.equal(winner(two), null);
  assert.equal(winner(afterPlay(two, '355KK')), 'landlord');
  assert.ok(allied('landlord_up', 'landlord_down') && allied('farmer', 'farmer') && !allied('landlord', 'farmer'));
});
test('the solver is asked in its own words', () => {
  assert.deepEqual(solveQuestion(two), { landlord: '355KK', farmer: '99TTB', to_move: 'landlord', rules: 'standard' });
  assert.deepEqual(solveQuestion(three), { hands: three.hands, to_move: 'landlord_down', rules: three.rules, last: three.last });
});

const move = (cards, result, length) => ({ cards, pattern: null, result, length });
const CASES = [
  ['the quickest win', [move('3', 'win', 7), move('4', 'win', 3), move('5', 'loss', 9)], '4'],
  ['the longest resistance', [move('3', 'loss', 2), move('4', 'loss', 6), move('', 'loss', 5)], '4'],
  ['the first of equals', [move('3', 'loss', 4), move('4', 'loss', 4)], '3'],
];
for (const [name, moves, cards] of CASES) test(`a perfect player makes ${name}`, () => assert.equal(perfectPlay({ moves }).cards, cards));
test('where there is no play there is none', () => assert.equal(perfectPlay({ moves: [] }), null));
