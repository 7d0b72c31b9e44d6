/* rules.js - the page #/rules: the patterns, what a set of cards is, and how the rule sets differ. */

import { ask } from '../ask/ask.js';
import { ruleSets } from '../ask/engine.js';
import { fanned, parsed } from '../model/cards.js';
import { fresh } from '../model/game.js';
import { encoded } from '../model/link.js';
import { rulesFrom, rulesText } from '../model/position.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { keep } from './address.js';
import { cardName, cardRow, faceOf, playRow, spoken } from './cards.js';
import { cardField, hasFlower, isUnread, presetName, rulesField, switchText, trouble } from './parts.js';
import { drawing } from './redraw.js';

/** What each pattern looks like. @type {Record<string, string>} */
export const EXAMPLES = {
  solo: '7', pair: '88', trio: '999', trio_solo: '9994', trio_pair: '99944', solo_chain: '34567', pair_chain: '334455', trio_chain: '333444',
  trio_solo_chain: '33344459', trio_pair_chain: '3334447788', four_two_solo: '666639', four_two_pair: '66663399', bomb: 'TTTT', rocket: 'BR',
  four_chain: '33334444', four_chain_solo: '333344445678', four_chain_pair: '3333444455667788',
  four_chain_one_solo: '3333444456', four_chain_one_pair: '333344445566',
};

/** Yes or no, for eyes and ears. @param {boolean} is */
const yes = (is) => html`<span class=${is ? 'yes' : 'soft'} role="img" aria-label=${t(is ? 'choice.yes' : 'choice.no')}>${is ? '✓' : '✗'}</span>`;

class RulesPage {
  cards = '33344456';
  /** @type {import('../model/game.js').Rules} */
  rules = 'standard';
  /** @type {any} */
  known = null;
  /** @type {any} */
  answer = null;
  /** @type {any[]} what each rule set says of the same cards */
  everywhere = [];
  /** @type {unknown} */
  problem = null;
  /** @type {Map<string, { value: string, piece: string }>} */
  unread = new Map();
  abort = new AbortController();

  /** @param {HTMLElement} host @param {string} query */
  constructor(host, query) {
    this.redraw = drawing(host, () => this.view());
    this.follow(query);
  }

  get link() {
    return new URLSearchParams({ cards: this.cards, rules: rulesText(this.rules) }).toString();
  }

  get wild() {
    return /** @type {any} */ (this.rules).wild ?? '';
  }

  async classify() {
    this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    keep('rules', this.link);
    this.redraw();
    try {
      this.known ??= await ruleSets();
      const { wild } = this;
      const presets = this.known.presets.map((/** @type {any} */ one) => (one.wildcard === 'ranks' && wild ? { preset: one.name, wild } : one.name));
      const [own, ...rest] = await ask('/batch', [this.rules, ...presets].map((set) => ({ path: '/classify', body: { cards: this.cards, rules: set } })), signal);
      if (signal.aborted) return;
      this.problem = own.status === 200 ? null : { code: own.body.code, message: own.body.detail };
      this.answer = own.status === 200 ? own.body : null;
      this.everywhere = rest.map((/** @type {any} */ one) => one.body);
    } catch (error) {
      if (!signal.aborted) this.problem = error;
    }
    if (!signal.aborted) this.redraw();
  }

  /** The wild ranks of a game come from its deal. */
  play() {
    const { wild, ...own } = typeof this.rules === 'string' ? { preset: this.rules, wild: undefined } : /** @type {any} */ (this.rules);
    const set = Object.keys(own).length > 1 ? own : own.preset;
    location.hash = `#/play?${encoded(fresh(set, crypto.getRandomValues(new Uint32Array(1))[0]))}`;
  }

  /** @param {string} text */
  follow(text) {
    const given = new URLSearchParams(text);
    this.cards = parsed(given.get('cards') ?? this.cards) ?? '';
    this.rules = rulesFrom(given.get('rules') ?? 'standard') ?? 'standard';
    this.classify();
  }

  /** @param {string} text */
  changed(text) {
    if (text !== this.link) this.follow(text);
  }

  leave() {
    this.abort.abort();
  }

  /** Look at these cards. @param {string} cards */
  look(cards) {
    this.cards = cards;
    this.unread.clear();
    this.classify();
  }

  form() {
    return html`<section class="panel form"><h2>${t('cardset.what')}</h2>
      ${cardField(this, { id: 'rules-cards', label: t('cardset.cards'), value: this.cards, flower: hasFlower(this.rules, this.known), change: (cards) => this.look(cards) })}
      <div class="fields">${rulesField(this, this.rules, this.known, (rules) => { this.rules = rules; this.classify(); }, { forbid: true })}</div>
      <div class="actions"><button type="button" data-play @click=${() => this.play()}>${t('rules.play')}</button></div></section>`;
  }

