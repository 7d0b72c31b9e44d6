/* learn.js - the page #/learn: the game in five minutes, and a guided hand of ten steps with the engine behind. */

import { classify, state } from '../ask/engine.js';
import { cardsAt, fanned, places, sorted } from '../model/cards.js';
import { SCRIPT, firstGame, lessonAt } from '../model/lesson.js';
import { encoded } from '../model/link.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { board } from './board.js';
import { cardHand, cardRow, playRow, spoken, toggledByKey } from './cards.js';
import { isTyped, trouble } from './parts.js';
import { drawing } from './redraw.js';
import { EXAMPLES } from './rules.js';
import { say } from './say.js';

const narrow = matchMedia('(max-width: 640px)');

/** The patterns one begins with. */
const PATTERNS = ['solo', 'pair', 'trio', 'trio_solo', 'trio_pair', 'solo_chain', 'pair_chain', 'trio_chain', 'trio_solo_chain', 'four_two_solo', 'bomb', 'rocket'];

/** What beats what, and why. */
const BEATS = [['QQ', '88', 'rank'], ['45678', '34567', 'chain'], ['JJJ4', '9995', 'trio'], ['5555', 'AAAKK', 'bomb'], ['BR', '2222', 'rocket']];

class LearnPage {
  step = 0;
  /** @type {any} the state of the guided hand */
  at = null;
  /** @type {Set<number>} */
  chosen = new Set();
  /** What is to be said of the last try. */
  said = '';
  busy = false;
  /** What one plays after the lesson. */
  next = firstGame(crypto.getRandomValues(new Uint32Array(1))[0]);
  /** @type {unknown} */
  problem = null;
  abort = new AbortController();

  /** @param {HTMLElement} host */
  constructor(host) {
    this.redraw = drawing(host, () => this.view());
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    document.addEventListener('keydown', this.onKey);
    narrow.addEventListener('change', this.redraw);
    this.go(0);
  }

  get game() {
    return lessonAt(this.step);
  }

  /** What the person is to do now; undefined: it is over. */
  get wanted() {
    return SCRIPT[this.step]?.[0];
  }

  get hand() {
    return fanned(this.at.seats[0].hand);
  }

  /** Show a step. @param {number} step */
  async go(step) {
    this.step = step;
    this.busy = true;
    try {
      this.at = await state(this.game, this.abort.signal);
      Object.assign(this, { chosen: new Set(), said: '', problem: null });
      if (step) say(this.task);
    } catch (error) {
      if (this.abort.signal.aborted) return;
      this.problem = error;
    }
    this.busy = false;
    this.redraw();
  }

  get task() {
    return t(`learn.step_${this.step + 1}`);
  }

  /** @param {Set<number>} chosen */
  choose(chosen) {
    this.chosen = chosen;
    this.said = '';
    this.redraw();
  }

  /** Choose what is wanted. */
  show() {
    this.choose(places(this.hand, this.wanted?.cards ?? ''));
  }

  /** Play what is chosen; what is not wanted here is told, by the engine where it is no play. */
  async play() {
    const { wanted, busy } = this;
    if (!wanted?.cards || busy || !this.chosen.size) return;
    const cards = cardsAt(this.hand, this.chosen);
    if (cards === sorted(wanted.cards)) return this.go(this.step + 1);
    try {
      const { code } = await classify(this.game, this.at, cards, this.abort.signal);
      this.said = code ? t(`check.${code}`) : t('learn.other', { cards: spoken(fanned(wanted.cards)) });
    } catch (error) {
      if (!this.abort.signal.aborted) this.problem = error;
    }
    say(this.said);
    this.redraw();
  }

  pass() {
    if (this.wanted?.cards === '' && !this.busy) this.go(this.step + 1);
    else this.choose(this.chosen);
  }

  changed() {}

