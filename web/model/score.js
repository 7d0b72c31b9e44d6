/* score.js - how the points of a game came about, as factors. Pure. */

/**
 * What was multiplied to the points of a seat, in this order. How much a bomb and a spring count says GET /rules; what they leave
 * of the multiplier the calls have made.
 * @param {any} at the state of a game that is over @param {number} seat
 * @param {{ multiplier: Record<string, number> }} scoring of the rule set @param {number} [base]
 * @returns {{ what: 'base' | 'calls' | 'bombs' | 'spring' | 'doubles' | 'both', times: number, count?: number }[]} their product is the points
 */
export function factorsOf(at, seat, { multiplier }, base = 1) {
  const bombs = multiplier.bomb ** at.bombs;
  const spring = at.spring ? multiplier.spring : 1;
  const own = at.seats[seat].factor;
  const others = at.seats.filter((/** @type {any} */ one) => (one.role === 'landlord') !== (at.landlord === seat));
  const sum = others.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one.factor, 0);
  const each = sum / others.length === others[0].factor ? others[0].factor : 1; // one number for both, where there is one
  return [
    { what: 'base', times: base },
    { what: 'calls', times: at.multiplier / bombs / spring },
    { what: 'bombs', times: bombs, count: at.bombs },
    { what: 'spring', times: spring },
    { what: 'doubles', times: own * each },
    { what: 'both', times: sum / each },
  ];
}

/**
 * What the multiplier is for one seat, with the doubles of both sides: from both farmers where it is the landlord.
 * @param {any} at the state of a game @param {number} seat
 * @returns {number | null} null: nobody has doubled, or there is no landlord
 */
export function totalOf(at, seat) {
  if (at.landlord === null || at.seats.every((/** @type {any} */ one) => one.factor === 1)) return null;
  const others = at.seats.filter((/** @type {any} */ one) => (one.role === 'landlord') !== (at.landlord === seat));
  return at.multiplier * at.seats[seat].factor * others.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.factor, 0);
}
