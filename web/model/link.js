/* link.js - a game as the text behind the # of a link, and back. Pure.
 *
 *   #/play?rules=laizi&seed=7&seats=me,8,0a&a=1p,2c3,2-3456,0-
 *
 * An action is its seat and what is done: `p` pass as a call, `c1` a bid, `c` `r` `k` `f` `b` `n` `d` `s` call, rob,
 * kick, follow, kick back, none, double, super; `x` a new deal; `-` and the cards for a play, `-` alone for a pass,
 * `~` and a name where a reading is meant. `vs` are the points that somebody else made of the deal, `help` what he used: h a hint, o open hands, t take back. A robot is its level (0: the best) and the first letter of its style. */

import { LETTERS } from './cards.js';
import { PERSON, STYLES, robot } from './game.js';

/** @typedef {import('./game.js').Game} Game @typedef {import('./game.js').Action} Action */

/** @type {Record<string, string>} */
const CALLS = {
  pass: 'p', 1: 'c1', 2: 'c2', 3: 'c3', call: 'c', rob: 'r', kick: 'k', follow: 'f', kick_back: 'b', none: 'n',
  double: 'd', super: 's',
};
const NAMES = Object.fromEntries(Object.entries(CALLS).map(([name, short]) => [short, name]));

/** @param {Action} action */
function actionText(action) {
  const seat = action.seat ?? '';
  if (action.deal) return `${seat}x`;
  if (action.call !== undefined) return `${seat}${CALLS[action.call]}`;
  return `${seat}-${action.cards}${action.id ? `~${action.id}` : ''}`;
}

/** @param {string} text @returns {Action | null} */
function actionOf(text) {
  const parts = /^([0-2]?)(?:([a-z]\d?)|-([^~]*)(?:~([a-z_]+-[0-9A-Z]+-\d+))?)$/.exec(text);
  if (!parts) return null;
  const [, seat, short, cards, id] = parts;
  /** @type {Action} */
  const action = seat ? { seat: Number(seat) } : {};
  if (short === 'x') return { ...action, deal: true };
  if (short) return NAMES[short] ? { ...action, call: NAMES[short] } : null;
  if ([...cards].some((card) => !LETTERS.includes(card))) return null;
  return id ? { ...action, cards, id } : { ...action, cards };
}

/** @param {import('./game.js').Sitter} sitter */
const sitterText = (sitter) =>
  sitter.robot ? `${sitter.level}${sitter.style === STYLES[0] ? '' : sitter.style[0]}` : 'me';

/** @param {string} text */
function sitterOf(text) {
  const parts = /^(\d+)([a-z]?)$/.exec(text);
  if (!parts || Number(parts[1]) > 10) return text === 'me' ? PERSON : null;
  return robot(Number(parts[1]), STYLES.find((style) => style[0] === parts[2]) ?? STYLES[0]);
}

/** What of a game is no number and no list is written as JSON. */
const OBJECTS = ['hands'];
const NUMBERS = ['seed', 'landlord', 'first', 'base'];
const TEXTS = ['kitty', 'dealing'];

/** @param {URLSearchParams} query */
const readable = (query) => query.toString().replaceAll('%2C', ',').replaceAll('%7E', '~');

/** @param {Game} game */
export function encoded(game) {
  const query = new URLSearchParams();
  query.set('rules', typeof game.rules === 'string' ? game.rules : JSON.stringify(game.rules));
  for (const name of [...NUMBERS, ...TEXTS, ...OBJECTS]) {
    const value = /** @type {any} */ (game)[name];
    if (value !== undefined) query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  query.set('seats', game.sitters.map(sitterText).join(','));
  if (game.against !== undefined) query.set('vs', String(game.against));
  if (game.aided) query.set('help', game.aided);
  if (game.actions.length) query.set('a', game.actions.map(actionText).join(','));
  return readable(query);
}

/** @param {string} text */
function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} text */
function rulesOf(text) {
  if (!text.startsWith('{')) return /^[a-z]+$/.test(text) ? text : null;
  const rules = json(text);
  return typeof rules?.preset === 'string' ? rules : null;
}

/**
 * @param {string} text what is behind the question mark
 * @returns {Game | null} null: it is no game
 */
export function decoded(text) {
  const query = new URLSearchParams(text);
  const rules = rulesOf(query.get('rules') ?? 'standard');
  const sitters = (query.get('seats') ?? 'me,0,0').split(',').map(sitterOf);
  const actions = (query.get('a') ?? '').split(',').filter(Boolean).map(actionOf);
  if (!rules || sitters.length !== 3 || sitters.includes(null) || actions.includes(null)) return null;
  /** @type {any} */
  const game = { rules, actions, sitters };
  for (const name of TEXTS) if (query.has(name)) game[name] = query.get(name);
  for (const name of NUMBERS) if (query.has(name)) game[name] = Number(query.get(name));
  for (const name of OBJECTS) if (query.has(name)) game[name] = json(query.get(name) ?? '');
  if (/^-?\d{1,9}$/.test(query.get('vs') ?? '')) game.against = Number(query.get('vs'));
  if (/^(?!$)h?o?t?$/.test(query.get('help') ?? '')) game.aided = query.get('help');
  const wrong = NUMBERS.some((name) => name in game && !(Number.isSafeInteger(game[name]) && game[name] >= 0));
  return wrong || game.hands === null || !(game.hands || 'seed' in game) ? null : game;
}
