/* estimate.js - numbers as exactly as they are known. Pure. */

/** From so many playouts on a chance is one number; below it is between two. */
const ENOUGH = 100;
/** From so many on tenths say something. */
const PLENTY = 10000;
/** Nine of ten chances lie between the two. */
const Z = 1.645;

/**
 * Between what a share lies that was seen in so many playouts (Wilson's interval).
 * @param {number} share @param {number} visits at least 1
 * @returns {[number, number]}
 */
export function between(share, visits) {
  const z = (Z * Z) / visits;
  const middle = share + z / 2;
  const half = Z * Math.sqrt((share * (1 - share) + z / 4) / visits);
  return [Math.max(0, (middle - half) / (1 + z)), Math.min(1, (middle + half) / (1 + z))];
}

/** @param {number} share @param {number} digits */
const percent = (share, digits) => (share * 100).toFixed(digits);

/**
 * A chance in per cents. All and nothing are proofs: an estimate keeps away from both.
 * @param {number} share @param {number} [visits]  how many playouts it is from; 0 and none: it is no estimate of playouts
 */
export function chance(share, visits = 0) {
  if (!visits || visits >= ENOUGH || share === 0 || share === 1) return `${percent(share, visits >= PLENTY ? 1 : 0)}%`;
  const [least, most] = between(share, visits);
  return `${percent(least, 0)}–${percent(most, 0)}%`;
}

/**
 * Points with their sign.
 * @param {number} points @param {number} [visits]
 */
export function points(points, visits = 0) {
  const text = Math.abs(points).toFixed(visits && visits < PLENTY ? 1 : 2);
  return `${Number(text) === 0 ? '' : points > 0 ? '+' : '−'}${text}`;
}
