/* analyse.js - the page #/analyse: one position, looked at deeper and deeper.
 *
 * The position stands in the address: its fields, or a game whose seat to act is meant. */

import { ask } from '../ask/ask.js';
import { ruleSets, state } from '../ask/engine.js';
import { without } from '../model/cards.js';
import { STEPS, deepen, deeper } from '../model/judge.js';
import { preset } from '../model/game.js';
import { decoded } from '../model/link.js';
import { EMPTY, callQuestion, decodedPosition, encodedPosition, moveQuestion, positionIn } from '../model/position.js';
import { heldSuits, reordered } from '../model/suits.js';
import { html } from '../vendor/lit-html.js';
import { lang, t } from '../words/words.js';
import { keep } from './address.js';
import { spokenPlay } from './cards.js';
import { percent, trouble } from './parts.js';
import { advice, candidates, laidOut, lies, partition, positionForm, tools } from './position.js';
import { drawing } from './redraw.js';
import { say } from './say.js';

/** @typedef {import('../model/position.js').Position} Position */

/** What one sees before anything was asked. @type {Position} */
const EXAMPLE = { ...EMPTY, hand: '3345667889TTJQQKKA2B' };

const narrow = matchMedia('(max-width: 640px)');

/** How many candidates are shown. */
const SHOWN = 20;

/** How many nodes the choices of a call are played out. */
const CALL_NODES = 100000;

/** Has the hand the size at which calls are made, and do these rules have any? @param {Position} position @param {any} known */
function isCalled(position, known) {
  if (position.phase) return true;
  const calling = known?.presets.find((/** @type {any} */ one) => one.name === preset(position.rules))?.calling;
  return position.hand.length === 17 && !position.history && !position.last && calling !== 'none';
}

export class AnalysePage {
  /** @type {Position} */
  position = EXAMPLE;
  /** @type {any} */
  known = null;
  focused = 'hand';
  /** @type {any} the judgement of the position */
  answer = null;
  /** @type {any} */
  hand = null;
  /** @type {any} */
  bid = null;
  /** @type {any} */
  unseen = null;
  /** @type {unknown} */
  problem = null;
  /** @type {{ cards: string, rest: any } | null} a candidate that is laid out, and what the engine says of the cards that are left */
  laid = null;
  /** The suits of the hand, where it was taken from a dealt game. */
  suits = '';
  /** Nodes of the answer. */
  deep = 0;
  thinking = false;
  /** @type {Map<string, { value: string, piece: string }>} */
  unread = new Map();
  abort = new AbortController();

  /** @param {HTMLElement} host @param {string} query */
  constructor(host, query) {
    this.redraw = drawing(host, () => this.view());
    narrow.addEventListener('change', this.redraw);
    this.follow(query);
  }

  get narrow() {
    return narrow.matches;
  }

  /** Is a play looked for, not a call? */
  get plays() {
    return Boolean(this.position.role && !this.position.phase);
  }

  /** The questions that are answered at once, in one request. @param {AbortSignal} signal */
  async askAbout(signal) {
    const { position, known, plays } = this;
    const questions = [{ path: '/analyze', body: { hand: position.hand, rules: position.rules, top: 3 } }];
    const called = isCalled(position, known);
    if (called) questions.push({ path: '/bid-advice', body: /** @type {any} */ ({ ...callQuestion(position), lang: lang() }) });
    if (plays) questions.push({ path: '/robot-move', body: /** @type {any} */ ({ ...moveQuestion(position), engine: 'rules', unseen: true }) });
    const answers = await ask('/batch', questions, signal);
    if (signal.aborted) return;
    const good = (/** @type {any} */ one) => (one?.status === 200 ? one.body : null);
    this.hand = good(answers[0]);
    this.bid = called ? good(answers[1]) : null;
    this.unseen = plays ? (good(answers.at(-1))?.unseen ?? null) : null;
    if (!this.hand) this.problem = { code: answers[0].body.code, message: answers[0].body.detail };
    this.redraw();
  }

  /** The choices of a call once more, played out. @param {AbortSignal} signal */
  async playOut(signal) {
    const found = await ask('/bid-advice', { ...callQuestion(this.position), lang: lang(), limit: { nodes: CALL_NODES } }, signal);
    if (signal.aborted) return;
    this.bid = found;
    this.redraw();
  }

