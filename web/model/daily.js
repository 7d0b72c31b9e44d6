/* daily.js - the deal and the puzzle of a day: from the date, so that they are the same for all. Pure. */

import { fresh, PERSON, robot } from './game.js';

const DAY_MS = 86400000;
/** The level of the two robots. */
const LEVEL = 8;
/** A step through the shelf that comes to every puzzle before it comes to one again, as long as no multiple of it is as long as the shelf. */
const STRIDE = 29;

/** The day everywhere, as 20261125. @param {number} now  ms since 1970 */
export const dayOf = (now) => Number(new Date(now).toISOString().slice(0, 10).replaceAll('-', ''));

/** @param {number} now */
export const dealOfDay = (now) => fresh('standard', dayOf(now), [PERSON, robot(LEVEL), robot(LEVEL)]);

/** @template T @param {T[]} puzzles @param {number} now @returns {T | undefined} */
export const puzzleOfDay = (puzzles, now) => puzzles[(Math.floor(now / DAY_MS) * STRIDE) % puzzles.length];