  /** @param {any} one */
  reading(one) {
    return html`<li><b>${t(`pattern.${one.type}`)}</b> ${playRow(one.cards, { pattern: one, wild: this.wild })}
      <span class="soft">${t('cardset.from', { rank: faceOf(one.rank) })} ${one.length > 1 ? t('cardset.length', { length: one.length }) : ''}
      ${(one.stands_for ?? []).map((/** @type {any} */ stand) => t('cardset.stands', { card: cardName(stand.card), as: faceOf(stand.as) })).join(' ')}</span></li>`;
  }

  /** What a rule set says of the cards. @param {any} one an answer of /classify, or a problem */
  said(one) {
    if (one?.pattern) return html`<b>${t(`pattern.${one.pattern.type}`)}</b>`;
    return html`<span class="soft">${one?.code === 'wild_missing' ? t('cardset.needs_wild') : '✗'}</span>`;
  }

  readings() {
    const { answer, known, cards, everywhere } = this;
    if (isUnread(this, 'rules-cards', cards)) return html`<section class="panel readings-list"><h2>${t('cardset.readings')}</h2></section>`; // what was read before is not what is written
    const list = () => (answer.readings.length ? html`<ul data-readings=${answer.readings.length}>${answer.readings.map((/** @type {any} */ one) => this.reading(one))}</ul>` : html`<p data-readings="0"><b>${t(`check.${answer.code}`)}</b></p>`);
    return html`<section class="panel readings-list" aria-live="polite"><h2>${t('cardset.readings')}</h2>
      ${cards ? cardRow(fanned(cards), { wild: this.wild }) : nothing}
      ${answer ? list() : nothing}
      ${known && everywhere.length ? html`<p class="soft">${t('cardset.everywhere')}</p><ul class="sets">${known.presets.map((/** @type {any} */ one, /** @type {number} */ i) => html`
        <li><span>${presetName(one)}</span> ${this.said(everywhere[i])}</li>`)}</ul>` : nothing}</section>`;
  }

  /** Every pattern with a picture of it. */
  patterns() {
    return html`<section class="panel kinds"><h2>${t('cardset.kinds')}</h2><ul>${this.known.patterns.map((/** @type {any} */ { type }) => html`
      <li><button type="button" class="quiet" @click=${() => this.look(EXAMPLES[type])}><b>${t(`pattern.${type}`)}</b> ${playRow(EXAMPLES[type])}</button></li>`)}</ul>
      <p class="soft">${t('cardset.order')} <a href="#/learn">${t('page.learn')}</a></p></section>`;
  }

  /** @param {string} example */
  example(example) {
    return html`<button type="button" class="quiet example" title=${t('cardset.try', { cards: spoken(example) })}
      @click=${() => { this.look(parsed(example) ?? ''); scrollTo({ top: 0 }); }}>${[...example].map(faceOf).join(' ')}</button>`;
  }

  sets() {
    const { presets, switches } = this.known;
    /** @type {[string, (one: any) => unknown][]} */
    const facts = [
      [t('cardset.deck'), (one) => one.deck],
      [t('table.kitty'), (one) => one.kitty],
      [t('cardset.calling'), (one) => t(`calling.${one.calling}`)],
      [t('table.wild'), (one) => t(`wildcard.${one.wildcard}`)],
      [t('cardset.spring'), (one) => yes(one.spring)],
    ];
    return html`<section class="panel sets-table"><h2>${t('cardset.sets')}</h2>
      <div class="wide" tabindex="0" role="region" aria-label=${t('cardset.sets')}><table>
        <thead><tr><td></td>${presets.map((/** @type {any} */ one) => html`<th scope="col">${presetName(one)}</th>`)}</tr></thead>
        <tbody>
          ${facts.map(([name, value]) => html`<tr><th scope="row">${name}</th>${presets.map((/** @type {any} */ one) => html`<td>${value(one)}</td>`)}</tr>`)}
          ${switches.map((/** @type {any} */ one) => html`<tr><th scope="row">${switchText(one)} ${this.example(one.example)}</th>
            ${presets.map((/** @type {any} */ set) => html`<td>${yes(set.switches[one.name])}</td>`)}</tr>`)}
        </tbody></table></div></section>`;
  }

  view() {
    return html`<h1 class="unseen">${t('page.rules')}</h1>${trouble(this.problem)}
      ${this.known ? html`<div class="row">${this.patterns()}</div><div class="column">${this.form()}</div><div class="column">${this.readings()}</div><div class="row">${this.sets()}</div>` : nothing}`;
  }
}

/** @type {import('./router.js').Page} */
export const page = { enter: (host, query) => new RulesPage(host, query) };
