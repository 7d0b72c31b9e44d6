/* Games that were written elsewhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gamesIn } from '../../web/model/record.js';

const line = '{"rules":"standard","seed":7,"actions":[{"seat":0,"call":"3"},{"seat":0,"cards":"3"}]}';
const COUNTS = [[line, 1], [`${line}\n${line}\n`, 2], [`[${line},${line}]`, 2], [`${line.replaceAll(',', ',\n')}`, 1],
  ['http://h/#/play?rules=standard&seed=7&a=0c3', 1], ['', 0], ['hello', 0], ['{}', 0], ['[1]', 0], [`${line}\nhello`, 0], ['{"actions":[3]}', 0], ['{"actions":"x"}', 0]];
for (const [text, count] of COUNTS) test(`in '${text.slice(0, 40)}' are ${count} games`, () => assert.equal(gamesIn(text).length, count));
test('a game keeps what the referee takes, and nothing else', () => {
  const [game] = gamesIn('{"seed":7,"dealing":"unshuffled","robots":{},"actions":[{"seat":1,"cards":"3","reason":{}}]}');
  assert.deepEqual([game.seed, game.dealing, game.actions, game.rules, 'robots' in game], [7, 'unshuffled', [{ seat: 1, cards: '3' }], 'standard', false]);
});
