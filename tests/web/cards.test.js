/* Sets of cards as strings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cardsAt, counts, cut, fanned, holds, laid, letterOf, parsed, places, sorted, standing, unreadable, without } from '../../web/model/cards.js';

test('cards are sorted as the service sorts them', () => {
  assert.equal(sorted('2ARB3TF'), '3TA2BRF');
  assert.equal(fanned('3TA2BR'), 'RB2AT3');
});
const WRITTEN = [['r b 2, 10 10 j3', '3TTJ2BR'], ['', ''], ['大王', 'R'], ['小王，2', '2B'], ['王炸', 'BR'], ['♠3 ♥️3 10♦', '33T'], ['红桃K、黑桃A。', 'KA'],
  ['small joker big JOKER', 'BR'], ['3 ★☆✿', '3BRF'], ['３Ａ１０', '3TA'], ['花牌', 'F']];
for (const [text, cards] of WRITTEN) test(`'${text}' is ${cards || 'nothing'}`, () => assert.equal(parsed(text), cards));
const UNREADABLE = [['X', 'X'], ['1', '1'], ['0', '0'], ['3-4', '-'], ['33你好4', '你好'], ['王', '王'], ['110', '1'], ['🂡', '🂡']];
for (const [text, piece] of UNREADABLE) test(`of '${text}' '${piece}' cannot be read`, () => assert.deepEqual([parsed(text), unreadable(text)], [null, piece]));
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
  assert.equal(cardsAt('KK5543', new Set([4, 2, 5])), '345');
  assert.equal(cardsAt('FBJ444', new Set([1, 2, 3, 4, 5])), '444JB', 'BJ would be a big joker'); // the console asked for it as BJ444, and was refused
});

/* cards, pattern, as it lies, what each card stands for */
const LAID = [['3444', { rank: '4', length: 1, main: 3 }, '4443', '    '], ['34567', { rank: '3', length: 5, main: 1 }, '76543', '     '], ['39', { rank: '3', length: 1, main: 2, stands_for: [{ card: '9', as: '3' }] }, '39', ' 3'],
  ['44959', { rank: '4', length: 1, main: 3, stands_for: [{ card: '9', as: '4' }, { card: '9', as: '5' }] }, '44995', '  45 '], ['3444', null, '4443', '    ']];
for (const [cards, pattern, order, as] of LAID) test(`${cards} lies as ${order}, '${as}'`, () => assert.deepEqual([laid(cards, pattern), standing(cards, pattern)], [order, as]));
test('a hand is cut between two ranks', () => {
  assert.deepEqual(['RB2AKQ', 'RAAA33', 'AAAAKK', '3333', '3'].map(cut), [3, 4, 4, 4, 1]);
  for (const hand of ['RB22AKKQJTTT98877543', 'AAAAKKKKQQQQJJJJ']) assert.notEqual(hand[cut(hand)], hand[cut(hand) - 1]);
});
