/* Games that other programs wrote: the same small game in each of their formats, and what cannot be read. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { gamesIn } from '../../web/model/record.js';
import { replaysIn, strange } from '../../web/model/replay.js';

const sample = (name) => readFileSync(new URL(`replays/${name}`, import.meta.url), 'utf8');
const HANDS = { landlord: '335678899TJJQAAA222R', landlord_down: '456677889TTQKKKKB', landlord_up: '3344455679TJJQQA2' };
const PLAYS = '56789,6789T,,89TJQ,,,JAAA,,,33,KK,,22,,,2,B,,R'.split(',');
const ACTIONS = PLAYS.map((cards, i) => ({ seat: i % 3, cards }));
const SAMPLES = ['showdown.json', 'rlcard.txt', 'rlcard_states.jsonl', 'botzone.json', 'douzero.txt', 'douzero_lines.txt'];

for (const name of SAMPLES) {
  test(`${name} is read: hands by role, the landlord in seat 0`, () => {
    const [game, ...more] = replaysIn(sample(name));
    const botzone = name.startsWith('botzone');
    assert.deepEqual([game.hands, game.actions, game.rules, game.base, more.length], [HANDS, ACTIONS, botzone ? 'botzone' : 'douzero', botzone ? 2 : undefined, 0]);
  });
}

test('other spellings of the same replay', () => {
  const showdown = JSON.parse(sample('showdown.json'));
  const python = sample('showdown.json').replaceAll('"', "'").replaceAll('{}', 'None');
  const listed = { ...showdown, moveHistory: showdown.moveHistory.map(({ playerIdx, move }) => ({ playerIdx, move: move === 'pass' ? 'P' : move.split(' ') })) };
  const wrapped = JSON.stringify(python); // as its server sends it
  for (const text of [python, JSON.stringify(listed), wrapped, JSON.stringify(JSON.parse(sample('botzone.json')).log), `\n${sample('rlcard.txt')}`]) assert.deepEqual(replaysIn(text)[0].actions, ACTIONS);
  assert.equal(replaysIn(`${sample('rlcard.txt')}\n${sample('douzero.txt')}`).length, 2);
  assert.equal(replaysIn(`[${JSON.stringify(showdown)},${JSON.stringify(listed)}]`).length, 2);
});

/* A sample, what is changed in it, and what is told: code, line, place, word. */
const WRONG = [
  ['showdown.json', ['"move": "BJ"', '"move": "Joker"'], ['replay_word', 'rlcard-showdown', 1, 'moveHistory[16].move', 'Joker']],
  ['showdown.json', ['"playerIdx": 1', '"playerIdx": 4'], ['replay_word', 'rlcard-showdown', 1, 'moveHistory[0].playerIdx', '4']],
  ['showdown.json', ['"landlord"', '"lord"'], ['replay_missing', 'rlcard-showdown', 1, 'playerInfo[].role: landlord', undefined]],
  ['rlcard.txt', ["'KK'", "'KZ'"], ['replay_word', 'RLCard', 1, 'trace[10][1]', 'Z']],
  ['rlcard.txt', ["'45678TQKK'", '7'], ['replay_word', 'RLCard', 1, 'hand_cards[1]', '7']],
  ['rlcard_states.jsonl', ['"56789"', '"45678"'], ['replay_word', 'RLCard', 1, '[1].trace[0]', '[0,"56789"]']],
  ['botzone.json', ['"response":[8,12', '"response":[8,99'], ['replay_word', 'Botzone', 1, 'log[7].1.response', '99']],
  ['botzone.json', [/"own":\[2,3[^\]]*\],/g, ''], ['replay_missing', 'Botzone', 1, 'log[].output.content.0.own', undefined]],
  ['douzero_lines.txt', ['22,,,2,X', '22,,,2,Y'], ['replay_word', 'DouZero', 1, 'card_play_action_seq[16]', 'Y']],
  ['douzero_lines.txt', [/card_play.*/, ''], ['replay_missing', 'DouZero', 1, 'card_play_action_seq', undefined]],
];
for (const [name, [from, to], told] of WRONG) {
  test(`${name} with '${to}' for ${from}: place and word are told`, () => {
    const text = sample(name).replace(from, to);
    assert.notEqual(text, sample(name));
    assert.throws(() => replaysIn(text), ({ code, format, line, place, word }) => {
      assert.deepEqual([code, format, line, place, word], told);
      return true;
    });
  });
}

test('of several lines the wrong one is told', () => {
  const [good, bad] = [sample('rlcard.txt'), sample('rlcard.txt').replace("'KK'", "'KZ'")];
  assert.throws(() => replaysIn(good + bad), { code: 'replay_word', line: 2, place: 'trace[10][1]', word: 'Z' });
  assert.throws(() => replaysIn(`${good}hello there`), { code: 'no_replay', line: 2, word: 'hello' });
  const one = sample('rlcard_states.jsonl').split('\n')[0];
  assert.throws(() => replaysIn(one), { code: 'replay_missing', format: 'RLCard', place: 'current_hand (self: 0, 1)' });
});

test('what is no replay is left to others, and told by line and word', () => {
  const line = '{"rules":"standard","seed":7,"actions":[{"seat":0,"call":"3"}]}';
  for (const text of ['', 'hello', '{}', '[]', '[1]', '7', line, `${line}\n${line}`]) assert.deepEqual(replaysIn(text), []);
  assert.equal(gamesIn(line).length, 1);
  assert.deepEqual(strange(`${line}\nhello there`), { code: 'no_replay', line: 2, word: 'hello' });
  assert.deepEqual(strange('{}'), { code: 'no_replay', line: 1, word: '{}' });
  assert.equal(strange(' \n').code, 'no_game');
});
