/* board.js - a game as it lies on the table, all hands open, seen from one seat. */

import { fanned, laid } from '../model/cards.js';
import { callKey, plays } from '../model/game.js';
import { ownSeat } from '../model/own.js';
import { reordered, suitsOf } from '../model/suits.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { cardRow } from './cards.js';
import { roleName } from './parts.js';

/** @typedef {import('../model/game.js').Game} Game */

/** From which seat a game is looked at: the person's, else the landlord's. @param {Game} game @param {any} at */
export const seatBelow = (game, at) => ownSeat(game) ?? at.landlord ?? 0;

/** How a seat is called from another. @param {number} seat @param {number} below @param {boolean} own does a person sit below? */
const nameOf = (seat, below, own) => (seat === below ? (own ? t('seat.you') : t('seat.below')) : t((seat - below + 3) % 3 === 1 ? 'seat.next' : 'seat.before'));

/** The name of the seat, and its role where there is one. @param {Game} game @param {any} at @param {number} seat @param {number} [below] */
export function seatLabel(game, at, seat, below = seatBelow(game, at)) {
  const { role } = at.seats[seat];
  return `${nameOf(seat, below, ownSeat(game) === below)}${role ? ` · ${roleName(role === 'landlord' ? role : 'farmer')}` : ''}`;
}

/** What a seat did last. @param {Game} game @param {any} at @param {number} seat @param {import('../model/suits.js').Suits | null} suits */
function lastOf(game, at, seat, suits) {
  if (at.phase !== 'play' && at.phase !== 'over') {
    const when = game.actions.findLastIndex((action) => action.seat === seat && action.call !== undefined);
    return when < 0 || !at.seats[seat].call ? nothing : html`<b>${t(callKey(game, /** @type {any} */ (game.actions[when].call), when))}</b>`;
  }
  const made = plays(game);
  const index = made.findLastIndex((one) => one.seat === seat);
  const play = made[index];
  if (!play) return nothing;
  const lies = at.last?.seat === seat;
  const cards = laid(play.cards ?? '', lies ? at.last.pattern : null);
  return play.cards ? html`<div class=${lies ? '' : 'past'}>${cardRow(cards, { wild: at.wild, suits: suits ? reordered(play.cards, suits.plays[index], cards) : '' })}</div>` : html`<b class="soft">${t('call.pass')}</b>`;
}

/**
 * @param {Game} game up to here @param {any} at its state
 * @param {{ below?: number, hand?: unknown }} [look] the seat below; what stands in place of its hand
 */
export function board(game, at, { below = seatBelow(game, at), hand } = {}) {
  const suits = suitsOf(game, at);
  const seat = (/** @type {number} */ number, /** @type {string} */ place) => {
    const { hand: cards, left } = at.seats[number];
    const label = seatLabel(game, at, number, below);
    return html`<section class="hand-shown ${place} ${at.turn === number ? 'to-act' : ''}" data-seat=${number} aria-label=${label}>
      <h3><span class="name">${label}</span> <b>${left}</b></h3>
      <div class="laid">${lastOf(game, at, number, suits)}</div>
      <div class="held">${number === below && hand ? hand : cards ? cardRow(fanned(cards), { wild: at.wild, suits: suits?.hands[number], small: number !== below }) : html`<p class="soft">${t('review.out')}</p>`}</div></section>`;
  };
  return html`<div class="seats">${seat((below + 2) % 3, 'at-left')}${seat((below + 1) % 3, 'at-right')}${seat(below, 'at-below')}</div>`;
}
