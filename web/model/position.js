/* position.js - what one seat knows while it is to act, as fields, as the text of a link, and as questions. Pure.
 *
 *   hand=3456&role=landlord_up&rules=standard&history=34567.-.-.33&kitty=
 *
 * A history is the plays from the first one on, a pass is `-`; who made them follows from the order of the seats. Where
 * none is known, `last` is the play to beat, with the role that made it, and `left` are the cards all have. */

import { parsed, unreadable } from './cards.js';
import { preset } from './game.js';

/** In the order in which they act. */
export const ROLES = ['landlord', 'landlord_down', 'landlord_up'];

/**
 * @typedef {object} Position
 * @property {string} hand
 * @property {string} role  '' while nobody is landlord: calls are made
 * @property {import('./game.js').Rules} rules
 * @property {string} kitty
 * @property {string} history
 * @property {string} last  cards
 * @property {string} by  the role that played them
 * @property {string} left  three numbers in the order of ROLES, '' where not known
 * @property {number} multiplier
 * @property {string} [phase]  of the calls
 * @property {number} [seat]  in calling order
 * @property {string} [calls]  in order: while calls are made `pass,1`, while cards are played `landlord_up:pass,landlord:1`
 */

/** @type {Position} */
export const EMPTY = { hand: '', role: 'landlord', rules: 'standard', kitty: '', history: '', last: '', by: 'landlord_up', left: '', multiplier: 1 };

/** @param {string} text @returns {{ role: string, cards: string, id?: string }[]} */
export function historyOf(text) {
  const plays = text.trim().split(/[\s.,;]+/).filter(Boolean);
  return plays.map((play, i) => {
    const [cards, id] = play.split('~');
    return { role: ROLES[i % 3], cards: cards === '-' ? '' : (parsed(cards) ?? cards), ...(id && { id }) };
  });
}

/**
 * Plays as a person writes them, as the text of a history.
 * @param {string} text
 * @returns {{ history: string, unread: string }} `unread`: the first piece that is neither cards nor a pass
 */
export function historyFrom(text) {
  const plays = text.replace(/不要|不出|过|要不起|\b(pass|p)\b/gi, ' - ').trim().split(/[\s.,;，；。]+/).filter(Boolean);
  const unread = plays.map((play) => (play === '-' ? '' : unreadable(play.split('~')[0]))).find(Boolean) ?? '';
  return { history: plays.map((play) => (play === '-' ? play : play.replace(/^[^~]*/, (cards) => parsed(cards) ?? cards))).join('.'), unread };
}

/** @param {{ cards?: string, id?: string }[]} plays */
export const historyText = (plays) => plays.map(({ cards, id }) => (cards ? cards + (id ? `~${id}` : '') : '-')).join('.');

/** @param {string} text */
function leftOf(text) {
  const numbers = text.split(',').map((part) => Number(part.trim() || NaN));
  const known = ROLES.flatMap((role, i) => (Number.isInteger(numbers[i]) ? [[role, numbers[i]]] : []));
  return known.length ? { left: Object.fromEntries(known) } : {};
}

/** What has happened, as the service takes it. @param {Position} position */
function past({ history, last, by, left }) {
  if (history.trim()) return { history: historyOf(history) };
  return { ...(last && { last: { cards: last, role: by } }), ...leftOf(left) };
}

/** @param {string} text @returns {{ role: string, call: string }[]} */
function callsOf(text) {
  return text.split(',').map((said) => {
    const [role, call = ''] = said.split(':');
    return { role, call };
  });
}

/**
 * Who said what until there was a landlord and after it; nothing where that is not known of each call.
 * @param {import('./game.js').Action[]} actions @param {number} landlord the seat
 */
function callsText(actions, landlord) {
  const calls = actions.filter(({ call }) => call !== undefined);
  if (calls.some(({ seat }) => seat === undefined)) return '';
  return calls.map(({ seat, call }) => `${ROLES[(/** @type {number} */ (seat) - landlord + 3) % 3]}:${call}`).join();
}

