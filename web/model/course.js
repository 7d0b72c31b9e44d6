/* course.js - what a review says, as a curve: the landlord's chance with open hands, and as one seat saw it. Pure. */

/**
 * @typedef {{ action: number, landlord: number | null, proven: boolean }} Entry  the landlord's chance after so many actions
 *
 * @typedef {object} Point
 * @property {number} action  index in the game's actions
 * @property {number | null} chance  the landlord's, with what was played
 * @property {number | null} best  the landlord's, had the best been played
 * @property {string | null} verdict  of the review
 */

/** @param {string} role @param {number | null} chance of his side */
const landlords = (role, chance) => (chance === null ? null : role === 'landlord' ? chance : 1 - chance);

/** @param {any[]} decisions of a review @returns {Point[]} */
export const pointsOf = (decisions) =>
  decisions.map((decision) => ({
    action: decision.action,
    chance: landlords(decision.role, decision.win_probability),
    best: landlords(decision.role, decision.best_win_probability),
    verdict: decision.verdict,
  }));

/** The story of the open hands. @param {any} review  the answer of POST /review @returns {Entry[]} */
export const openOf = (review) => review.open.map((/** @type {any} */ one, /** @type {number} */ action) => ({ ...one, action }));

/** As one seat saw it: before each of its decisions with the best play, after it with what it played. @param {any[]} decisions @param {number} seat @returns {Entry[]} */
export const seenBy = (decisions, seat) =>
  decisions.filter((one) => one.seat === seat).flatMap((one) => [
    { action: one.action, landlord: landlords(one.role, one.best_win_probability), proven: false },
    { action: one.action + 1, landlord: landlords(one.role, one.win_probability), proven: false },
  ]);

/**
 * What one decision did to the chance of the own side with open hands.
 * @param {Entry[]} open @param {any} decision
 * @returns {{ before: number, after: number, proven: boolean } | null} null: it is not known
 */
export function openChange(open, { action, role }) {
  const [before, after] = [open[action], open[action + 1]];
  if (!after || before.landlord === null || after.landlord === null) return null;
  return { before: /** @type {number} */ (landlords(role, before.landlord)), after: /** @type {number} */ (landlords(role, after.landlord)), proven: after.proven };
}

/** From which loss with open hands on it is worth a word, as a blunder is. */
export const CLIFF = 0.1;

/** How large a mistake is drawn: 0 none, up to 2. @param {string | null} verdict */
export const sizeOf = (verdict) => ['mistake', 'blunder'].indexOf(verdict ?? '') + 1;
