/* game.js - a game is its beginning and a list of actions. All else the service makes of these.
 *
 * Games are values: every change gives a new one. The list of actions goes to POST /table as it is. Pure. */

/**
 * Who sits in a seat: a person, or a robot of a level (0: the best there is) and a style.
 * @typedef {{ robot: boolean, level: number, style: string }} Sitter
 *
 * @typedef {{ seat?: number, role?: string, call?: string | number, cards?: string, id?: string, deal?: true }} Action
 *
 * @typedef {string | { preset: string, [name: string]: unknown }} Rules
 *
 * @typedef {object} Game
 * @property {Rules} rules
 * @property {number} [seed]
 * @property {string[] | Record<string, string>} [hands]   in place of a seed: by seat or by role
 * @property {string} [kitty]
 * @property {string} [dealing]
 * @property {number} [landlord]
 * @property {number} [first]
 * @property {number} [base]
 * @property {number} [against]  points that somebody else made of this deal
 * @property {string} [aided]  with what help, as in own.js
 * @property {Action[]} actions
 * @property {Sitter[]} sitters
 */

export const STYLES = ['steady', 'aggressive', 'cooperative'];

/** @type {Sitter} */
export const PERSON = { robot: false, level: 0, style: 'steady' };
/** @param {number} level @param {string} [style] @returns {Sitter} */
export const robot = (level, style = 'steady') => ({ robot: true, level, style });

/**
 * A game to be dealt.
 * @param {Rules} rules @param {number} seed @param {Sitter[]} [sitters]
 * @returns {Game}
 */
export const fresh = (rules, seed, sitters = [PERSON, robot(0), robot(0)]) => ({ rules, seed, actions: [], sitters });

/** @param {Game} game @param {...Action} actions @returns {Game} */
export const after = (game, ...actions) => ({ ...game, actions: [...game.actions, ...actions] });

/** The first `count` actions of it. @param {Game} game @param {number} count @returns {Game} */
export const upTo = (game, count) => ({ ...game, actions: game.actions.slice(0, count) });

/** The body of POST /table. @param {Game} game */
export function table(game) {
  const { sitters, against, aided, ...body } = game;
  return body;
}

/**
 * As it was before the last decision of a person; with three robots one action less.
 * @param {Game} game
 * @returns {Game} the same when there is nothing to take back
 */
export function takenBack(game) {
  const people = game.sitters.some((sitter) => !sitter.robot);
  for (let i = game.actions.length - 1; i >= 0; i--) {
    const { seat, deal } = game.actions[i];
    if (!people || (!deal && seat !== undefined && !game.sitters[seat].robot)) return upTo(game, i);
  }
  return game;
}

/** The preset's name. @param {Rules} rules */
export const preset = (rules) => (typeof rules === 'string' ? rules : rules.preset);

/** What one is asked once somebody has called; elsewhere whether to rob. @type {Record<string, string>} */
const ASKED = { yuncheng: 'kick' };

/**
 * The key of the words for a call: a pass has other words when nobody has called yet.
 * @param {Game} game @param {string | number} call @param {number} [before] how many actions there were before it
 */
export function callKey({ rules, actions }, call, before = actions.length) {
  const deal = actions.slice(0, before);
  const called = deal.slice(deal.findLastIndex((action) => action.deal) + 1).some((action) => action.call === 'call');
  return call === 'pass' ? `pass.${called ? (ASKED[preset(rules)] ?? 'rob') : 'call'}` : `call.${call}`;
}

/** Plays and passes, calls left out. @param {Game} game */
export const plays = (game) => game.actions.filter((action) => action.cards !== undefined);

/**
 * The cards that have been played.
 * @param {Game} game
 */
export const played = (game) => plays(game).map((action) => action.cards).join('');
