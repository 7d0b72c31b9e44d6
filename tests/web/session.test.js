/* A game while it is played, with an engine of a few lines: each seat in turn puts down its lowest card. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PERSON, fresh, robot } from '../../web/model/game.js';
import { Session } from '../../web/model/session.js';

const HANDS = ['3456', '789', 'TJQ'];

/** An engine that says no to what `fails` names, so many times. */
function toy(fails = {}) {
  const asked = [];
  const question = (name, answer) => async (...args) => {
    asked.push(name);
    if (fails[name]) {
      const problem = fails[name].shift();
      if (!fails[name].length) delete fails[name];
      if (problem) throw new Error(problem);
    }
    return answer(...args);
  };
  const state = (game) => {
    const hands = HANDS.map((hand, seat) => game.actions.reduce((rest, one) => (one.seat === seat ? rest.replace(one.cards, '') : rest), hand));
    const winner = hands.indexOf('');
    const last = game.actions.at(-1);
    return {
      phase: winner >= 0 ? 'over' : 'play', turn: winner >= 0 ? null : game.actions.length % 3, can_pass: true, legal_calls: [], wild: [], kitty: '', landlord: 0,
      last: last ? { ...last, pattern: { type: 'solo' } } : null, winner, score: winner >= 0 ? [0, 0, 0] : null,
      seats: hands.map((hand, seat) => ({ seat, hand, left: hand.length, role: 'landlord' })),
    };
  };
  return {
    asked,
    state: question('state', state),
    robotAction: question('robotAction', (game, at) => ({ action: { seat: at.turn, cards: at.seats[at.turn].hand[0] }, answer: {} })),
    advice: question('advice', () => ({ call: 'pass' })),
    judge: question('judge', (game, at, nodes) => ({ cards: at.seats[at.turn].hand[0], nodes })),
    patterns: question('patterns', () => new Map([[0, 'a pair']])),
    hints: question('hints', (game, at) => [...[...at.seats[at.turn].hand].map((cards) => ({ cards })), { cards: '' }]),
    classify: question('classify', (game, at, cards) => ({ valid: cards.length === 1, code: cards.length === 1 ? 0 : 103, readings: [{ id: 'solo' }] })),
    verdict: question('verdict', () => ({ loss: 0.2, best: '3', played: 0.3, possible: 0.5, reason: '' })),
  };
}

async function begun(engine = toy(), sitters = [PERSON, robot(1), robot(1)]) {
  const seen = { acted: [], over: 0, hints: [], help: [] };
  const session = new Session(engine, {
    changed() {},
    acted: (action) => seen.acted.push(`${action.seat}${action.cards}`),
    over: () => seen.over++,
    helped: (mark) => seen.help.push(mark),
    hinted: (game, cards) => seen.hints.push(`${game.actions.length} ${cards}`),
    hintOf: (game) => seen.hints.find((one) => one.startsWith(`${game.actions.length} `))?.slice(2) ?? null,
  });
  await session.load({ ...fresh('standard', 1), sitters });
  return { session, seen };
}

test('robots act until a person is to act', async () => {
  const { session, seen } = await begun();
  assert.equal(session.acting, 0);
  await session.choose(new Set([3]));
  assert.equal(session.chosenCards, '3');
  assert.ok(session.playable);
  await session.play();
  assert.deepEqual(seen.acted, ['03', '17', '2T']);
  assert.equal(session.acting, 0);
  assert.equal(session.chosen.size, 0);
});

test('three robots play to the end, which is told once', async () => {
  const { session, seen } = await begun(toy(), [robot(1), robot(1), robot(1)]);
  assert.equal(session.at.phase, 'over');
  assert.equal(seen.over, 1);
  assert.equal(session.acting, null);
});

test('what is no play is not played', async () => {
  const { session } = await begun();
  await session.choose(new Set([0, 1]));
  assert.equal(session.check.code, 103);
  await session.play();
  assert.equal(session.game.actions.length, 0);
});

test('hints go round', async () => {
  const { session } = await begun();
  const shown = [];
  for (let i = 0; i < 6; i++) {
    await session.showHint();
    shown.push(session.passHinted ? 'pass' : session.chosenCards);
  }
  assert.deepEqual(shown, ['3', '4', '5', '6', 'pass', '3']);
});

test('the own turn is judged deeper and deeper, until one acts', async () => {
  const engine = toy();
  const { session } = await begun(engine);
  await session.judging;
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(engine.asked.filter((name) => name === 'judge').length, 2);
  assert.equal(session.judged.nodes, 200000);
});

