/* estimate.js - numbers as exactly as they are known: the interval of the service says how exactly. Pure. */

/** @typedef {[number, number]} Interval nine of ten lie within */

/** Tenths of a per cent say something where an interval is narrower than this. */
const NARROW = 0.01;

/** @param {number} share @param {Interval | null} [interval] */
export function chance(share, interval) {
  const narrow = interval && interval[1] - interval[0] < NARROW && share > 0 && share < 1;
  return `${(share * 100).toFixed(narrow ? 1 : 0)}%`;
}

/** Which way it is certain. @param {number | null} share @param {boolean} proven @returns {'won' | 'lost' | null} null: it is not */
export const certain = (share, proven) => (!proven || share === null ? null : share > 0.5 ? 'won' : 'lost');

/** Between what it lies, where that is more than one number. @param {Interval | null | undefined} interval */
export function within(interval) {
  const [low, high] = (interval ?? [0, 0]).map((share) => Math.round(share * 100));
  return low === high ? '' : `${low}–${high}%`;
}

/** Points with their sign. @param {number} points */
export function points(points) {
  const text = Math.abs(points).toFixed(2);
  return `${Number(text) === 0 ? '' : points > 0 ? '+' : '−'}${text}`;
}

/** Between what they lie. @param {Interval | null | undefined} interval */
export const pointsWithin = (interval) => (interval ? `${points(interval[0])} … ${points(interval[1])}` : '');
