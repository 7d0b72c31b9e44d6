/* course.js - what a review says, as a curve: the landlord's chance before each decision and after it. Pure. */

/**
 * @typedef {object} Point
 * @property {number} action  index in the game's actions
 * @property {number | null} chance  the landlord's, with what was played
 * @property {number | null} best  the landlord's, had the best been played
 * @property {number} loss  of the side that played, 0 where not known
 * @property {boolean} blunder
 */

/** @param {string} role @param {number | null} chance of his side */
const landlords = (role, chance) => (chance === null ? null : role === 'landlord' ? chance : 1 - chance);

/** @param {any} review  the answer of POST /review @returns {Point[]} */
export const pointsOf = (review) =>
  review.decisions.map((/** @type {any} */ decision) => ({
    action: decision.action,
    chance: landlords(decision.role, decision.win_probability),
    best: landlords(decision.role, decision.best_win_probability),
    loss: decision.loss ?? 0,
    blunder: decision.blunder,
  }));

/** The course as one line: where nothing is known it stays as it was; before all it is even. @param {Point[]} points */
export function lineOf(points) {
  let now = points.find(({ chance }) => chance !== null)?.chance ?? 0.5;
  return points.map(({ action, chance }) => ({ action, chance: (now = chance ?? now) }));
}

/** How large a mistake is drawn: 0 none, up to 3. @param {number} loss */
export const sizeOf = (loss) => (loss >= 0.25 ? 3 : loss >= 0.1 ? 2 : loss >= 0.05 ? 1 : 0);
