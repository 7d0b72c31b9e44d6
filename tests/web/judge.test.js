/* One judgement, deeper and deeper; which words stand; the story of a game. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openChange, openOf, pointsOf, seenBy, sizeOf } from '../../web/model/course.js';
import { STEPS, WORD, deepen, deeper, spared, stands, sums, word } from '../../web/model/judge.js';

test('deeper is always more, up to a bound', () => {
  assert.deepEqual(deeper(0), STEPS);
  assert.deepEqual([deeper(2000), deeper(200000), deeper(1800000), deeper(5400000)], [[20000, 200000], [600000], [5400000], [5400000]]);
});
test('a question is asked deeper and deeper, until it is stopped', async () => {
  const abort = new AbortController();
  const [asked, seen] = [[], []];
  await deepen(async (nodes) => asked.push(nodes), (_, nodes) => {
    seen.push(nodes);
    if (nodes === 100) abort.abort();
  }, abort.signal, [10, 100, 1000]);
  assert.deepEqual([asked, seen], [[10, 100], [10, 100]]);
});
test('an answer that comes after the stop is dropped', async () => {
  const abort = new AbortController();
  await deepen(async () => abort.abort(), () => assert.fail('told'), abort.signal);
});

/* What is said after the first words, and whether it is looked at ten times longer. */
for (const [what, decision, deep] of [
  ['best', { verdict: 'best', nodes: WORD }, false], ['good', { verdict: 'good', nodes: WORD }, false], ['forced', { forced: true, verdict: null, nodes: null }, false],
  ['proven without a search', { verdict: 'blunder', nodes: null }, false], ['close', { verdict: 'close', nodes: WORD }, true], ['blunder', { verdict: 'blunder', nodes: WORD }, true]])
  test(`a word that is ${what} ${deep ? 'is looked at once more' : 'stands'}`, async () => {
    assert.equal(stands(decision), !deep);
    const asked = [];
    const found = await word(async (nodes) => {
      asked.push(nodes);
      return { ...decision, nodes: decision.nodes && nodes };
    });
    assert.deepEqual(asked, deep ? [20000, 200000] : [20000]);
    assert.ok(stands(found));
  });
test('a decision that the time of a review did not reach does not stand, others without a word do', () => {
  for (const unjudged of ['limit_reached', 'no_chances']) assert.equal(stands({ verdict: null, unjudged, nodes: null }), unjudged !== 'limit_reached');
});
test('what is no decision has no word', async () => assert.equal(await word(async () => null), null));

test('who did what the hint said is not blamed', () => {
  const decision = { verdict: 'mistake', cards: '33', loss: 0.1 };
  assert.deepEqual([spared(decision, '33').verdict, spared(decision, '33').unjudged, spared(decision, '33').loss], [null, 'hinted', null]);
  for (const hint of [null, '', '44']) assert.equal(spared(decision, hint), decision);
  assert.equal(spared({ ...decision, verdict: 'best' }, '33').verdict, 'best');
  assert.equal(spared({ ...decision, cards: '' }, '').unjudged, 'hinted');
});

test('the sums of a seat', () => {
  const decisions = [{ forced: true }, { verdict: 'best', loss: 0, best: '3', cards: '3' }, { verdict: 'close', loss: null, best: '3', cards: '4' }, { verdict: 'blunder', loss: 0.3, best: '', cards: '5' }, { verdict: null }];
  assert.deepEqual(sums(decisions), { chosen: 4, judged: 3, lost: 0.3, mean: 0.09999999999999999, same: 2, blunders: 1 });
  assert.equal(sums([]).mean, null);
});

const DECISIONS = [{ action: 1, seat: 0, role: 'landlord', win_probability: 0.4, best_win_probability: 0.5, verdict: 'blunder' }, { action: 2, seat: 2, role: 'landlord_up', win_probability: 0.25, best_win_probability: null, verdict: null }];

test('chances are the landlord\'s, whoever plays', () => assert.deepEqual(pointsOf(DECISIONS).map(({ chance, best }) => [chance, best]), [[0.4, 0.5], [0.75, null]]));
test('one seat saw it before and after each of its decisions', () => {
  assert.deepEqual(seenBy(DECISIONS, 0).map(({ action, landlord }) => [action, landlord]), [[1, 0.5], [2, 0.4]]);
  assert.deepEqual(seenBy(DECISIONS, 2).map(({ action, landlord }) => [action, landlord]), [[2, null], [3, 0.75]]);
});
test('what a decision did with open hands is told for the own side', () => {
  const open = openOf({ open: [null, 0.5, 0.25, 0].map((landlord) => ({ landlord, proven: landlord === 0 })) });
  assert.deepEqual(openChange(open, DECISIONS[0]), { before: 0.5, after: 0.25, proven: false });
  assert.deepEqual(openChange(open, DECISIONS[1]), { before: 0.75, after: 1, proven: true });
  assert.equal(openChange(open, { action: 0, role: 'landlord' }), null);
  assert.equal(openChange(open, { action: 3, role: 'landlord' }), null);
});
test('mistakes have sizes', () => assert.deepEqual([null, 'best', 'inaccuracy', 'mistake', 'blunder'].map(sizeOf), [0, 0, 0, 1, 2]));
