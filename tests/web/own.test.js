/* The own games: rows, what they say together, the file of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PERSON, fresh, robot, upTo } from '../../web/model/game.js';
import { decoded, encoded } from '../../web/model/link.js';
import { added, challenge, exported, imported, lastGames, merged, rowOf, summary, weighed } from '../../web/model/own.js';

const over = { phase: 'over', winner: 1, score: [-3, 6, -3], seats: [{ role: 'landlord_up' }, { role: 'landlord' }, { role: 'landlord_down' }] };
const played = (seed, sitters) => ({ ...fresh('standard', seed, sitters), actions: [{ seat: 1, cards: '3' }] });
const row = (seed, more = {}) => ({ .../** @type {any} */ (rowOf(played(seed), over, [0.1, 0], 1000 + seed)), ...more });

test('a game of one person becomes a row', () => {
  const { game, ...rest } = row(7);
  assert.deepEqual(rest, { at: 1007, level: '0,0', role: 'farmer', won: false, points: -3, judged: 2, lost: 0.1 });
  assert.deepEqual(decoded(game), played(7));
  assert.equal(rowOf(played(1, [robot(8), PERSON, robot(3)]), over, [], 1)?.won, true);
  assert.equal(rowOf(played(1, [robot(8), PERSON, robot(3)]), over, [], 1)?.level, '3,8');
});
const NOBODYS = [[played(1, [robot(0), robot(0), robot(0)]), over], [played(1, [PERSON, PERSON, robot(0)]), over], [played(1), { ...over, phase: 'play' }], [played(1), { ...over, winner: null }]];
for (const [game, at] of NOBODYS) test(`no row of ${encoded(game)} ${at.phase}`, () => assert.equal(rowOf(game, at, [], 1), null));

test('a deal counts once, ten games are kept as a whole, a thousand as rows', () => {
  let rows = added(added([], row(1)), row(1, { at: 5, points: 99 }));
  assert.equal(rows.length, 1);
  for (let seed = 2; seed < 1100; seed++) rows = added(rows, row(seed));
  assert.deepEqual([rows.length, lastGames(rows).length, lastGames(rows)[0].at], [1000, 10, 2099]);
});
test('levels have a line each, and what was weighed a mean', () => {
  const rows = [row(1), row(2, { role: 'landlord', won: true, points: 6, level: '8,8', judged: 0, lost: 0 }), weighed([row(3)], played(3), 10, 0.5)[0]];
  const { lines, all } = summary(rows);
  assert.deepEqual(lines.map(({ level, landlord, farmer, points }) => [level, landlord, farmer, points]), [['8,8', [1, 1], [0, 0], 6], ['0,0', [0, 0], [0, 2], -6]]);
  assert.deepEqual([lines[0].loss, lines[1].loss?.toFixed(4), all.points, all.loss?.toFixed(4)], [null, '0.0500', 0, '0.0500']);
});
test('the file is read again, and what was there stays', () => {
  const file = { games: [row(1), row(2)], puzzles: { '1-01': 'solved', '1-02': 'shown' } };
  assert.deepEqual(imported(exported(file)), file);
  const both = merged({ games: [row(2, { points: 1 }), row(9)], puzzles: { '1-01': 'shown', '1-02': 'shown' } }, file);
  assert.deepEqual(both.games.map(({ at, points }) => [at, points]), [[1001, -3], [1002, 1], [1009, -3]]);
  assert.deepEqual(both.puzzles, { '1-01': 'solved', '1-02': 'shown' });
});

const file = (change) => JSON.stringify({ format: 'ddz-own', version: 1, games: [row(1)], puzzles: {}, ...change });
assert.ok(imported(file({})));
const WRONG = ['', 'null', '[]', '{}', 'hello', file({ format: 'x' }), file({ version: 2 }), file({ games: {} }), file({ games: [null] }), file({ puzzles: [] }), file({ puzzles: { '1-01': true } }),
  file({ puzzles: { '__proto__x': 'solved' } }), file({ games: Array(1001).fill(row(1)) }),
  ...[{ at: -1 }, { at: '1' }, { level: '11' }, { level: 3 }, { role: 'king' }, { won: 1 }, { points: 0.5 }, { points: null }, { judged: -1 }, { lost: 3 }, { lost: null }, { game: 'x=1' }, { game: 7 },
    { game: '<b>' }, { more: 1 }].map((change) => file({ games: [row(1, change)] }))];
for (const text of WRONG) test(`not taken: ${text.slice(0, 100)}`, () => assert.equal(imported(text), null));

test('the same deal for a friend has no plays, and the points', () => {
  const game = decoded(challenge(played(7), -3));
  assert.deepEqual(game, { ...upTo(played(7), 0), against: -3 });
  assert.equal(decoded('seed=7&vs=1e9')?.against, undefined);
});