  /** @param {AbortSignal} signal @param {number[]} steps */
  search(signal, steps) {
    return deepen(
      (nodes) => ask('/robot-move', { ...moveQuestion(this.position), judge: { nodes }, top: SHOWN, lang: lang() }, signal),
      (found, nodes) => {
        this.answer = found;
        this.deep = nodes;
        this.redraw();
      },
      signal,
      steps,
    );
  }

  /** Look, from here on. @param {number[]} [steps] */
  async look(steps = STEPS) {
    const { signal } = this.abort;
    this.thinking = true;
    this.redraw();
    try {
      if (steps === STEPS) await this.askAbout(signal);
      if (!signal.aborted && this.bid) await this.playOut(signal);
      if (!signal.aborted && this.plays && !this.problem) await this.search(signal, steps);
      const { answer } = this;
      if (!signal.aborted && answer) say(t('analyse.best', { cards: spokenPlay(answer.cards, answer.pattern), chance: answer.win_probability === null ? '?' : percent(answer.win_probability) }));
    } catch (error) {
      if (signal.aborted) return;
      this.problem = error;
    }
    if (signal.aborted) return;
    this.thinking = false;
    this.redraw();
  }

  stop() {
    this.abort.abort();
    this.abort = new AbortController();
    this.thinking = false;
    this.redraw();
  }

  goOn() {
    this.look(this.deep ? deeper(this.deep) : STEPS);
  }

  /** Lay a candidate out, or take it back. @param {string} cards */
  async lay(cards) {
    const mine = (this.laid = this.laid?.cards === cards ? null : { cards, rest: null });
    this.redraw();
    const left = without(this.position.hand, cards);
    if (!mine || !left) return;
    try {
      mine.rest = await ask('/analyze', { hand: left, rules: this.position.rules, top: 1 }, this.abort.signal);
    } catch (error) {
      if (/** @type {any} */ (error).name !== 'AbortError') this.problem = error;
    }
    this.redraw();
  }

  forget() {
    Object.assign(this, { answer: null, hand: null, bid: null, unseen: null, problem: null, laid: null, deep: 0 });
  }

  /** Another position. @param {Position} next */
  go(next) {
    this.stop();
    this.position = next;
    this.forget();
    keep('analyse', encodedPosition(next));
    if (next.hand) this.look();
  }

  /** The suits of some of its cards. @param {string} cards */
  suitsOf(cards) {
    return this.suits && reordered(this.position.hand, this.suits, cards);
  }

  /** @param {Partial<Position>} changes */
  change(changes) {
    this.suits = '';
    this.go({ ...this.position, phase: undefined, calls: undefined, seat: undefined, ...changes });
  }

  /** @param {string} text */
  async follow(text) {
    this.stop();
    this.problem = null;
    const { signal } = this.abort;
    try {
      this.known ??= await ruleSets();
      const game = /(^|&)hand=/.test(text) ? null : decoded(text);
      const at = game && (await state(game, signal));
      const found = game ? positionIn(game, at) : text ? decodedPosition(text) : EXAMPLE;
      if (signal.aborted) return;
      this.suits = game && found ? heldSuits(game, at, at.turn, found.hand) : '';
      if (found) return this.go(found);
      this.problem = { code: 'wrong_position' };
    } catch (error) {
      if (!signal.aborted) this.problem = error;
    }
    this.redraw();
  }

  /** @param {string} text */
  changed(text) {
    if (text !== encodedPosition(this.position)) this.follow(text);
  }

  /** Reasons come in the language that is spoken. */
  translated() {
    this.go(this.position);
  }

  leave() {
    this.abort.abort();
    narrow.removeEventListener('change', this.redraw);
  }

  view() {
    const columns = () => (this.plays
      ? html`<div class="column">${positionForm(this)}${advice(this)}${laidOut(this)}${partition(this)}</div><div class="column">${tools(this)}${candidates(this)}${lies(this)}</div>`
      : html`<div class="column">${positionForm(this)}</div><div class="column">${advice(this)}${partition(this)}</div>`);
    return html`<h1 class="unseen">${t('page.analyse')}</h1>${trouble(this.problem)}${this.known || this.problem ? columns() : ''}`;
  }
}

/** @type {import('./router.js').Page} */
export const page = { enter: (host, query) => new AnalysePage(host, query) };
