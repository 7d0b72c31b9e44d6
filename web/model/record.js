/* record.js - games that were written elsewhere: bodies of POST /table, lines of `ddz-arena --json`, links. Pure. */

import { PERSON } from './game.js';
import { decoded } from './link.js';

/** @typedef {import('./game.js').Game} Game */

const FIELDS = ['rules', 'seed', 'dealing', 'hands', 'kitty', 'landlord', 'first', 'base'];
const ACTION = ['seat', 'role', 'call', 'cards', 'id', 'deal'];

/** @param {any} from @param {string[]} names */
const picked = (from, names) => Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));

/** @param {any} body @returns {Game | null} */
function gameOf(body) {
  const actions = body?.actions;
  if (!Array.isArray(actions) || !actions.every((action) => action && typeof action === 'object')) return null;
  const sitters = [PERSON, PERSON, PERSON];
  return { rules: 'standard', ...picked(body, FIELDS), actions: actions.map((action) => /** @type {any} */ (picked(action, ACTION))), sitters };
}

/** @param {string} text @returns {any} undefined: it is no JSON */
function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The games in a text: one body, a list of them, one a line, or a link.
 * @param {string} text
 * @returns {Game[]} empty: there is none
 */
export function gamesIn(text) {
  const link = /#\/[a-z]+\?(\S+)/.exec(text);
  const linked = link && decoded(link[1]);
  if (linked) return [linked];
  const whole = json(text);
  const bodies = whole === undefined ? text.split('\n').filter((line) => line.trim()).map(json) : Array.isArray(whole) ? whole : [whole];
  const games = bodies.map(gameOf);
  return games.includes(null) ? [] : /** @type {Game[]} */ (games);
}

/** Which action of a game the service refuses; null where it is about something else. @param {any} problem */
export function refusedAction(problem) {
  const [, action] = /^\/actions\/(\d+)/.exec(problem?.field ?? '') ?? [];
  return action === undefined ? null : Number(action);
}