  leave() {
    this.abort.abort();
    document.removeEventListener('keydown', this.onKey);
    narrow.removeEventListener('change', this.redraw);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (isTyped(event) || !this.at || !this.wanted) return;
    if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('button, a') && !event.target.closest('.hand')) return;
    const toggled = toggledByKey(this.hand, this.chosen, event.key);
    if (toggled) this.choose(toggled);
    else if (event.key === 'Enter') this.play();
    else if (event.key.toLowerCase() === 'p') this.pass();
    else return;
    event.preventDefault();
  }

  /* --- what one sees --- */

  ranks() {
    return html`<section class="panel"><h2>${t('learn.ranks')}</h2><p>${t('learn.ranks_why')}</p>${cardRow(fanned('3456789TJQKA2BR').split('').reverse().join(''))}</section>`;
  }

  roles() {
    return html`<section class="panel"><h2>${t('learn.roles')}</h2><ul class="points-list">${[1, 2, 3, 4].map((i) => html`<li>${t(`learn.role_${i}`)}</li>`)}</ul></section>`;
  }

  patterns() {
    return html`<section class="panel kinds"><h2>${t('cardset.kinds')}</h2><ul>${PATTERNS.map((type) => html`<li><b>${t(`pattern.${type}`)}</b> ${playRow(EXAMPLES[type])}<span class="soft">${t(`learn.${type}`)}</span></li>`)}</ul></section>`;
  }

  beats() {
    return html`<section class="panel beats"><h2>${t('learn.beats')}</h2><ul>${BEATS.map(([more, less, why]) => html`<li>${cardRow(fanned(more))} <b>${t('learn.over')}</b> ${cardRow(fanned(less))}
      <span class="soft">${t(`learn.beats_${why}`)}</span></li>`)}</ul></section>`;
  }

  buttons() {
    const { wanted, busy, chosen } = this;
    if (!wanted) return html`<div class="actions"><a class="button first" data-on href="#/play?${encoded(this.next)}">${t('learn.on')}</a><button type="button" @click=${() => this.go(0)}>${t('solve.again')}</button></div>`;
    if (wanted.call) return html`<div class="actions"><button type="button" class="first" data-call @click=${() => !busy && this.go(1)}>${t('call.3')}</button></div>`;
    return html`<div class="actions">
      <button type="button" class=${wanted.cards ? '' : 'first'} aria-keyshortcuts="P" aria-disabled=${!this.at.can_pass || wanted.cards !== ''} @click=${() => this.pass()}>${t('call.pass')}</button>
      <button type="button" data-show aria-disabled=${!wanted.cards} @click=${() => wanted.cards && this.show()}>${t('action.hint')}</button>
      <button type="button" class=${wanted.cards ? 'first' : ''} aria-keyshortcuts="Enter" aria-disabled=${!chosen.size} @click=${() => this.play()}>${t('action.play')}</button></div>`;
  }

  guided() {
    const { at, step, wanted } = this;
    if (!at) return nothing;
    const hand = wanted && at.phase === 'play' ? cardHand(this.hand, { chosen: () => this.chosen, choose: (chosen) => this.choose(chosen) }, { rows: narrow.matches && this.hand.length > 10 ? 2 : 1, label: t('seat.hand') }) : undefined;
    return html`<section class="panel board guided" data-step=${step}><h2>${t('learn.guided')} <span class="soft">${Math.min(step + 1, SCRIPT.length)} / ${SCRIPT.length}</span></h2>
      <p class="task" role="status"><b>${this.task}</b></p>
      ${board(this.game, at, { below: 0, hand })}
      <p class="message ${this.said ? 'no' : ''}">${this.said}</p>
      ${this.buttons()}</section>`;
  }

  view() {
    return html`<h1 class="unseen">${t('page.learn')}</h1>${trouble(this.problem)}
      <div class="column">${this.roles()}${this.ranks()}${this.beats()}</div><div class="column">${this.guided()}</div><div class="row">${this.patterns()}</div>`;
  }
}

/** @type {import('./router.js').Page} */
export const page = { enter: (host) => new LearnPage(host) };
