/* parts.js - what several pages are made of: fields for cards and rules, bars, complaints. */

import { counts, fanned, parsed, sorted } from '../model/cards.js';
import { preset } from '../model/game.js';
import { html, nothing } from '../vendor/lit-html.js';
import { complaint, lang, t } from '../words/words.js';
import { cardName, faceOf } from './cards.js';

/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 0) => `${(share * 100).toFixed(digits)}%`;

/** How a role is called. @param {string} role */
export const roleName = (role) => t(`role.${role}`);

/** What is wrong; nothing where nothing is. @param {unknown} error */
export const trouble = (error) => (error ? html`<div class="trouble" role="alert"><p>${complaint(error)}</p></div>` : nothing);

/** A bar from the left, for a share; the number stands beside it. @param {number} share */
export const bar = (share) => html`<svg class="bar" aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
  <rect class="ground" width="100" height="8"></rect><rect class="filled" width=${Math.max(0, Math.min(100, share * 100))} height="8"></rect></svg>`;

/** A bar from the middle, for points. @param {number} points @param {number} most */
export function pointsBar(points, most) {
  const width = Math.min(50, (Math.abs(points) / (most || 1)) * 50);
  return html`<svg class="bar" aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
    <rect class="ground" width="100" height="8"></rect>
    <rect class=${points < 0 ? 'lost' : 'filled'} x=${points < 0 ? 50 - width : 50} width=${width} height="8"></rect><rect class="middle" x="49.5" width="1" height="8"></rect></svg>`;
}

/** The letters of a palette: what a deck of these rules has. @param {boolean} flower */
const letters = (flower) => [...`RB2AKQJT9876543${flower ? 'F' : ''}`];

/**
 * Cards to be written, pasted or clicked together.
 * @param {{ id: string, label: string, value: string, change: (cards: string) => void, flower?: boolean, open?: boolean, focus?: () => void }} field
 *   `open`: with a palette under it
 */
export function cardField({ id, label, value, change, flower = false, open = true, focus }) {
  const have = counts(value);
  const most = (/** @type {string} */ letter) => ('BRF'.includes(letter) ? 1 : 4);
  /** One more of it; after the last none. @param {string} letter */
  const clicked = (letter) => {
    const rest = [...value].filter((card) => card !== letter).join('');
    const next = (have[letter] ?? 0) < most(letter) ? (have[letter] ?? 0) + 1 : 0;
    change(sorted(rest + letter.repeat(next)));
  };
  return html`<div class="card-field"><label for=${id}>${label} <span class="count">${value.length || ''}</span></label>
    <input id=${id} autocomplete="off" autocapitalize="characters" spellcheck="false" .value=${fanned(value)} @focus=${focus}
      @change=${(/** @type {Event} */ event) => {
        const input = /** @type {HTMLInputElement} */ (event.target);
        const cards = parsed(input.value);
        input.setCustomValidity(cards === null ? t('field.no_cards') : '');
        if (cards === null) input.reportValidity();
        else change(cards);
      }}>
    ${open ? html`<div class="palette" role="group" aria-label=${t('field.palette', { field: label })}>${letters(flower).map((letter) => html`
      <button type="button" class="rank-key many-${have[letter] ?? 0}" @click=${() => clicked(letter)}>
        <span aria-hidden="true">${faceOf(letter)}</span><b aria-hidden="true">${have[letter] || ''}</b>
        <span class="unseen">${t('field.card', { card: cardName(letter), count: have[letter] ?? 0 })}</span></button>`)}</div>` : nothing}
  </div>`;
}

/** What kinds of plays may be forbidden in puzzles, together. @type {Record<string, string[]>} */
const FORBIDDABLE = {
  trio_kickers: ['trio_solo', 'trio_pair', 'trio_solo_chain', 'trio_pair_chain'],
  four_kickers: ['four_two_solo', 'four_two_pair'],
};

/**
 * Which rules, with their wild ranks, and what may not be played.
 * @param {import('../model/game.js').Rules} rules @param {any} known the answer of GET /rules
 * @param {(rules: import('../model/game.js').Rules) => void} change
 * @param {{ forbid?: boolean }} [options]
 */
export function rulesField(rules, known, change, { forbid = false } = {}) {
  if (!known) return nothing;
  const name = preset(rules);
  /** @type {any} */
  const own = typeof rules === 'string' ? {} : rules;
  const set = (/** @type {any} */ more) => {
    const next = { ...own, preset: name, ...more };
    for (const field of ['wild', 'forbid']) if (!next[field]?.length) delete next[field];
    change(Object.keys(next).length === 1 ? next.preset : next);
  };
  const ranks = known.presets.find((/** @type {any} */ one) => one.name === name)?.wildcard === 'ranks';
  const forbids = (/** @type {string[]} */ kinds) => kinds.every((kind) => own.forbid?.includes(kind));
  const without = (/** @type {string[]} */ kinds) => (own.forbid ?? []).filter((/** @type {string} */ kind) => !kinds.includes(kind));
  const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
  return html`<label>${t('setup.rules')} <select data-rules @change=${(/** @type {Event} */ event) => set({ preset: value(event), wild: [] })}>
      ${known.presets.map((/** @type {any} */ one) => html`<option value=${one.name} .selected=${one.name === name}>${presetName(one)}</option>`)}</select></label>
    ${ranks ? html`<label>${t('table.wild')} <input maxlength="5" .value=${(own.wild ?? []).join('')} @change=${(/** @type {Event} */ event) =>
      set({ wild: [...(parsed(value(event)) ?? '')].slice(0, 2) })}></label>` : nothing}
    ${forbid ? html`<fieldset class="checks"><legend>${t('field.forbid')}</legend>${Object.entries(FORBIDDABLE).map(([group, kinds]) => html`
      <label class="check"><input type="checkbox" .checked=${forbids(kinds)} @change=${() =>
        set({ forbid: forbids(kinds) ? without(kinds) : [...without(kinds), ...kinds] })}> ${t(`forbid.${group}`)}</label>`)}</fieldset>` : nothing}`;
}

/** @param {{ name: string, chinese: string }} one */
export const presetName = (one) => (lang() === 'zh' ? one.chinese : t(`rules.${one.name}`));

/** Has this deck a flower? @param {import('../model/game.js').Rules} rules @param {any} known */
export const hasFlower = (rules, known) =>
  known?.presets.find((/** @type {any} */ one) => one.name === preset(rules))?.wildcard === 'flower';

/** Nothing was typed into a field: keys may mean the page. @param {KeyboardEvent} event */
export const isTyped = (event) =>
  event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null);

/** A text as a file for the person. @param {string} name @param {string} text @param {string} type */
export function saveAs(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
