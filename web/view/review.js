/* review.js - the page #/review: a finished game once more, with what every decision cost.
 *
 * The game stands in the address, with the step that is shown as `step`. */

import { ask } from '../ask/ask.js';
import { decision as judgeOne, state } from '../ask/engine.js';
import { pointsOf } from '../model/course.js';
import { PERSON, callKey, robot, table, upTo } from '../model/game.js';
import { STEPS, WORD, blames, isLate, spared, stands, sums } from '../model/judge.js';
import { decoded, encoded } from '../model/link.js';
import { ownSeat } from '../model/own.js';
import { gamesIn, refusedAction } from '../model/record.js';
import { replaysIn, strange } from '../model/replay.js';
import { html, nothing } from '../vendor/lit-html.js';
import { complaint, lang, t } from '../words/words.js';
import { keep } from './address.js';
import { board } from './board.js';
import { spokenPlay } from './cards.js';
import { isMistake, wordOf } from './judgement.js';
import { hintGiven, judgedIn, keepJudgement, keepReview, keepTrained, keepTraining, kept } from './kept.js';
import { ownGames } from './owngames.js';
import { isTyped, percent, saveAs, trouble } from './parts.js';
import { drawing } from './redraw.js';
import { Retry } from './retry.js';
import { say } from './say.js';
import { seatBelow, seatLabel, side } from './seats.js';
import { SPEEDS, decisionView, importer, mistakes, stepper, storyView } from './story.js';

/** @typedef {import('../model/game.js').Game} Game */

const narrow = matchMedia('(max-width: 640px)');
/** Is there one column, so that the board may be out of sight? */
const single = matchMedia('(max-width: 960px)');

export class ReviewPage {
  /** @type {Game | null} */
  game = null;
  /** @type {any} */
  review = null;
  /** The language of its reasons. */
  spoken = '';
  /** @type {any[]} its decisions, with the words that stand by now */
  decisions = [];
  /** @type {Map<number, any>} states by the number of actions before them */
  states = new Map();
  /** @type {Game[]} */
  others = [];
  step = 0;
  pending = false;
  importing = false;
  /** @type {number | null} whose view is shown beside the open hands; null: the own one */
  viewer = null;
  /** @type {object | null} the run in which the game plays itself */
  running = null;
  speed = SPEEDS[1];
  /** @type {{ action: number, who: string, what: string, error: unknown } | null} the action from which on the game is no game */
  refused = null;
  /** @type {Retry | null} */
  retry = null;
  /** Is the step an exercise, which one tries before the answer is shown? */
  exercise = false;
  /** @type {unknown} */
  problem = null;
  abort = new AbortController();

  /** @param {HTMLElement} host @param {string} query */
  constructor(host, query) {
    this.host = host;
    this.redraw = drawing(host, () => this.view());
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    document.addEventListener('keydown', this.onKey);
    narrow.addEventListener('change', this.redraw);
    this.redraw();
    this.follow(query);
  }

  get actions() {
    return this.game?.actions.length ?? 0;
  }

  get here() {
    return this.states.get(this.step);
  }

  /** @returns {Game} */
  get whole() {
    return /** @type {Game} */ (this.game);
  }

  /** Any state of the game says which seat has which role, once there is a landlord. */
  get roles() {
    return [...this.states.values()].find((at) => at.landlord !== null) ?? this.here;
  }

  /** Whose view of the chance is shown. */
  get seer() {
    return this.viewer ?? seatBelow(this.whole, this.roles);
  }

  /** @param {number} action @returns {any} */
  decisionAt(action) {
    return this.decisions.find((one) => one.action === action) ?? null;
  }

  /** @returns {any[]} */
  get mistakes() {
    return this.decisions.filter(isMistake);
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.roles ? seatLabel(this.whole, this.roles, seat, seatBelow(this.whole, this.roles)) : '';
  }

  /** What happens in a step. @param {number} action */
  what(action) {
    const one = this.game?.actions[action];
    if (!one) return t('review.end');
    if (one.deal) return t('call.deal');
    if (one.call !== undefined) return t(callKey(this.whole, one.call, action));
    return spokenPlay(one.cards ?? '', this.decisionAt(action)?.pattern);
  }

