/* endgame.js - open hands while they are played out: whose cards, whose turn, what lies there. Pure.
 *
 * It keeps the order of the seats and takes cards off hands. What may be played, who can force the win and what is best,
 * the solver says. */

import { parsed, without } from './cards.js';
import { ROLES, rulesFrom, rulesText } from './position.js';

/**
 * @typedef {{ role: string, cards: string, id?: string }} Put
 * @typedef {object} Endgame
 * @property {import('./game.js').Rules} rules
 * @property {Record<string, string>} hands  by role: landlord and farmer, or all three
 * @property {string} to_move
 * @property {Put | null} last  what is to be beaten
 */

/** Who plays, in order. @param {Endgame} endgame */
export const players = ({ hands }) => ('farmer' in hands ? ['landlord', 'farmer'] : ROLES);

/** Do they win together? @param {string} one @param {string} other */
export const allied = (one, other) => (one === 'landlord') === (other === 'landlord');

/** Who has no cards left; null: nobody. @param {Endgame} endgame */
export const winner = (endgame) => players(endgame).find((role) => endgame.hands[role] === '') ?? null;

/**
 * After a play, or a pass (no cards). Once all others have passed, who played last leads.
 * @param {Endgame} endgame @param {string} cards @param {string} [id] the reading that is meant
 * @returns {Endgame}
 */
export function afterPlay(endgame, cards, id) {
  const order = players(endgame);
  const role = endgame.to_move;
  const to_move = order[(order.indexOf(role) + 1) % order.length];
  const hands = { ...endgame.hands, [role]: without(endgame.hands[role], cards) };
  const last = cards ? { role, cards, ...(id && { id }) } : endgame.last;
  return { ...endgame, hands, to_move, last: last && last.role === to_move ? null : last };
}

/** The question to the solver. @param {Endgame} endgame */
export function solveQuestion({ rules, hands, to_move, last }) {
  const all = 'farmer' in hands ? { landlord: hands.landlord, farmer: hands.farmer } : { hands };
  return { ...all, to_move, rules, ...(last && { last }) };
}

/**
 * Which play a perfect player makes: a winning one, of which the quickest, else the one that resists longest.
 * @param {any} answer of POST /solve, `scored`; its moves come best first where somebody wins
 * @returns {{ cards: string, id?: string } | null}
 */
export function perfectPlay(answer) {
  const moves = answer.moves ?? [];
  const length = (/** @type {any} */ move) => move.length ?? 0;
  const winning = moves.filter((/** @type {any} */ move) => move.result === 'win');
  const chosen = winning.length
    ? winning.reduce((/** @type {any} */ best, /** @type {any} */ move) => (length(move) < length(best) ? move : best))
    : moves.reduce((/** @type {any} */ best, /** @type {any} */ move) => (best && length(best) >= length(move) ? best : move), null);
  return chosen && { cards: chosen.cards, ...(chosen.pattern?.stands_for && { id: chosen.pattern.id }) };
}

/** @param {Endgame} endgame */
export function encodedEndgame({ rules, hands, to_move, last }) {
  const query = new URLSearchParams({ rules: rulesText(rules), ...hands, to: to_move });
  if (last) query.set('last', `${last.role}-${last.cards}`);
  return query.toString();
}

/** @param {string} text @returns {Endgame | null} */
export function decodedEndgame(text) {
  const query = new URLSearchParams(text);
  const rules = rulesFrom(query.get('rules') ?? 'standard');
  const order = query.has('farmer') ? ['landlord', 'farmer'] : ROLES;
  const given = order.map((role) => parsed(query.get(role) ?? '?'));
  const to_move = query.get('to') ?? 'landlord';
  const [by, cards] = (query.get('last') ?? '').split('-');
  if (!rules || given.includes(null) || !order.includes(to_move) || (by && (!order.includes(by) || !parsed(cards ?? '')))) return null;
  const hands = Object.fromEntries(order.map((role, i) => [role, given[i] ?? '']));
  return { rules, hands, to_move, last: by ? { role: by, cards: parsed(cards) ?? '' } : null };
}

/** What kinds of plays may be forbidden in puzzles, together. @type {Record<string, string[]>} */
export const FORBIDDABLE = {
  trio_kickers: ['trio_solo', 'trio_pair', 'trio_solo_chain', 'trio_pair_chain'],
  four_kickers: ['four_two_solo', 'four_two_pair'],
};
