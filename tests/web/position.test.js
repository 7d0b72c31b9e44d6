/* Positions: as links, as questions, out of a game. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EMPTY, callQuestion, decodedPosition, encodedPosition, historyOf, historyText, moveQuestion, positionIn } from '../../web/model/position.js';

const POSITIONS = {
  'a hand alone': { ...EMPTY, hand: '3456' },
  'all that can be said': { ...EMPTY, hand: '33BR', role: 'landlord_up', kitty: '345', history: '34567.-.-.T~solo-T-1', multiplier: 4 },
  'a play to beat': { ...EMPTY, hand: '44', last: '33', by: 'landlord_down', left: '3,4,2' },
  'before the calls': { ...EMPTY, hand: '33445566778899TJQ', role: '', phase: 'call', seat: 1, calls: 'pass,1' },
  'after the calls': { ...EMPTY, hand: '3456', role: 'landlord_up', history: '3.-', calls: 'landlord_up:pass,landlord:1' },
  'rules with wild ranks': { ...EMPTY, hand: '345', rules: { preset: 'laizi', wild: ['7'] } },
};
for (const [name, position] of Object.entries(POSITIONS))
  test(`${name} comes back from its link as it went`, () => assert.deepEqual(decodedPosition(encodedPosition(position)), position));

for (const text of ['', 'role=landlord', 'hand=xyz', 'hand=3&role=king', 'hand=3&rules={', 'hand=3&multiplier=x', 'hand=3&seat=7'])
  test(`'${text}' is no position`, () => assert.equal(decodedPosition(text), null));

test('a history is read in the order of the seats', () => {
  assert.deepEqual(historyOf('34567 - , 8 '), [
    { role: 'landlord', cards: '34567' }, { role: 'landlord_down', cards: '' }, { role: 'landlord_up', cards: '8' }]);
  assert.deepEqual(historyOf('34-'), [{ role: 'landlord', cards: '34-' }]); // the service says what is wrong with it
  assert.equal(historyText(historyOf('3~solo-3-1 - 4')), '3~solo-3-1.-.4');
});

test('a question has what is known and nothing else', () => {
  assert.deepEqual(moveQuestion({ ...EMPTY, hand: '34' }), { hand: '34', role: 'landlord', rules: 'standard' });
  assert.deepEqual(moveQuestion({ ...EMPTY, hand: '44', role: 'landlord_up', last: '33', by: 'landlord', left: '5,,1' }),
    { hand: '44', role: 'landlord_up', rules: 'standard', last: { cards: '33', role: 'landlord' }, left: { landlord: 5, landlord_up: 1 } });
  assert.deepEqual(moveQuestion({ ...EMPTY, hand: '4', history: '3', last: '5' }).last, undefined);
  assert.deepEqual(moveQuestion({ ...EMPTY, hand: '4', history: '3', calls: 'landlord_up:pass,landlord:1' }).calls,
    [{ role: 'landlord_up', call: 'pass' }, { role: 'landlord', call: '1' }]);
  assert.deepEqual(callQuestion({ ...EMPTY, hand: '3', role: '', phase: 'call', seat: 2, calls: 'pass,1' }),
    { hand: '3', rules: 'standard', phase: 'call', seat: 2, calls: ['pass', '1'] });
  assert.deepEqual(callQuestion({ ...EMPTY, hand: '3', role: 'landlord', kitty: '4', phase: 'double', seat: 2 }),
    { hand: '3', rules: 'standard', role: 'landlord', kitty: '4', phase: 'double' });
});

test('the seat to act in a game is a position', () => {
  const seats = ['345', '67', '89'].map((hand, seat) => ({ hand, seat, role: ['landlord', 'landlord_down', 'landlord_up'][seat] }));
  const at = { turn: 1, role: 'landlord_down', phase: 'play', landlord: 0, kitty: '3', wild: ['7'], multiplier: 2, seats, first: 0 };
  const game = { rules: 'laizi', seed: 1, sitters: [], actions: [{ seat: 0, call: 'call' }, { seat: 0, cards: '3' }] };
  assert.deepEqual(positionIn(game, at), {
    ...EMPTY, hand: '67', role: 'landlord_down', rules: { preset: 'laizi', wild: ['7'] }, kitty: '3', calls: 'landlord:call', history: '3', multiplier: 2 });
  for (const unknown of [{ landlord: 0 }, { hands: { landlord: '345', landlord_down: '67', landlord_up: '89' } }, { actions: [{ call: 'call' }, { seat: 0, cards: '3' }] }])
    assert.equal(positionIn({ ...game, ...unknown }, at).calls, undefined);
  const again = [{ seat: 1, call: 'pass' }, { deal: true }, { seat: 2, call: 'pass' }, { seat: 0, call: 'call' }, { seat: 0, cards: '3' }];
  assert.equal(positionIn({ ...game, actions: again }, at).calls, 'landlord_up:pass,landlord:call');
  assert.equal(positionIn(game, { ...at, turn: null }), null);
  const calling = positionIn({ ...game, actions: [{ seat: 2, call: 'pass' }, { deal: true }, { seat: 1, call: 'pass' }] },
    { ...at, turn: 2, first: 1, role: null, phase: 'call', landlord: null, wild: [] });
  assert.deepEqual([calling.role, calling.seat, calling.calls, calling.kitty], ['', 1, 'pass', '']);
});
