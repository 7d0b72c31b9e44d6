/* Suits: every card of a deal has one of its own, and keeps it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fanned, laid, without } from '../../web/model/cards.js';
import { fresh } from '../../web/model/game.js';
import { reordered, suitsOf } from '../../web/model/suits.js';

const DECK = '3456789TJQKA2'.repeat(4) + 'BR';

/** A deal drawn from a seed, then plays of one card each, the lowest first: all states on the way. */
function* course(seed, count) {
  let random = seed;
  const cards = [...DECK].map((card) => [(random = (random * 1103515245 + 12345) % 2147483648), card]).sort((a, b) => a[0] - b[0]).map(([, card]) => card).join('');
  const hands = [cards.slice(0, 17), cards.slice(17, 34), cards.slice(34, 51)];
  const kitty = cards.slice(51);
  let game = fresh('standard', seed);
  const at = (landlord) => ({ deals: 1, landlord, kitty, seats: hands.map((hand, seat) => ({ seat, hand })) });
  yield [game, at(null)];
  hands[1] += kitty;
  for (let i = 0; i < count; i++) {
    yield [game, at(1)];
    const card = fanned(hands[i % 3]).at(-1);
    hands[i % 3] = without(hands[i % 3], card);
    game = { ...game, actions: [...game.actions, { seat: i % 3, cards: card }] };
  }
}

test('no card is there twice, and what is played leaves the hand', () => {
  for (let seed = 1; seed <= 20; seed++) {
    let before = null;
    for (const [game, at] of course(seed, 30)) {
      const suits = suitsOf(game, at);
      const named = (cards, of) => [...cards].map((card, i) => card + of[i]);
      const hands = at.seats.map(({ hand, seat }) => named(fanned(hand), suits.hands[seat]));
      const all = [...hands.flat(), ...game.actions.map(({ cards }, i) => cards + suits.plays[i]), ...(at.landlord === null ? named(at.kitty, suits.kitty) : [])];
      assert.equal(new Set(all).size, 54, `seed ${seed}`);
      assert.ok(all.every((card) => ('BR'.includes(card[0]) ? card[1] === ' ' : 'SHCD'.includes(card[1]))), `seed ${seed}`);
      if (before) for (const [seat, hand] of hands.entries()) assert.ok(hand.every((card) => before[seat].includes(card) || at.landlord === 1), `seed ${seed}`);
      before = hands;
    }
  }
});

test('hands that were given as ranks have no suits', () => {
  assert.equal(suitsOf({ ...fresh('standard', 1), hands: ['3', '4', '5'] }, {}), null);
  assert.equal(suitsOf({ rules: 'standard', actions: [], sitters: [], hands: [] }, {}), null);
});

for (const [cards, pattern, order] of [
  ['4QQQ', { rank: 'Q', length: 1, main: 3 }, 'QQQ4'],
  ['33344458', { rank: '3', length: 2, main: 3 }, '44433385'],
  ['555666777888', { rank: '6', length: 3, main: 3 }, '888777666555'],
  ['445566', { rank: '4', length: 3, main: 2 }, '665544'],
  ['444468', { rank: '4', length: 1, main: 4 }, '444486'],
  ['346678', { rank: '3', length: 6, main: 1, stands_for: [{ card: '6', as: '5' }] }, '876643'],
  ['3QQQQ', null, 'QQQQ3'],
  ['34567', null, '76543'],
  ['', null, ''],
])
  test(`${cards || 'nothing'} is laid as ${order || 'nothing'}`, () => assert.equal(laid(cards, pattern), order));

test('suits follow their cards into another order', () => assert.equal(reordered('4QQQ', 'SHCD', 'QQQ4'), 'HCDS'));
