/* A game as a link and back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { after, callKey, fresh, robot, takenBack } from '../../web/model/game.js';
import { decoded, encoded } from '../../web/model/link.js';

const CALLS = ['pass', '1', '2', '3', 'call', 'rob', 'kick', 'follow', 'kick_back', 'none', 'double', 'super'];
const GAMES = {
  'a fresh deal': fresh('standard', 7),
  'other robots': fresh('huanle', 0, [robot(3, 'aggressive'), robot(10), robot(0, 'cooperative')]),
  'every call': after(fresh('laizi', 2 ** 53 - 1), ...CALLS.map((call, i) => ({ seat: i % 3, call }))),
  'plays, passes, readings, new deals': after(
    fresh('yuncheng', 5), { seat: 0, deal: true }, { seat: 1, cards: '3344F', id: 'trio_pair-4-1' }, { seat: 2, cards: '' },
    { cards: '9TJQKA' }, { seat: 0, cards: 'BR' },
  ),
  'rules that are narrowed': fresh({ preset: 'standard', forbid: ['trio_solo', 'trio_pair'] }, 1),
  'given hands by role': { ...fresh('standard', 0), seed: undefined, hands: { landlord: '3345', landlord_down: '67', landlord_up: '89' } },
  'given hands by seat': { ...fresh('standard', 0), seed: undefined, hands: ['3', '4', '5'], landlord: 1, first: 2, kitty: '3', base: 100 },
};

const plain = (value) => JSON.parse(JSON.stringify(value));

for (const [name, game] of Object.entries(GAMES))
  test(`${name} comes back as it went`, () => assert.deepEqual(plain(decoded(encoded(game))), plain(game)));

test('a link is short and can be read', () => {
  const game = after(fresh('standard', 7), { seat: 1, call: '3' }, { seat: 1, cards: '3456789' }, { seat: 2, cards: '' });
  assert.equal(encoded(game), 'rules=standard&seed=7&seats=me,0,0&a=1c3,1-3456789,2-');
});

const WRONG = ['', 'rules=standard', 'seed=x', 'seed=-1', 'seed=1.5', 'seed=1&seats=me,me', 'seed=1&seats=me,11,0', 'seed=1&seats=me,you,0',
  'seed=1&a=3c1', 'seed=1&a=0q', 'seed=1&a=0-3X', 'seed=1&a=0-3~<b>', 'seed=1&rules={', 'seed=1&rules={}', 'seed=1&rules=<b>', 'hands={'];
for (const text of WRONG) test(`'${text}' is no game`, () => assert.equal(decoded(text), null));

test('random bytes never throw', () => {
  let seed = 20261122;
  const next = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const bits = ['seed=', 'rules=', 'a=', 'seats=', '&', ',', '-', '~', '0', '1c3', 'me', '{', '}', '%', '%E4', '"', 'x'];
  for (let i = 0; i < 5000; i++) decoded(Array.from({ length: next(12) }, () => bits[next(bits.length)]).join(''));
});

test('taking back goes to the last decision of a person', () => {
  const game = after(fresh('standard', 7), { seat: 0, call: '3' }, { seat: 0, cards: '3' }, { seat: 1, cards: '4' }, { seat: 2, cards: '' });
  assert.equal(takenBack(game).actions.length, 1);
  assert.equal(takenBack(takenBack(game)).actions.length, 0);
  assert.equal(takenBack(fresh('standard', 7)).actions.length, 0);
  const watched = { ...game, sitters: [robot(0), robot(0), robot(0)] };
  assert.equal(takenBack(watched).actions.length, 3);
});

/* A pass has other words after somebody has called. */
const PASSES = [['standard', [], 'pass.call'], ['standard', [{ call: '1' }], 'pass.call'], ['huanle', [{ call: 'pass' }], 'pass.call'], ['huanle', [{ call: 'call' }], 'pass.rob'],
  ['yuncheng', [{ call: 'call' }, { call: 'pass' }], 'pass.kick'], ['huanle', [{ call: 'call' }, { deal: true }], 'pass.call'], [{ preset: 'yuncheng' }, [{ call: 'call' }], 'pass.kick']];
for (const [rules, actions, key] of PASSES)
  test(`a pass after ${JSON.stringify(actions)} in ${JSON.stringify(rules)} is ${key}`, () => assert.equal(callKey({ rules, actions }, 'pass'), key));
test('other calls have one word', () => assert.equal(callKey({ rules: 'huanle', actions: [] }, 'rob'), 'call.rob'));