  /** A step, for those who do not see it. @param {number} action */
  told(action) {
    const decision = this.decisionAt(action);
    const chance = this.review?.open[action]?.landlord ?? pointsOf(this.decisions).find((point) => point.action === action)?.chance;
    return `${action + 1}. ${decision ? this.nameOf(decision.seat) : ''} ${this.what(action)} ${chance == null ? '' : percent(chance)} ${decision ? wordOf(decision) : ''}`;
  }

  /* --- steps --- */

  /** The state of a step is asked for when it is first wanted. */
  async fetchState() {
    const { game, step, abort } = this;
    if (!game || this.states.has(step)) return this.redraw();
    try {
      const answer = await state(upTo(game, step), abort.signal);
      if (abort.signal.aborted) return;
      this.states.set(step, answer);
    } catch (error) {
      if (!abort.signal.aborted && refusedAction(error) === null) this.problem = error; // else the review tells
    }
    this.redraw();
  }

  /** Show a step. @param {number} next @param {boolean} [aloud] */
  async show(next, aloud = true) {
    const to = Math.max(0, Math.min(this.actions, next));
    if (!this.game || (to === this.step && this.states.has(to))) return;
    this.endRetry();
    this.step = to;
    keep('review', this.link);
    if (aloud && this.review) say(this.told(to));
    await this.fetchState();
  }

  /** Go there, and no further. @param {number} next @param {boolean} [aloud] */
  go(next, aloud = true) {
    this.running = null;
    return this.show(next, aloud);
  }

  /** Go there from a list, and see the board. @param {number} action */
  async goSee(action) {
    await this.go(action);
    if (single.matches) this.host.querySelector('.board')?.scrollIntoView({ block: 'start' });
  }

  /** Step after step, until it is stopped or over. */
  async run() {
    if (this.running) return this.go(this.step);
    const mine = (this.running = {});
    if (this.step >= this.actions) await this.show(0, false);
    this.redraw();
    while (this.running === mine && this.step < this.actions) {
      await new Promise((resolve) => setTimeout(resolve, this.speed));
      if (this.running === mine) await this.show(this.step + 1);
    }
    if (this.running === mine) this.running = null;
    this.redraw();
  }

  /** To the next one, and from the last to the first. @param {number} direction */
  toMistake(direction) {
    const marked = this.mistakes.map(({ action }) => action);
    const found = direction > 0 ? (marked.find((action) => action > this.step) ?? marked[0]) : (marked.findLast((action) => action < this.step) ?? marked.at(-1));
    if (found !== undefined) this.goSee(found);
  }

  endRetry() {
    this.retry?.leave();
    this.retry = null;
  }

  /** Another play in the place of this one. @param {any} decision */
  async tryAt(decision) {
    await this.goSee(decision.action);
    const at = this.states.get(decision.action);
    if (!at || this.step !== decision.action) return;
    const next = this.mistakes.find(({ action, seat }) => seat === decision.seat && action > decision.action);
    this.retry = new Retry(this.whole, at, decision, { redraw: this.redraw, failed: (problem) => this.failed(problem), next: next ? () => this.tryAt(next) : null,
      solved: () => keepTrained(this.whole, decision.action), end: () => { this.endRetry(); this.redraw(); } });
    this.redraw();
    requestAnimationFrame(() => /** @type {HTMLElement | null} */ (this.host.querySelector('.seats .hand [data-place]'))?.focus()); // so that keys mean cards
  }

  /* --- judging --- */

  /** The game ends before the action that is refused. @param {number} action @param {unknown} error */
  async cut(action, error) {
    const one = this.whole.actions[action];
    const shorter = upTo(this.whole, action);
    this.refused = { action, error, what: this.what(action), who: one.role ? side(one.role) : one.seat === undefined ? '' : t('seat.person', { seat: one.seat + 1 }) };
    this.game = shorter;
    this.step = -1;
    await this.show(action, false);
    const at = this.states.get(action);
    if (this.game === shorter && at && one.seat !== undefined) this.refused.who = seatLabel(shorter, at, one.seat);
    if (action > 0) this.judge();
    else this.redraw();
  }