/** The question what to play, for POST /robot-move. @param {Position} position */
export function moveQuestion(position) {
  const { hand, role, rules, kitty, multiplier, calls } = position;
  const said = { ...(kitty && { kitty }), ...(calls && { calls: callsOf(calls) }) };
  return { hand, role, rules, ...said, ...(multiplier > 1 && { multiplier }), ...past(position) };
}

/** The question what to call, for POST /bid-advice. @param {Position} position */
export function callQuestion({ hand, role, rules, kitty, multiplier, phase, seat, calls }) {
  const known = role && phase ? { role, ...(kitty && { kitty }) } : null;
  const before = known ? {} : { ...(seat !== undefined && { seat }), ...(calls && { calls: calls.split(',') }) };
  return { hand, rules, ...known, ...before, ...(phase && { phase }), ...(multiplier > 1 && { multiplier }) };
}

/**
 * The seat to act in a game.
 * @param {import('./game.js').Game} game @param {any} at its state, as POST /table tells it
 * @returns {Position | null} null: nobody is to act
 */
export function positionIn(game, at) {
  if (at.turn === null || at.turn === undefined) return null;
  const wild = at.wild.filter((/** @type {string} */ rank) => rank !== 'F');
  const own = typeof game.rules === 'string' ? { preset: game.rules } : game.rules;
  const rules = wild.length ? { ...own, wild } : game.rules;
  const known = { ...EMPTY, hand: at.seats[at.turn].hand, role: at.role ?? '', rules, kitty: at.landlord === null ? '' : at.kitty, multiplier: at.multiplier };
  const deal = game.actions.slice(game.actions.findLastIndex((action) => action.deal) + 1);
  if (at.phase === 'play') {
    const given = game.landlord !== undefined || (game.hands && !Array.isArray(game.hands)); // nobody was asked who it is
    const called = given ? '' : callsText(deal, at.landlord);
    return { ...known, ...(called && { calls: called }), history: historyText(game.actions.filter(({ cards }) => cards !== undefined)) };
  }
  const calls = deal.flatMap(({ call }) => (call === undefined ? [] : [String(call)]));
  return { ...known, phase: at.phase, seat: (at.turn - at.first + 3) % 3, ...(at.phase === 'call' && calls.length && { calls: calls.join() }) };
}

/** @param {import('./game.js').Rules} rules */
export const rulesText = (rules) => (typeof rules === 'string' ? rules : JSON.stringify(rules));

/** @param {string} text @returns {import('./game.js').Rules | null} */
export function rulesFrom(text) {
  if (!text.startsWith('{')) return /^[a-z]+$/.test(text) ? text : null;
  try {
    const rules = JSON.parse(text);
    return typeof preset(rules) === 'string' ? rules : null;
  } catch {
    return null;
  }
}

const TEXTS = /** @type {const} */ (['kitty', 'history', 'last', 'by', 'left', 'phase', 'calls']);

/** @param {Position} position */
export function encodedPosition(position) {
  const query = new URLSearchParams({ hand: position.hand, role: position.role, rules: rulesText(position.rules) });
  for (const name of TEXTS) {
    const value = position[name];
    if (value && value !== /** @type {any} */ (EMPTY)[name]) query.set(name, value);
  }
  if (position.multiplier > 1) query.set('multiplier', String(position.multiplier));
  if (position.seat !== undefined) query.set('seat', String(position.seat));
  return query.toString().replaceAll('%2C', ',').replaceAll('%7E', '~').replaceAll('%3A', ':');
}

/** @param {string} text @returns {Position | null} null: it is no position */
export function decodedPosition(text) {
  const query = new URLSearchParams(text);
  const hand = parsed(query.get('hand') ?? '?');
  const rules = rulesFrom(query.get('rules') ?? 'standard');
  const role = query.get('role') ?? 'landlord';
  if (hand === null || !rules || !['', ...ROLES].includes(role)) return null;
  /** @type {any} */
  const position = { ...EMPTY, hand, rules, role };
  for (const name of TEXTS) if (query.has(name)) position[name] = query.get(name);
  for (const name of ['multiplier', 'seat']) if (query.has(name)) position[name] = Number(query.get(name));
  return Number.isInteger(position.multiplier) && (position.seat === undefined || [0, 1, 2].includes(position.seat)) ? position : null;
}
