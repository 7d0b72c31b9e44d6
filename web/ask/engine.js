/* engine.js - the questions of the console, each one request.
 *
 * What is asked about a game is the seat to act, and only what that seat may know goes along. */

import { counts, sorted } from '../model/cards.js';
import { table } from '../model/game.js';
import { HINTED, word } from '../model/judge.js';
import { lang } from '../words/words.js';
import { ask } from './ask.js';

/** @typedef {import('../model/game.js').Game} Game @typedef {import('../model/game.js').Action} Action */
/** The answer of POST /table. @typedef {any} State */

/** How long the strongest robot thinks over a play, ms. */
const BEST_MS = 400;
/** How many plays of a judgement are told. */
const TOP = 20;

/** @param {Game} game @param {AbortSignal} [signal] @returns {Promise<State>} */
export const state = (game, signal) => ask('/table', table(game), signal);

/** The question is about the seat to act at this table. @param {Game} game */
const about = (game) => ({ table: table(game), lang: lang() });

/**
 * What the engine would call; `call` is a word that /table takes.
 * @param {Game} game @param {State} _at @param {AbortSignal} [signal]
 */
export const advice = (game, _at, signal) => ask('/bid-advice', about(game), signal);

/**
 * What a robot does in the seat to act, in every phase.
 * @param {Game} game @param {State} at @param {AbortSignal} [signal]
 * @returns {Promise<{ action: Action, answer: any }>}
 */
export async function robotAction(game, at, signal) {
  const { level, style } = game.sitters[at.turn];
  const strength = level ? { level, seed: game.actions.length } : { limit: { ms: BEST_MS } };
  const answer = await ask('/table', { ...table(game), robot: { ...strength, style, lang: lang() } }, signal);
  const { seat, call, cards, pattern } = answer.robot.action;
  if (call !== undefined) return { action: { seat, call }, answer };
  return { action: { seat, cards, ...(pattern?.stands_for && { id: pattern.id }) }, answer };
}

/**
 * What is best, after so many nodes: the one judgement of a position.
 * @param {Game} game @param {State} _at @param {number} nodes @param {AbortSignal} [signal]
 */
export const judge = (game, _at, nodes, signal) => ask('/robot-move', { ...about(game), judge: { nodes }, top: TOP }, signal);

/**
 * What may be done now, best first; no cards are a pass. Behind what was judged the others are in the net's order.
 * @param {Game} game @param {State} at @param {any} judged  what is known by now; null: nothing @param {AbortSignal} [signal]
 * @returns {Promise<{ cards: string }[]>} none: nothing can be played
 */
export async function hints(game, at, judged, signal) {
  const listed = ask('/prompt', { table: table(game), limit: 200, order: 'robot' }, signal);
  const [{ prompts, pass_at }, best] = await Promise.all([listed, judged ?? judge(game, at, HINTED[0], signal)]);
  if (!prompts.length) return [];
  if (at.can_pass) prompts.splice(pass_at, 0, { cards: '' });
  const seen = new Set();
  const isNew = (/** @type {string} */ cards) => !seen.has(cards) && seen.add(cards);
  return [best, ...best.candidates, ...prompts].filter(({ cards }) => isNew(sorted(cards)));
}

/**
 * Are these cards a play, and does it beat what lies there?
 * @param {Game} game @param {State} _at @param {string} cards @param {AbortSignal} [signal]
 */
export const classify = (game, _at, cards, signal) => ask('/classify', { table: table(game), cards }, signal);

/**
 * What is said of a play that was made in this state: its decision in a review (openapi.yaml).
 * @typedef {any} Verdict
 */

/**
 * A review of this one decision, so that the coach and the review of the game say the same.
 * @param {Game} game @param {State} at @param {string} cards @param {number} nodes @param {AbortSignal} [signal]
 * @returns {Promise<Verdict | null>} null: it was no decision
 */
export async function decision(game, at, cards, nodes, signal) {
  const actions = [...game.actions, { seat: at.turn, cards }];
  const body = { ...table(game), actions, since: game.actions.length, judge: { nodes }, top: 5, lang: lang() };
  return (await ask('/review', body, signal)).decisions[0] ?? null;
}

/** The same, until its word stands. @param {Game} game @param {State} at @param {string} cards @param {AbortSignal} [signal] @returns {Promise<Verdict | null>} */
export const verdict = (game, at, cards, signal) => word((nodes) => decision(game, at, cards, nodes, signal));

/**
 * The patterns of earlier plays that named their reading, by the action.
 * @param {Game} game @param {State} at @param {AbortSignal} [signal]
 * @returns {Promise<Map<number, any>>}
 */
export async function patterns(game, at, signal) {
  const wild = at.wild.filter((/** @type {string} */ rank) => rank !== 'F');
  const rules = { ...(typeof game.rules === 'string' ? { preset: game.rules } : game.rules), ...(wild.length && { wild }) };
  const named = game.actions.flatMap(({ cards, id }, action) => (cards && id ? [{ action, cards, id }] : []));
  const answers = await ask('/batch', named.map(({ cards }) => ({ path: '/classify', body: { cards, rules } })), signal);
  return new Map(named.map(({ action, id }, i) => [action, answers[i].body.readings?.find((/** @type {any} */ one) => one.id === id) ?? null]));
}

/**
 * What a seat cannot see: all other hands together, and the kitty while it lies face down.
 * @param {State} at @param {number} seat
 * @returns {Record<string, number>} by rank
 */
export function unseen(at, seat) {
  const hands = at.seats.map((/** @type {any} */ other) => (other.seat === seat ? '' : other.hand)).join('');
  return counts(hands + (at.landlord === null ? at.kitty : ''));
}

/** The rule sets there are. */
export const ruleSets = () => ask('/rules');