  /** The whole game at once, then each word that does not stand yet for itself. */
  async judge() {
    const { signal } = this.abort;
    this.pending = true;
    this.redraw();
    try {
      const spoken = lang();
      const found = await ask('/review', { ...table(this.whole), judge: { nodes: WORD }, top: 5, lang: spoken }, signal);
      if (signal.aborted) return;
      Object.assign(this, { review: found, spoken, decisions: found.decisions.map((/** @type {any} */ one) => this.settled(one)) });
      this.redraw();
      if (this.exercise) await this.begin();
      await this.settle(signal);
      if (signal.aborted) return;
      say(t('review.done', { count: this.mistakes.length }));
      this.keep();
    } catch (error) {
      if (signal.aborted) return;
      const action = refusedAction(error);
      if (action !== null && this.game?.actions[action] && !this.refused) return this.cut(action, error);
      this.problem = error;
    }
    this.pending = false;
    this.redraw();
  }

  /** An own mistake of before, once more. */
  async begin() {
    const decision = this.decisionAt(this.step);
    if (decision && !decision.forced) await this.tryAt(decision);
    this.exercise = false;
  }

  /** A decision as it is shown: a word that does not stand yet is not said. @param {any} decision */
  settled(decision) {
    const game = upTo(this.whole, decision.action);
    const known = stands(decision) ? decision : judgedIn(this.whole, decision.action);
    return known ? spared(known, hintGiven(game)) : { ...decision, verdict: null, unjudged: 'open', loss: null };
  }

  /** Words that blame first, then those that are open. @param {AbortSignal} signal */
  async settle(signal) {
    const waiting = this.review.decisions.filter((/** @type {any} */ one) => this.decisionAt(one.action)?.unjudged === 'open');
    for (const { action, seat, cards } of [...waiting.filter(blames), ...waiting.filter((/** @type {any} */ one) => !blames(one))]) {
      const before = upTo(this.whole, action);
      const found = await judgeOne(before, { turn: seat }, cards, /** @type {number} */ (STEPS.at(-1)), signal);
      if (signal.aborted) return;
      const late = isLate(found); // not kept, so that the next review requests it
      if (!late) keepJudgement(before, cards, found);
      this.decisions = this.decisions.map((one) => (one.action !== action ? one : late ? { ...found, action } : this.settled({ ...found, action })));
      this.redraw();
    }
  }

  /** What is judged of the own decisions, beside the own games. */
  keep() {
    const seat = ownSeat(this.whole);
    const own = this.decisions.filter((one) => one.seat === seat);
    const { judged, lost } = sums(own);
    if (seat === null || !this.review.finished) return;
    keepReview(this.whole, judged, lost);
    if (kept().games.some(({ game }) => game === encoded(this.whole))) keepTraining(this.whole, own.filter(isMistake));
  }

  /* --- which game --- */

  get link() {
    return `${encoded(this.whole)}&step=${this.step}`;
  }

  /** @param {Game} next @param {number} [at] */
  load(next, at) {
    this.abort.abort();
    this.endRetry();
    Object.assign(this, { abort: new AbortController(), game: next, review: null, decisions: [], problem: null, refused: null, viewer: null, states: new Map(), importing: false, step: -1 });
    const first = next.actions.findIndex((action) => action.cards !== undefined);
    this.go(at ?? Math.max(0, first), false);
    this.judge();
  }

  /** @param {string} text */
  read(text) {
    /** @type {Game[]} */
    let games = [];
    this.problem = null;
    try {
      games = replaysIn(text);
      if (!games.length) games = gamesIn(text);
      if (!games.length) this.problem = strange(text);
    } catch (error) {
      this.problem = error;
    }
    this.others = games.length > 1 ? games : [];
    if (games.length) this.load(games[0]);
    else this.redraw();
  }

  /** @param {unknown} error */
  failed(error) {
    this.problem = error;
    this.redraw();
  }

  /** @param {string} text */
  follow(text) {
    const found = text ? decoded(text) : null;
    this.problem = text && !found ? { code: 'no_game' } : null;
    if (found) {
      const given = new URLSearchParams(text);
      const at = given.get('step');
      this.load(found, at === null ? undefined : Number(at));
      this.exercise = given.has('try');
      return;
    }
    this.abort.abort(); // back to where the page begins
    this.endRetry();
    this.running = this.game = this.review = null;
    this.redraw();
  }

  /** @param {string} text */
  changed(text) {
    if (!this.game || text !== this.link) this.follow(text);
  }