test('who does what the hint said is not blamed for it', async () => {
  const engine = toy();
  engine.verdict = async (game, at, cards) => ({ cards, verdict: 'blunder', loss: 0.2, best: '6' });
  const { session, seen } = await begun(engine);
  session.coached = true;
  await session.showHint();
  await session.play();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual([seen.hints, seen.help], [['0 3'], ['h']]);
  assert.deepEqual([session.coaching.verdict.verdict, session.coaching.verdict.unjudged, session.losses.size], [null, 'hinted', 0]);
  await session.choose(new Set([0]));
  await session.play();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(session.coaching.verdict.verdict, 'blunder');
});

test('what wildcards stood for in a game from a link is found out', async () => {
  const engine = toy();
  const { state } = engine;
  engine.state = async (game) => ({ ...(await state(game)), wild: ['4'] });
  const { session } = await begun(engine);
  assert.ok(!engine.asked.includes('patterns'));
  await session.load({ ...session.game, actions: [{ seat: 0, cards: '3', id: 'solo-3-1' }] });
  assert.equal(session.patterns.get(0), 'a pair');
  await session.backTo(0);
  assert.equal(session.patterns.size, 0);
});

test('taking back leads to the last own decision, and over the beginning nowhere', async () => {
  const { session } = await begun();
  await session.showHint();
  await session.play();
  await session.showHint();
  await session.play();
  assert.equal(session.game.actions.length, 6);
  await session.takeBack();
  assert.equal(session.game.actions.length, 3);
  await session.takeBack();
  await session.takeBack();
  assert.equal(session.game.actions.length, 0);
  assert.equal(session.acting, 0);
});

test('an engine that says no stops the game until one tries again', async () => {
  const { session, seen } = await begun(toy({ state: ['no'] }));
  assert.equal(session.problem.message, 'no');
  await session.retry();
  assert.equal(session.acting, 0);
});

test('an action that is refused is not part of the game', async () => {
  const engine = toy();
  const { session } = await begun(engine);
  await session.choose(new Set([0]));
  const { state } = engine;
  engine.state = async () => {
    engine.state = state;
    throw new Error('no');
  };
  await session.play();
  assert.equal(session.refused.message, 'no');
  assert.equal(session.game.actions.length, 0);
  assert.equal(session.acting, 0);
});

test('what is played before it is judged is judged, then played', async () => {
  const { session } = await begun();
  session.choose(new Set([3]));
  assert.ok(!session.playable);
  await session.play();
  assert.equal(session.game.actions[0].cards, '3');
});

test('who acts twice before the first is answered acts once, and the game goes on', async () => {
  const engine = toy();
  const { session } = await begun(engine);
  const { state } = engine;
  let answer;
  engine.state = async (game) => {
    engine.state = state;
    await new Promise((resolve) => (answer = resolve));
    return state(game);
  };
  const first = session.pass();
  await session.pass();
  await session.showHint();
  answer();
  await first;
  assert.deepEqual(session.game.actions.map(({ seat }) => seat), [0, 1, 2]);
  assert.deepEqual([session.acting, session.refused, session.hints], [0, null, null]);
});

test('an answer that comes after the game went elsewhere is dropped', async () => {
  const engine = toy();
  const { session } = await begun(engine);
  let late;
  engine.classify = () => new Promise((resolve) => (late = resolve));
  const choice = session.choose(new Set([0]));
  await session.load(fresh('laizi', 2));
  late({ valid: true, code: 0, readings: [] });
  await choice;
  assert.equal(session.check, null);
  assert.equal(session.game.rules, 'laizi');
});

test('the coach speaks beside the game, and is forgotten with the play he spoke of', async () => {
  const { session } = await begun();
  session.coached = true;
  await session.showHint();
  await session.play();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(session.coaching.verdict.loss, 0.2);
  assert.equal(session.coaching.cards, '3');
  await session.backTo(session.coaching.index);
  assert.equal(session.coaching, null);
});

test('cards that were chosen while others acted stay chosen, and are judged when the turn comes', async () => {
  const engine = toy();
  const { session } = await begun(engine);
  await session.choose(new Set([3]));
  const { robotAction } = engine;
  engine.robotAction = async (game, at) => {
    if (at.turn === 2) await session.choose(new Set([2]));
    return robotAction(game, at);
  };
  await session.play();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(session.chosenCards, '4');
  assert.ok(session.playable);
});

test('the same page shows the seat of whoever is to act', async () => {
  const { session } = await begun(toy(), [PERSON, PERSON, robot(1)]);
  assert.equal(session.seat, 0);
  await session.showHint();
  await session.play();
  assert.equal(session.seat, 1);
  assert.equal(session.hand, '987');
});
