/* seats.js - how seats are called: 我, 上家, 下家, and beside that the role, on every page the same. */

import { ownSeat } from '../model/own.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';

/** @typedef {import('../model/game.js').Game} Game */

/** A role as its badge says it: a farmer is a farmer. @param {string} role */
export const side = (role) => t(`role.${role === 'landlord' ? 'landlord' : 'farmer'}`);

/** @param {string | null} role */
export const roleBadge = (role) => (role ? html`<span class="role ${role === 'landlord' ? 'landlord' : ''}">${side(role)}</span>` : nothing);

/** From which seat a game is looked at: the person's, else the landlord's. @param {Game} game @param {any} at its state */
export const seatBelow = (game, at) => ownSeat(game) ?? at?.landlord ?? 0;

/** How a seat is called from another. @param {number} seat @param {number} below @param {boolean} own does a person sit below? */
const placeName = (seat, below, own) => (seat === below ? t(own ? 'seat.you' : 'seat.below') : t((seat - below + 3) % 3 === 1 ? 'seat.next' : 'seat.before'));

/** @param {Game} game @param {number} seat @param {number} below */
export function seatName(game, seat, below) {
  const sitter = game.sitters[seat];
  const several = game.sitters.filter(({ robot }) => !robot).length > 1;
  return !sitter.robot && several && seat !== below ? t('seat.person', { seat: seat + 1 }) : placeName(seat, below, !game.sitters[below].robot);
}

/** In a game that is looked at. @param {Game} game @param {any} at @param {number} seat @param {number} [below] */
export const shownName = (game, at, seat, below = seatBelow(game, at)) => placeName(seat, below, ownSeat(game) === below);

/** Name and role as text. @param {Game} game @param {any} at @param {number} seat @param {number} [below] */
export function seatLabel(game, at, seat, below) {
  const { role } = at.seats[seat];
  return `${shownName(game, at, seat, below)}${role ? ` · ${side(role)}` : ''}`;
}

/** In the order in which they act. */
const ROLES = ['landlord', 'landlord_down', 'landlord_up'];

/** How a role is called by another one. @param {string} own @param {string} role */
export const fromRole = (own, role) => `${placeName((ROLES.indexOf(role) - ROLES.indexOf(own) + 3) % 3, 0, true)} · ${side(role)}`;
