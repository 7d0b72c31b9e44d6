/* parts.js - what several pages are made of: fields for cards and rules, bars, complaints. */

import { counts, fanned, parsed, sorted, unreadable } from '../model/cards.js';
import { FORBIDDABLE } from '../model/endgame.js';
import { preset } from '../model/game.js';
import { html, nothing } from '../vendor/lit-html.js';
import { complaint, knows, lang, t } from '../words/words.js';
import { cardName, faceOf } from './cards.js';

/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 0) => `${(share * 100).toFixed(digits)}%`;

/** Points with their sign. @param {number} points */
export const signed = (points) => `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points)}`;

/** Which help was used. @param {string} marks as in own.js */
export const helpText = (marks) => [...marks].map((mark) => t(`help.${mark}`)).join(t('why.comma'));

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

/**
 * A page with fields: how it is drawn, and what could not be read in a field, while its value is what it was then.
 * @typedef {{ redraw: () => void, unread: Map<string, { value: string, piece: string }> }} Form
 */

/**
 * A field whose text is cards. What cannot be read is said below it, and the value stays.
 * @param {Form} form
 * @param {{ id: string, label: unknown, value: string, shown?: string, hint?: string, lines?: number, change: (text: string) => void,
 *   focus?: () => void, wrong?: (text: string) => string }} field  `wrong`: the piece that cannot be read
 */
export function textField({ unread, redraw }, { id, label, value, shown = value, hint = '', lines = 1, change, focus, wrong = unreadable }) {
  const piece = unread.get(id)?.value === value ? unread.get(id)?.piece : '';
  const written = (/** @type {Event} */ event) => {
    const text = /** @type {HTMLInputElement} */ (event.target).value;
    unread.set(id, { value, piece: wrong(text) });
    if (!wrong(text)) change(text);
    redraw();
  };
  const help = `${id}-wrong`;
  return html`<label for=${id}>${label}</label>
    ${lines > 1 ? html`<textarea id=${id} rows=${lines} spellcheck="false" placeholder=${hint} aria-invalid=${Boolean(piece)} aria-describedby=${help} .value=${shown} @change=${written}></textarea>`
      : html`<input id=${id} autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder=${hint} aria-invalid=${Boolean(piece)} aria-describedby=${help}
          .value=${shown} @focus=${focus} @change=${written}>`}
    <p class="wrong" id=${help} role="alert">${piece ? `${t('field.unread', { piece })} ${t('field.no_cards')}` : ''}</p>`;
}

/** Is there a field whose text could not be read? @param {Form} form @param {string} id @param {string} value of it */
export const isUnread = ({ unread }, id, value) => Boolean(unread.get(id)?.value === value && unread.get(id)?.piece);

/** The letters of a palette: what a deck of these rules has. @param {boolean} flower */
const letters = (flower) => [...`RB2AKQJT9876543${flower ? 'F' : ''}`];

/**
 * Cards to be written, pasted or clicked together.
 * @param {Form} form
 * @param {{ id: string, label: string, value: string, change: (cards: string) => void, flower?: boolean, open?: boolean, focus?: () => void }} field
 *   `open`: with a palette under it
 */
export function cardField(form, { id, label, value, change, flower = false, open = true, focus }) {
  const have = counts(value);
  const most = (/** @type {string} */ letter) => ('BRF'.includes(letter) ? 1 : 4);
  /** One more of it; after the last none. @param {string} letter */
  const clicked = (letter) => {
    const rest = [...value].filter((card) => card !== letter).join('');
    const next = (have[letter] ?? 0) < most(letter) ? (have[letter] ?? 0) + 1 : 0;
    change(sorted(rest + letter.repeat(next)));
  };
  return html`<div class="card-field">
    ${textField(form, { id, label: html`${label} <span class="count">${value.length || ''}</span>`, value, shown: fanned(value), focus, change: (text) => change(parsed(text) ?? '') })}
    ${open ? html`<div class="palette" role="group" aria-label=${t('field.palette', { field: label })}>${letters(flower).map((letter) => html`
      <button type="button" class="rank-key many-${have[letter] ?? 0}" @click=${() => clicked(letter)}>
        <span aria-hidden="true">${faceOf(letter)}</span><b aria-hidden="true">${have[letter] || ''}</b>
        <span class="unseen">${t('field.card', { card: cardName(letter), count: have[letter] ?? 0 })}</span></button>`)}</div>` : nothing}
  </div>`;
}

/**
 * Rules with this or that changed; what is as in the preset is not named.
 * @param {import('../model/game.js').Rules} rules @param {any} more @returns {import('../model/game.js').Rules}
 */
export function rulesWith(rules, more) {
  const next = { ...(typeof rules === 'string' ? { preset: rules } : rules), ...more };
  for (const field of ['wild', 'forbid']) if (!next[field]?.length) delete next[field];
  for (const field of Object.keys(next)) if (next[field] === undefined) delete next[field];
  return Object.keys(next).length === 1 ? next.preset : next;
}

/**
 * A select for each option of stake, calls and bombs that the service has for a preset, in its words.
 * @param {any} own the rules @param {any} known @param {(more: any) => void} set
 */
export function optionFields(own, known, set) {
  /** @type {Record<string, any>} as the preset has them */
  const options = presetOf(own, known)?.options ?? {};
  const same = (/** @type {any} */ a, /** @type {any} */ b) => JSON.stringify(a) === JSON.stringify(b);
  return (known.options ?? []).filter((/** @type {any} */ one) => one.name in options).map((/** @type {any} */ one) => html`
    <label>${spokenText(one)} <select data-option=${one.name} @change=${(/** @type {Event} */ event) => {
      const chosen = JSON.parse(/** @type {HTMLInputElement} */ (event.target).value);
      set({ [one.name]: same(chosen, options[one.name]) ? undefined : chosen });
    }}>${one.values.map((/** @type {any} */ each) => html`<option value=${JSON.stringify(each)} .selected=${same(own[one.name] ?? options[one.name], each)}>${optionText(each, one.words)}</option>`)}</select></label>`);
}

