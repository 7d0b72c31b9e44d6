/* The own games: rows, what they say together, the file of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PERSON, fresh, robot, upTo } from '../../web/model/game.js';
import { dealOfDay, puzzleOfDay } from '../../web/model/daily.js';
import { decoded, encoded } from '../../web/model/link.js';
import { added, challenge, exercises, exported, imported, lastGames, merged, ratingOf, rowOf, summary, weighed } from '../../web/model/own.js';

const over = { phase: 'over', winner: 1, score: [-3, 6, -3], seats: [{ role: 'landlord_up' }, { role: 'landlord' }, { role: 'landlord_down' }] };
const played = (seed, sitters) => ({ ...fresh('standard', seed, sitters), actions: [{ seat: 1, cards: '3' }] });
const row = (seed, more = {}) => ({ .../** @type {any} */ (rowOf(played(seed), over, [0.1, 0], 1000 + seed)), ...more });

test('a game of one person becomes a row', () => {
  const { game, ...rest } = row(7);
  assert.deepEqual(rest, { at: 1007, level: '0,0', role: 'farmer', won: false, points: -3, judged: 2, lost: 0.1, help: '' });
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
  ...[{ at: -1 }, { at: '1' }, { level: '11' }, { level: 3 }, { role: 'king' }, { won: 1 }, { points: 0.5 }, { points: null }, { judged: -1 }, { lost: 3 }, { lost: null }, { game: 'x=1' }, { game: 7 }, { help: 'x' }, { help: 1 },
    { game: '<b>' }, { more: 1 }].map((change) => file({ games: [row(1, change)] }))];
for (const text of WRONG) test(`not taken: ${text.slice(0, 100)}`, () => assert.equal(imported(text), null));

test('the same deal for a friend has no plays, and the points', () => {
  const game = decoded(challenge(played(7), -3));
  assert.deepEqual(game, { ...upTo(played(7), 0), against: -3 });
  assert.equal(decoded('seed=7&vs=1e9')?.against, undefined);
});

test('a file of before has no help in its rows, and is read', () => {
  const { help, ...old } = row(1);
  assert.deepEqual(imported(file({ games: [old] }))?.games, [row(1)]);
});
test('a friend is told which help was used', () => assert.equal(decoded(challenge(played(7), -3, 'ht'))?.aided, 'ht'));

/* won, of so many, level, help, the rating */
for (const [won, of, level, help, rating] of [[2, 4, '1,1', '', null], [3, 6, '1,1', '', 1000], [3, 6, '8,8', '', 1420], [3, 6, '0,0', '', 1600], [9, 9, '1,1', '', 1400], [0, 9, '1,1', '', 600], [9, 9, '1,1', 'h', null]])
  test(`${won} of ${of} against ${level} with '${help}' are ${rating}`, () => assert.equal(ratingOf(Array.from({ length: of }, (_, i) => row(i, { won: i < won, level, help }))), rating));

test('own mistakes are kept once, the newest first, and forty of them', () => {
  const one = (action, solved = false) => ({ game: 'x', action, loss: 0.1, solved });
  assert.deepEqual(exercises([one(1, true), one(2)], [one(3), one(1)]), [one(3), one(1, true), one(2)]);
  assert.equal(exercises([], Array.from({ length: 50 }, (_, i) => one(i))).length, 40);
});

test('the deal and the puzzle of a day are the same all day, and others the next', () => {
  const day = Date.UTC(2026, 10, 25);
  assert.equal(encoded(dealOfDay(day)), 'rules=standard&seed=20261125&seats=me,8,8');
  const shelf = Array.from({ length: 72 }, (_, i) => i);
  assert.equal(puzzleOfDay(shelf, day), puzzleOfDay(shelf, day + 86399999));
  assert.equal(new Set(shelf.map((i) => puzzleOfDay(shelf, day + i * 86400000))).size, 72);
});
