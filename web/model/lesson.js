/* lesson.js - the guided hand of #/learn: a deal of the engine's, and what everybody does in it. Pure; what is legal the engine
 * says, as in every game. */

import { PERSON, fresh, robot } from './game.js';

/** The person sits in seat 0 and becomes the landlord. @type {import('./game.js').Game} */
const LESSON = {
  rules: 'standard',
  hands: ['456788TTTTJJJQQBR', '33446678599KK2AAA', '345567789QQKK222J'],
  kitty: '39A',
  first: 0,
  actions: [],
  sitters: [PERSON, robot(3), robot(6)],
};

/** What is done in each step: by the person first, then by the others. @type {import('./game.js').Action[][]} */
export const SCRIPT = [
  [{ seat: 0, call: '3' }],
  [{ seat: 0, cards: '34567' }, { seat: 1, cards: '' }, { seat: 2, cards: '' }],
  [{ seat: 0, cards: '88' }, { seat: 1, cards: '99' }, { seat: 2, cards: '' }],
  [{ seat: 0, cards: 'QQ' }, { seat: 1, cards: 'KK' }, { seat: 2, cards: '' }],
  [{ seat: 0, cards: '' }, { seat: 1, cards: '5' }, { seat: 2, cards: 'K' }],
  [{ seat: 0, cards: 'A' }, { seat: 1, cards: '2' }, { seat: 2, cards: '' }],
  [{ seat: 0, cards: 'TTTT' }, { seat: 1, cards: '' }, { seat: 2, cards: '' }],
  [{ seat: 0, cards: 'JJJ' }, { seat: 1, cards: 'AAA' }, { seat: 2, cards: '' }],
  [{ seat: 0, cards: 'BR' }, { seat: 1, cards: '' }, { seat: 2, cards: '' }],
  [{ seat: 0, cards: '9' }],
];

/** The game after so many steps. @param {number} step */
export const lessonAt = (step) => ({ ...LESSON, actions: SCRIPT.slice(0, step).flat() });

/** The first game of one's own: against two beginners. @param {number} seed */
export const firstGame = (seed) => fresh('standard', seed, [PERSON, robot(2), robot(3)]);
