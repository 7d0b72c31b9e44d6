/* course.js - what a review says, as a curve: the landlord's chance before each decision and after it. Pure. */

/**
 * @typedef {object} Point
 * @property {number} action  index in the game's actions
 * @property {number | null} chance  the landlord's, with what was played
 * @property {number | null} best  the landlord's, had the best been played
 * @property {string | null} verdict  of the review
 */

/** @param {string} role @param {number | null} chance of his side */
const landlords = (role, chance) => (chance === null ? null : role === 'landlord' ? chance : 1 - chance);

/** @param {any} review  the answer of POST /review @returns {Point[]} */
export const pointsOf = (review) =>
  review.decisions.map((/** @type {any} */ decision) => ({
    action: decision.action,
    chance: landlords(decision.role, decision.win_probability),
    best: landlords(decision.role, decision.best_win_probability),
    verdict: decision.verdict,
  }));

/** The course as one line: where nothing is known it stays as it was; before all it is even. @param {Point[]} points */
export function lineOf(points) {
  let now = points.find(({ chance }) => chance !== null)?.chance ?? 0.5;
  return points.map(({ action, chance }) => ({ action, chance: (now = chance ?? now) }));
}

/** The landlord's chance once the game is over; null where it is not. @param {any} review */
export const endOf = (review) => (review.finished ? Number(review.seats.find((/** @type {any} */ one) => one.seat === review.winner)?.role === 'landlord') : null);

/** How large a mistake is drawn: 0 none, up to 2. @param {string | null} verdict */
export const sizeOf = (verdict) => ['mistake', 'blunder'].indexOf(verdict ?? '') + 1;
