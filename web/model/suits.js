/* suits.js - which suit each card of a dealt game has. Suits change nothing in this game, so the engine knows ranks alone; a
 * seed deals them here, the same for everybody who has the link. Pure. */

import { LETTERS, counts, fanned } from './cards.js';
import { plays } from './game.js';

/** Spade, heart, club, diamond: in this order a hand holds them. */
const SUITS = 'SHCD';
const RANKS = LETTERS.slice(0, 13);

/** Numbers that look drawn, from a seed: mulberry32. @param {number} seed */
function drawn(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
}

/**
 * Cards taken from a seat's suits: of equal ranks the first, as they lie in the hand.
 * @param {Record<string, string>} held by rank @param {string} cards
 */
function taken(held, cards) {
  let suits = '';
  for (const card of cards) {
    suits += held[card]?.[0] ?? ' ';
    if (held[card]) held[card] = held[card].slice(1);
  }
  return suits;
}

/**
 * Suits letter by letter, a blank where a card has none (jokers, the flower).
 * @typedef {{ hands: string[], kitty: string, plays: string[] }} Suits hands: of `fanned` hands; plays: of their cards as written
 */

/**
 * @param {import('./game.js').Game} game
 * @param {any} at its state, all hands open
 * @returns {Suits | null} null: its hands were given as ranks, so they are ranks
 */
export function suitsOf(game, at) {
  if (game.seed === undefined || game.hands) return null;
  const next = drawn(game.seed + at.deals);
  const dealt = at.seats.map((/** @type {any} */ { seat, hand }) => hand + plays(game).filter((one) => one.seat === seat).map((one) => one.cards).join(''));
  const share = [...dealt.map(counts), counts(at.landlord === null ? at.kitty : '')];
  /** @type {Record<string, string>[]} of each seat and the kitty */
  const held = [{}, {}, {}, {}];
  for (const rank of RANKS) {
    const left = [...SUITS];
    share.forEach((cards, who) => {
      const own = Array.from({ length: cards[rank] ?? 0 }, () => left.splice(next(left.length || 1), 1)[0] ?? ' ');
      held[who][rank] = own.sort((a, b) => SUITS.indexOf(a) - SUITS.indexOf(b)).join('');
    });
  }
  const kitty = taken(at.landlord === null ? held[3] : { ...held[at.landlord] }, at.kitty);
  const played = plays(game).map(({ seat, cards }) => taken(held[seat ?? 0], cards ?? ''));
  return { hands: at.seats.map((/** @type {any} */ { seat, hand }) => taken(held[seat], fanned(hand))), kitty, plays: played };
}

/** The suits of the same cards in another order. @param {string} cards @param {string} suits of `cards` @param {string} order */
export function reordered(cards, suits, order) {
  /** @type {Record<string, string>} */
  const held = {};
  [...cards].forEach((card, i) => (held[card] = (held[card] ?? '') + (suits[i] ?? ' ')));
  return taken(held, order);
}

/** The suits of cards that a seat holds. @param {import('./game.js').Game} game @param {any} at its state @param {number} seat @param {string} cards as they are written */
export function heldSuits(game, at, seat, cards) {
  const suits = suitsOf(game, at);
  return suits ? reordered(fanned(at.seats[seat].hand), suits.hands[seat], cards) : '';
}
