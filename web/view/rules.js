/* rules.js - the page #/rules: what a set of cards is, and how the rule sets differ. */

import { ask } from '../ask/ask.js';
import { ruleSets } from '../ask/engine.js';
import { fanned, laid, parsed } from '../model/cards.js';
import { fresh } from '../model/game.js';
import { encoded } from '../model/link.js';
import { rulesFrom, rulesText } from '../model/position.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { keep } from './address.js';
import { cardName, cardRow, faceOf, spoken } from './cards.js';
import { cardField, hasFlower, presetName, rulesField, switchText, trouble } from './parts.js';
import { drawing } from './redraw.js';

/** @param {HTMLElement} host @param {string} query @returns {import('./router.js').Shown} */
function enter(host, query) {
  let cards = '33344456';
  /** @type {import('../model/game.js').Rules} */
  let rules = 'standard';
  /** @type {any} */
  let known = null;
  /** @type {any} */
  let answer = null;
  /** @type {any[]} what each rule set says of the same cards */
  let everywhere = [];
  /** @type {unknown} */
  let problem = null;
  let abort = new AbortController();

  const link = () => new URLSearchParams({ cards, rules: rulesText(rules) }).toString();

  async function classify() {
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    keep('rules', link());
    redraw();
    try {
      known ??= await ruleSets();
      const wild = typeof rules === 'string' ? undefined : rules.wild;
      const presets = known.presets.map((/** @type {any} */ one) => (one.wildcard === 'ranks' && wild ? { preset: one.name, wild } : one.name));
      const questions = [rules, ...presets].map((set) => ({ path: '/classify', body: { cards, rules: set } }));
      const answers = await ask('/batch', questions, signal);
      if (signal.aborted) return;
      const [own, ...rest] = answers;
      problem = own.status === 200 ? null : { code: own.body.code, message: own.body.detail };
      answer = own.status === 200 ? own.body : null;
      everywhere = rest.map((/** @type {any} */ one) => (one.status === 200 ? one.body : null));
    } catch (error) {
      if (!signal.aborted) problem = error;
    }
    if (!signal.aborted) redraw();
  }

  /** The wild ranks of a game come from its deal. */
  const play = () => {
    const { wild, ...own } = typeof rules === 'string' ? { preset: rules, wild: undefined } : /** @type {any} */ (rules);
    const set = Object.keys(own).length > 1 ? own : own.preset;
    location.hash = `#/play?${encoded(fresh(set, crypto.getRandomValues(new Uint32Array(1))[0]))}`;
  };

  /** @param {any} one */
  const reading = (one) => html`<li><b>${t(`pattern.${one.type}`)}</b> ${cardRow(laid(one.cards, one), { wild: /** @type {any} */ (rules).wild ?? '' })}
    <span class="soft">${t('cardset.from', { rank: faceOf(one.rank) })} ${one.length > 1 ? t('cardset.length', { length: one.length }) : ''}
    ${(one.stands_for ?? []).map((/** @type {any} */ stand) => t('cardset.stands', { card: cardName(stand.card), as: faceOf(stand.as) })).join(' ')}</span></li>`;

  const question = () => html`<section class="panel form"><h2>${t('cardset.what')}</h2>
    ${cardField({ id: 'rules-cards', label: t('cardset.cards'), value: cards, flower: hasFlower(rules, known), redraw: () => redraw(), change: (next) => { cards = next; classify(); } })}
    <div class="fields">${rulesField(rules, known, (next) => { rules = next; classify(); }, () => redraw(), { forbid: true })}</div>
    <div class="actions"><button type="button" data-play @click=${play}>${t('rules.play')}</button></div></section>`;

  const readings = () => html`<section class="panel readings-list" aria-live="polite"><h2>${t('cardset.readings')}</h2>
    ${cards ? cardRow(fanned(cards), { wild: /** @type {any} */ (rules).wild ?? '' }) : nothing}
    ${answer ? answer.readings.length ? html`<ul data-readings=${answer.readings.length}>${answer.readings.map(reading)}</ul>` : html`<p data-readings="0"><b>${t(`check.${answer.code}`)}</b></p>` : nothing}
    ${known && everywhere.length ? html`<p class="soft">${t('cardset.everywhere')}</p><ul class="sets">${known.presets.map((/** @type {any} */ one, /** @type {number} */ i) => html`
      <li><span>${presetName(one)}</span> ${everywhere[i]?.pattern ? html`<b>${t(`pattern.${everywhere[i].pattern.type}`)}</b>` : html`<span class="soft">${everywhere[i] ? '✗' : t('cardset.needs_wild')}</span>`}</li>`)}</ul>` : nothing}</section>`;

  /** Yes or no, for eyes and ears. @param {boolean} is */
  const yes = (is) => html`<span class=${is ? 'yes' : 'soft'} role="img" aria-label=${t(is ? 'choice.yes' : 'choice.no')}>${is ? '✓' : '✗'}</span>`;
  /** @param {string} example */
  const show = (example) => html`<button type="button" class="quiet example" title=${t('cardset.try', { cards: spoken(example) })}
    @click=${() => { cards = parsed(example) ?? ''; classify(); scrollTo({ top: 0 }); }}>${[...example].map(faceOf).join(' ')}</button>`;

  const sets = () => known ? html`<section class="panel sets-table"><h2>${t('cardset.sets')}</h2>
    <div class="wide" tabindex="0" role="region" aria-label=${t('cardset.sets')}><table>
      <thead><tr><td></td>${known.presets.map((/** @type {any} */ one) => html`<th scope="col">${presetName(one)}</th>`)}</tr></thead>
      <tbody>
        ${[
          [t('cardset.deck'), (/** @type {any} */ one) => one.deck],
          [t('table.kitty'), (/** @type {any} */ one) => one.kitty],
          [t('cardset.calling'), (/** @type {any} */ one) => t(`calling.${one.calling}`)],
          [t('table.wild'), (/** @type {any} */ one) => t(`wildcard.${one.wildcard}`)],
          [t('cardset.spring'), (/** @type {any} */ one) => yes(one.spring)],
        ].map(([name, value]) => html`<tr><th scope="row">${name}</th>${known.presets.map((/** @type {any} */ one) => html`<td>${/** @type {any} */ (value)(one)}</td>`)}</tr>`)}
        ${known.switches.map((/** @type {any} */ one) => html`<tr><th scope="row">${switchText(one)} ${show(one.example)}</th>
          ${known.presets.map((/** @type {any} */ set) => html`<td>${yes(set.switches[one.name])}</td>`)}</tr>`)}
      </tbody></table></div></section>
    <section class="panel kinds"><h2>${t('cardset.kinds')}</h2><ul>${known.patterns.map((/** @type {any} */ one) => html`<li>${t(`pattern.${one.type}`)}${t(`pattern.${one.type}`) === one.type ? nothing : html` <code class="soft">${one.type}</code>`}</li>`)}</ul></section>` : nothing;

  const redraw = drawing(host, () => html`<h1 class="unseen">${t('page.rules')}</h1>
    ${trouble(problem)}<div class="column">${question()}</div><div class="column">${readings()}</div><div class="row">${sets()}</div>`);

  /** @param {string} text */
  function follow(text) {
    const given = new URLSearchParams(text);
    cards = parsed(given.get('cards') ?? cards) ?? '';
    rules = rulesFrom(given.get('rules') ?? 'standard') ?? 'standard';
    classify();
  }

  redraw();
  follow(query);
  return { changed: (text) => { if (text !== link()) follow(text); }, redraw, leave: () => abort.abort() };
}

/** @type {import('./router.js').Page} */
export const page = { enter };