  /** Another language is spoken: the reasons shall be in it. */
  translated() {
    this.redraw();
    if (!this.review || this.spoken === lang()) return;
    this.abort.abort();
    this.abort = new AbortController();
    this.judge();
  }

  leave() {
    this.running = null;
    this.endRetry();
    this.abort.abort();
    narrow.removeEventListener('change', this.redraw);
    document.removeEventListener('keydown', this.onKey);
  }

  /* --- what one sees --- */

  /** A person in the seat to act, robots in the others. */
  playOn() {
    const turn = this.here?.turn ?? 0;
    return `#/play?${encoded({ ...upTo(this.whole, this.step), sitters: [0, 1, 2].map((seat) => (seat === turn ? PERSON : robot(0))) })}`;
  }

  tools() {
    const { others } = this;
    return html`<div class="tools" role="toolbar" aria-label=${t('page.review')}>
      <a class="button" href="#/review">${t('review.start')}</a>
      <button type="button" aria-expanded=${this.importing} @click=${() => { this.importing = !this.importing; this.redraw(); }}>${t('review.import')}</button>
      <button type="button" @click=${() => saveAs('game.json', JSON.stringify(table(this.whole), null, 1), 'application/json')}>${t('review.export')}</button>
      ${this.here?.turn == null ? nothing : html`<a class="button" href=${this.playOn()}>${t('review.play_on')}</a>
        <a class="button" href="#/analyse?${encoded(upTo(this.whole, this.step))}">${t('review.analyse')}</a>`}
      ${others.length ? html`<label class="inline">${t('points.game')} <select @change=${(/** @type {Event} */ event) => this.load(others[Number(/** @type {HTMLSelectElement} */ (event.target).value)])}>
        ${others.map((_, i) => html`<option value=${i}>${i + 1} / ${others.length}</option>`)}</select></label>` : nothing}
    </div>`;
  }

  board() {
    const { here: at, retry, whole, step } = this;
    return html`<section class="panel board"><h2>${t('review.board')}</h2>
      ${at ? html`${board(upTo(whole, step), at, retry ? { below: at.turn, hand: retry.hand(narrow.matches && at.seats[at.turn].left > 10 ? 2 : 1) } : {})}
        ${at.phase === 'over' ? html`<p><b>${t(at.seats[at.winner].role === 'landlord' ? 'end.landlord' : 'end.farmers')}</b> ${at.score.join(' : ')}</p>` : nothing}` : nothing}</section>`;
  }

  refusal() {
    const { refused } = this;
    return refused ? html`<div class="trouble" role="alert" data-refused=${refused.action}><p>${t('review.refused', {
      step: refused.action + 1, who: refused.who, what: refused.what, why: complaint(refused.error) })}</p></div>` : nothing;
  }

  /** A game, once its first state is there. */
  looked() {
    if (!this.here && !this.problem && !this.refused) return nothing;
    return html`${this.tools()} ${this.importing ? importer(this) : nothing}
      <div class="column">${this.board()}${stepper(this)}${storyView(this)}</div><div class="column">${this.retry ? this.retry.view() : this.exercise ? nothing : decisionView(this)}${this.exercise ? nothing : mistakes(this)}</div>`;
  }

  view() {
    return html`<h1 class="unseen">${t('page.review')}</h1>
      ${trouble(this.problem)}${this.refusal()}
      ${this.game ? this.looked()
        : html`<div class="column">${ownGames(this.redraw, (error) => this.failed(error))}</div><div class="column">${importer(this)}</div>`}`;
  }

  /* --- keys --- */

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (isTyped(event)) return;
    const onButton = event.target instanceof Element && event.target.closest('button, a, summary') && !event.target.closest('.hand');
    if (onButton && ['Enter', ' '].includes(event.key)) return;
    if (this.retry && !event.key.startsWith('Arrow') && event.key !== ' ' && this.retry.press(event.key)) return event.preventDefault();
    if (event.target instanceof Element && event.target.closest('.hand')) return;
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction) event.shiftKey ? this.toMistake(direction) : this.go(this.step + direction);
    else if (event.key === 'Home') this.go(0);
    else if (event.key === 'End') this.go(this.actions);
    else if (event.key === ' ' && this.game) this.run();
    else return;
    event.preventDefault();
  }
}

/** @type {import('./router.js').Page} */
export const page = { enter: (host, query) => new ReviewPage(host, query) };
