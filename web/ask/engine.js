/* engine.js - the questions of the console, each one request.
 *
 * What is asked about a game is the seat to act, and only what that seat may know goes along. */

import { counts, sorted } from '../model/cards.js';
import { table } from '../model/game.js';
import { lang } from '../words/words.js';
import { ask } from './ask.js';

/** @typedef {import('../model/game.js').Game} Game @typedef {import('../model/game.js').Action} Action */
/** The answer of POST /table. @typedef {any} State */

/** How long the strongest robot thinks over a play, ms. */
const BEST_MS = 400;
/** How long a play is weighed for the coach, ms. */
const COACH_MS = 600;
/** How long the review may take where search and net have no opinion, ms. */
const REVIEW_MS = 1200;
/** From so many playouts on an estimate of the search counts. */
const ENOUGH_VISITS = 64;

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

/** All plays that may be made now, best first. @param {Game} game @param {State} _at @param {AbortSignal} [signal] */
export const prompts = (game, _at, signal) => ask('/prompt', { table: table(game), limit: 200 }, signal);

/**
 * Are these cards a play, and does it beat what lies there?
 * @param {Game} game @param {State} _at @param {string} cards @param {AbortSignal} [signal]
 */
export const classify = (game, _at, cards, signal) => ask('/classify', { table: table(game), cards }, signal);

/** @param {any} answer @param {string} cards */
const candidateOf = (answer, cards) => answer.candidates.find((/** @type {any} */ one) => sorted(one.cards) === sorted(cards));

/** @typedef {{ loss: number, best: string, played: number, possible: number, reason: string }} Verdict */

/** @param {any} answer @param {string} cards @param {number} visits @returns {Verdict | null} */
function verdictOf(answer, cards, visits) {
  const mine = candidateOf(answer, cards);
  const best = candidateOf(answer, answer.cards);
  if (mine?.win_probability == null || best?.win_probability == null || mine.visits < visits) return null;
  const loss = Math.max(0, best.win_probability - mine.win_probability);
  return { loss, best: answer.cards, played: mine.win_probability, possible: best.win_probability, reason: answer.reason.text };
}

/**
 * What a play, made in this state, cost in chance to win. First the search, where it has looked at the play long enough;
 * then the net, which has an opinion about every play; where no net knows the rules, the review.
 * @param {Game} game @param {State} at @param {string} cards @param {AbortSignal} [signal]
 * @returns {Promise<Verdict | null>} null: nobody knows
 */
export async function verdict(game, at, cards, signal) {
  if (at.legal_plays + (at.can_pass ? 1 : 0) < 2) return null;
  const question = { ...about(game), top: 100 };
  const searched = await ask('/robot-move', { ...question, engine: 'search', limit: { ms: COACH_MS } }, signal);
  const known = verdictOf(searched, cards, ENOUGH_VISITS);
  if (known) return known;
  const thought = verdictOf(await ask('/robot-move', { ...question, engine: 'net' }, signal), cards, 0);
  if (thought) return thought;
  const body = { ...table(game), actions: [...game.actions, { seat: at.turn, cards }], roles: [at.role], limit: { ms: REVIEW_MS } };
  const review = await ask('/review', { ...body, top: 1, lang: lang() }, signal);
  const decision = review.decisions.at(-1);
  if (decision?.win_probability == null || decision.best_win_probability == null) return null;
  return {
    loss: decision.loss,
    best: decision.best,
    played: decision.win_probability,
    possible: decision.best_win_probability,
    reason: decision.reason?.text ?? '',
  };
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
