/* kept.js - what the browser keeps of the own games and puzzles. Read anew before each change: another tab may have written. */

import { upTo } from '../model/game.js';
import { encoded } from '../model/link.js';
import { added, dealOf, exercises, filled, merged, rowOf, weighed } from '../model/own.js';
import { lang } from '../words/words.js';
import { stored as remembered } from './settings.js';

/** @typedef {import('../model/own.js').Kept} Kept */

const GAMES = 'ddz.games';
const PUZZLES = 'ddz.solved';

/** @param {string} name @param {any} otherwise */
function stored(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @returns {Kept} */
export function kept() {
  const puzzles = Object.entries(stored(PUZZLES, {})).map(([id, mark]) => [id, mark === true ? 'solved' : mark]); // as it was written at first
  return { games: stored(GAMES, []).map(filled), puzzles: Object.fromEntries(puzzles) };
}

/** @param {Kept} all */
function keep({ games, puzzles }) {
  localStorage.setItem(GAMES, JSON.stringify(games));
  localStorage.setItem(PUZZLES, JSON.stringify(puzzles));
}

/** A game has ended. @param {import('../model/game.js').Game} game @param {any} at its state @param {number[]} losses */
export function keepGame(game, at, losses) {
  const row = rowOf(game, at, losses, Date.now(), helpOf(game));
  if (row) keep({ ...kept(), games: added(kept().games, row) });
}

/** A game was reviewed. @param {import('../model/game.js').Game} game @param {number} judged @param {number} lost */
export const keepReview = (game, judged, lost) => keep({ ...kept(), games: weighed(kept().games, game, judged, lost) });

/** A puzzle was solved, or its solution was seen: what came first stays. @param {string} id @param {import('../model/own.js').Mark} mark */
export const keepPuzzle = (id, mark) => keep({ ...kept(), puzzles: { [id]: mark, ...kept().puzzles } });

/** Take a file in. @param {Kept} more */
export const keepMore = (more) => keep(merged(kept(), more));

/** Forget the games; puzzles stay. */
export const forgetGames = () => keep({ ...kept(), games: [] });

/* --- points over several games: a deal counts once, as it ended first --- */

const MOST_POINTS = 200;

/** @returns {{ deal: string, score: number[] }[]} */
const sheet = () => remembered.get('points', []).map((/** @type {any} */ one) => (Array.isArray(one) ? { deal: '', score: one } : one)); // as it was written at first

/** The points of each seat, by games. */
export const points = () => sheet().map(({ score }) => score);

/** A game has ended. @param {import('../model/game.js').Game} game @param {number[]} score */
export function keepPoints(game, score) {
  const deal = dealOf(encoded(game));
  if (!sheet().some((one) => one.deal === deal)) remembered.set('points', [...sheet(), { deal, score }].slice(-MOST_POINTS));
}

/* --- what was judged, and which hints were given: as long as the tab is open --- */

/** @param {string} name @param {unknown} value */
function note(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch { // full: what was judged is judged again
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('ddz.judged')) sessionStorage.removeItem(key);
  }
}

/** @param {import('../model/game.js').Game} before @param {string} cards */
const judgedName = (before, cards) => `ddz.judged ${lang()} ${encoded(before)} ${cards}`;

/** A word that stands. @param {import('../model/game.js').Game} before @param {string} cards @param {any} decision */
export const keepJudgement = (before, cards, decision) => note(judgedName(before, cards), decision);

/** @param {import('../model/game.js').Game} before @param {string} cards @returns {any} null: it was not judged here */
export const judgement = (before, cards) => JSON.parse(sessionStorage.getItem(judgedName(before, cards)) ?? 'null');

/** @param {import('../model/game.js').Game} before */
const hintName = (before) => `ddz.hint ${encoded({ ...before, against: undefined })}`;

/** The first hint of a position. @param {import('../model/game.js').Game} before @param {string} cards */
export const keepHint = (before, cards) => note(hintName(before), cards);

/** @param {import('../model/game.js').Game} before @returns {string | null} */
export const hintGiven = (before) => JSON.parse(sessionStorage.getItem(hintName(before)) ?? 'null');

/** Of one decision of a game: judged there, and hinted? @param {import('../model/game.js').Game} game @param {number} action */
export const judgedIn = (game, action) => judgement(upTo(game, action), game.actions[action].cards ?? '');

/* --- which help was used in the deal on the table --- */

const HELP = 'ddz.help';

/** @param {import('../model/game.js').Game} game @returns {string} as in own.js */
export function helpOf(game) {
  const { deal, marks } = JSON.parse(sessionStorage.getItem(HELP) ?? '{}');
  return deal === dealOf(encoded(game)) ? marks : '';
}

/** @param {import('../model/game.js').Game} game @param {'h' | 'o' | 't'} mark */
export const noteHelp = (game, mark) => note(HELP, { deal: dealOf(encoded(game)), marks: [...new Set([...helpOf(game), mark])].sort().join('') });

/* --- own mistakes, to be trained --- */

/** @returns {import('../model/own.js').Exercise[]} */
export const training = () => remembered.get('training', []);

/** Own mistakes of a review. @param {import('../model/game.js').Game} game @param {any[]} decisions */
export const keepTraining = (game, decisions) =>
  remembered.set('training', exercises(training(), decisions.map(({ action, loss }) => ({ game: encoded(game), action, loss, solved: false }))));

/** One was done better. @param {import('../model/game.js').Game} game @param {number} action */
export const keepTrained = (game, action) =>
  remembered.set('training', training().map((one) => (one.game === encoded(game) && one.action === action ? { ...one, solved: true } : one)));
