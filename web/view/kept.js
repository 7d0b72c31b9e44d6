/* kept.js - what the browser keeps of the own games and puzzles. Read anew before each change: another tab may have written. */

import { added, merged, rowOf, weighed } from '../model/own.js';

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
  return { games: stored(GAMES, []), puzzles: Object.fromEntries(puzzles) };
}

/** @param {Kept} all */
function keep({ games, puzzles }) {
  localStorage.setItem(GAMES, JSON.stringify(games));
  localStorage.setItem(PUZZLES, JSON.stringify(puzzles));
}

/** A game has ended. @param {import('../model/game.js').Game} game @param {any} at its state @param {number[]} losses */
export function keepGame(game, at, losses) {
  const row = rowOf(game, at, losses, Date.now());
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
