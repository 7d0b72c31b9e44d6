/* retry.js - "try it yourself": at a decision of a review, another play, and what the engine says of it. */

import { classify, verdict } from '../ask/engine.js';
import { cardsAt, fanned } from '../model/cards.js';
import { upTo } from '../model/game.js';
import { blames, spared } from '../model/judge.js';
import { heldSuits, suitsOf } from '../model/suits.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { cardHand, playRow, spokenPlay, toggledByKey } from './cards.js';
import { verdictOf, wordOf } from './judgement.js';
import { hintGiven } from './kept.js';
import { say } from './say.js';
import { seatLabel } from './seats.js';

export class Retry {
  /**
   * @param {import('../model/game.js').Game} game @param {any} at the state before the decision @param {any} decision of the review
   * @param {{ redraw: () => void, end: () => void, solved: () => void, next: (() => void) | null, failed: (problem: unknown) => void }} page `end`: the solution is wanted, or no more tries; `next`: to the next mistake
   */
  constructor(game, at, decision, page) {
    this.game = upTo(game, decision.action);
    this.at = at;
    this.decision = decision;
    this.page = page;
    this.cards = fanned(at.seats[at.turn].hand);
    /** @type {Set<number>} */
    this.chosen = new Set();
    /** @type {any} */
    this.check = null;
    /** @type {any} what is said of the play that was tried */
    this.answer = null;
    this.thinking = false;
    this.abort = new AbortController();
  }

  get chosenCards() {
    return cardsAt(this.cards, this.chosen);
  }

  /** Was something found that is not worse? */
  get solved() {
    return Boolean(this.answer?.verdict) && !blames(this.answer);
  }

  get playable() {
    return !this.thinking && Boolean(this.check?.valid && this.check.beats !== false && this.check.code === 0);
  }

  leave() {
    this.abort.abort();
  }

  /** @param {Set<number>} chosen */
  choose(chosen) {
    if (this.thinking) return;
    Object.assign(this, { chosen, check: null, answer: null });
    this.page.redraw();
    this.judgeChosen();
  }

  async judgeChosen() {
    const { chosen } = this;
    if (!chosen.size) return;
    const check = await this.asked(() => classify(this.game, this.at, this.chosenCards, this.abort.signal));
    if (check && this.chosen === chosen) this.check = check;
    this.page.redraw();
  }

  /** @template T @param {() => Promise<T>} question @returns {Promise<T | undefined>} */
  async asked(question) {
    try {
      return await question();
    } catch (error) {
      if (!this.abort.signal.aborted) this.page.failed(error);
      return undefined;
    }
  }

  /** Play what is chosen; who is faster than the answer is waited for. */
  async playChosen() {
    if (!this.check) await this.judgeChosen();
    if (this.playable) this.play(this.chosenCards);
  }

  /** @param {string} cards none: pass */
  async play(cards) {
    this.thinking = true;
    this.page.redraw();
    const answer = await this.asked(() => verdict(this.game, this.at, cards, this.abort.signal));
    this.thinking = false;
    this.answer = answer ? spared(answer, hintGiven(this.game)) : null;
    if (this.solved) this.page.solved();
    this.page.redraw();
    if (this.answer) say(`${spokenPlay(cards)}: ${wordOf(this.answer)}.`);
  }

  /** The hand to choose from. @param {number} rows */
  hand(rows) {
    return cardHand(this.cards, { chosen: () => this.chosen, choose: (chosen) => this.choose(chosen) }, { wild: this.at.wild, suits: suitsOf(this.game, this.at)?.hands[this.at.turn], rows, label: t('seat.hand') });
  }

  view() {
    const { game, decision, answer, at, page, solved } = this;
    const shown = (/** @type {string} */ cards) => playRow(cards, { wild: at.wild, suits: cards && heldSuits(game, at, at.turn, cards) });
    const result = () => html`<p role="status" data-tried=${answer.verdict ?? 'unjudged'}>${shown(answer.cards)} ${verdictOf(answer)}</p>`;
    return html`<section class="panel decision retry"><h2>${t('retry.title')} <span class="soft">${seatLabel(game, at, at.turn)} · ${decision.action + 1}</span></h2>
      <p>${t('retry.task')} ${shown(decision.cards)}</p>
      ${answer ? result() : html`<p class="soft">${this.thinking ? t('coach.thinking') : this.check?.code ? t(`check.${this.check.code}`) : t('retry.choose')}</p>`}
      <div class="actions">
        ${solved ? nothing : html`<button type="button" aria-keyshortcuts="P" aria-disabled=${!at.can_pass || this.thinking} @click=${() => this.press('p')}>${t('call.pass')}</button>
        <button type="button" class="first" aria-keyshortcuts="Enter" aria-disabled=${!this.playable} @click=${() => this.press('Enter')}>${t('action.play')}</button>`}
        <button type="button" data-show aria-keyshortcuts="Escape" @click=${() => page.end()}>${t(solved ? 'retry.end' : 'coach.show')}</button>
        ${solved && page.next ? html`<button type="button" class="first" data-next @click=${page.next}>${t('review.mistake_after')}</button>` : nothing}</div></section>`;
  }

  /** @param {string} key @returns {boolean} did it mean anything? */
  press(key) {
    const toggled = this.thinking ? null : toggledByKey(this.cards, this.chosen, key);
    if (toggled) this.choose(toggled);
    else if (key === 'Enter') this.playChosen();
    else if (key.toLowerCase() === 'p') this.at.can_pass && !this.thinking && this.play('');
    else if (key === 'Escape') this.page.end();
    else return false;
    return true;
  }
}