/** What may be forbidden, and the switches. @param {any} own the rules @param {any} known @param {(more: any) => void} set */
function rulesDetails(own, known, set) {
  /** @type {Record<string, boolean>} as the preset has them */
  const switches = presetOf(own, known)?.switches ?? {};
  const forbids = (/** @type {string[]} */ kinds) => kinds.every((kind) => own.forbid?.includes(kind));
  const without = (/** @type {string[]} */ kinds) => (own.forbid ?? []).filter((/** @type {string} */ kind) => !kinds.includes(kind));
  const options = presetOf(own, known)?.options ?? {};
  const turned = (/** @type {string} */ one) => own[one] ?? switches[one];
  return html`<fieldset class="checks"><legend>${t('field.forbid')}</legend>${Object.entries(FORBIDDABLE).map(([group, kinds]) => html`
      <label class="check"><input type="checkbox" .checked=${forbids(kinds)} @change=${() =>
        set({ forbid: forbids(kinds) ? without(kinds) : [...without(kinds), ...kinds] })}> ${t(`forbid.${group}`)}</label>`)}</fieldset>
    <details ?open=${Object.keys(options).some((one) => one in own)}><summary>${t('field.options')}</summary><div class="fields">${optionFields(own, known, set)}</div></details>
    <details ?open=${Object.keys(switches).some((one) => one in own)}><summary>${t('field.switches')}</summary><div class="checks">${known.switches.map((/** @type {any} */ one) => html`
      <label class="check"><input type="checkbox" data-switch=${one.name} .checked=${turned(one.name)} @change=${() =>
        set({ [one.name]: turned(one.name) === switches[one.name] ? !switches[one.name] : undefined })}> ${switchText(one)}</label>`)}</div></details>`;
}

/** @param {import('../model/game.js').Rules} rules @param {any} known */
const presetOf = (rules, known) => known?.presets.find((/** @type {any} */ one) => one.name === preset(rules));

/**
 * Which rules, with their wild ranks, and what may not be played.
 * @param {Form} form
 * @param {import('../model/game.js').Rules} rules @param {any} known the answer of GET /rules
 * @param {(rules: import('../model/game.js').Rules) => void} change
 * @param {{ forbid?: boolean }} [options]
 */
export function rulesField(form, rules, known, change, { forbid = false } = {}) {
  if (!known) return nothing;
  /** @type {any} */
  const own = typeof rules === 'string' ? { preset: rules } : rules;
  const set = (/** @type {any} */ more) => change(rulesWith(rules, more));
  const asPreset = Object.fromEntries(Object.keys({ ...presetOf(rules, known)?.switches, ...presetOf(rules, known)?.options }).map((one) => [one, undefined]));
  const chosen = (/** @type {Event} */ event) => set({ ...asPreset, preset: /** @type {HTMLInputElement} */ (event.target).value, wild: [] });
  return html`<label>${t('setup.rules')} <select data-rules @change=${chosen}>
      ${known.presets.map((/** @type {any} */ one) => html`<option value=${one.name} .selected=${one.name === own.preset}>${presetName(one)}</option>`)}</select></label>
    ${presetOf(rules, known)?.wildcard === 'ranks' ? html`<div class="card-field">${textField(form, { id: 'rules-wild', label: t('table.wild'), value: (own.wild ?? []).join(''),
      change: (text) => set({ wild: [...(parsed(text) ?? '')].slice(0, 2) }) })}</div>` : nothing}
    ${forbid ? rulesDetails(own, known, set) : nothing}`;
}

/** In the language of the page. @param {{ text: string, chinese: string }} one */
const spokenText = (one) => (lang() === 'zh' ? one.chinese : one.text);

/** A value of an option, with the words for what stands in it. @param {any} one @param {any[]} words @returns {string} */
function optionText(one, words) {
  const word = (/** @type {any} */ name) => {
    const known = words.find((each) => each.name === name);
    return known ? spokenText(known) : String(name);
  };
  if (typeof one === 'boolean') return t(one ? 'choice.yes' : 'choice.no');
  if (Array.isArray(one)) return one.map(word).join(' ') || '–';
  return one && typeof one === 'object' ? Object.entries(one).map(([kind, times]) => `${word(kind)} ${times}`).join(', ') : word(one);
}

/** The words of a switch: ours, or those of a service that knows more switches. @param {{ name: string, text: string, chinese: string }} one */
export const switchText = (one) => (knows(`switch.${one.name}`) ? t(`switch.${one.name}`) : spokenText(one));

/** @param {{ name: string, chinese: string }} one */
export const presetName = (one) => (lang() === 'zh' ? one.chinese : rulesName(one.name));

/** A preset by its name: ours, or that of a service which has more. @param {string} name */
export const rulesName = (name) => (knows(`rules.${name}`) ? t(`rules.${name}`) : name);

/** Has this deck a flower? @param {import('../model/game.js').Rules} rules @param {any} known */
export const hasFlower = (rules, known) => presetOf(rules, known)?.wildcard === 'flower';

/** Nothing was typed into a field: keys may mean the page. @param {KeyboardEvent} event */
export const isTyped = (event) =>
  event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null);

/** A text as a file for the person. @param {string} name @param {string} text @param {string} type */
export function saveAs(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
