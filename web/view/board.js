/* board.js - a game as it lies on the table, all hands open, seen from one seat. */

import { fanned } from '../model/cards.js';
import { callKey, plays } from '../model/game.js';
import { suitsOf } from '../model/suits.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { cardRow, playRow } from './cards.js';
import { face } from './faces.js';
import { roleBadge, seatBelow, seatLabel, shownName } from './seats.js';

/** @typedef {import('../model/game.js').Game} Game */

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
  return html`<div class=${lies || !play.cards ? '' : 'past'}>${playRow(play.cards ?? '', { pattern: lies ? at.last.pattern : null, wild: at.wild, suits: suits?.plays[index] })}</div>`;
}

/**
 * @param {Game} game up to here @param {any} at its state
 * @param {{ below?: number, hand?: unknown }} [look] the seat below; what stands in place of its hand
 */
export function board(game, at, { below = seatBelow(game, at), hand } = {}) {
  const suits = suitsOf(game, at);
  const seat = (/** @type {number} */ number, /** @type {string} */ place) => {
    const { hand: cards, left, role } = at.seats[number];
    const acts = at.turn === number;
    return html`<section class="hand-shown ${place} ${acts ? 'to-act' : ''}" data-seat=${number} aria-label=${seatLabel(game, at, number, below)}>
      <h3>${face(game.sitters[number], role, { acts, thinks: false })} <span class="name">${shownName(game, at, number, below)}</span> ${roleBadge(role)} <b>${left}</b></h3>
      <div class="laid">${lastOf(game, at, number, suits)}</div>
      <div class="held">${number === below && hand ? hand : cards ? cardRow(fanned(cards), { wild: at.wild, suits: suits?.hands[number], small: number !== below }) : html`<p class="soft">${t('review.out')}</p>`}</div></section>`;
  };
  return html`<div class="seats">${seat((below + 2) % 3, 'at-left')}${seat((below + 1) % 3, 'at-right')}${seat(below, 'at-below')}</div>`;
}
