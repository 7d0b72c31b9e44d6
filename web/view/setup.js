/* setup.js - the question before a game: which rules, who sits where, which deal. */

import { ruleSets } from '../ask/engine.js';
import { PERSON, STYLES, preset, robot } from '../model/game.js';
import { html, nothing, render } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { nickname } from './faces.js';
import { optionFields, presetName, rulesWith } from './parts.js';

/** @typedef {import('../model/game.js').Sitter} Sitter */
/** @typedef {{ rules: import('../model/game.js').Rules, seed: number | null, sitters: Sitter[] }} Setup */

/** @param {Sitter} sitter */
const kind = (sitter) => (sitter.robot ? String(sitter.level) : 'me');

/** @param {number} seat @param {Sitter} sitter */
const sitterFields = (seat, sitter) => html`<fieldset><legend>${seat === 0 ? t('setup.seat_own') : t('setup.seat', { seat: seat + 1 })}</legend>
  <label>${t('setup.who')} <select name="who${seat}">
    <option value="me" ?selected=${!sitter.robot}>${t('setup.person')}</option>
    ${[0, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((level) => html`<option value=${level} ?selected=${kind(sitter) === String(level)}>${
      level ? t('setup.level', { level }) : t('setup.best')} · ${nickname({ level })}</option>`)}
  </select></label>
  <label>${t('setup.style')} <select name="style${seat}">${STYLES.map((style) => html`
    <option value=${style} ?selected=${sitter.style === style}>${t(`style.${style}`)}</option>`)}</select></label>
</fieldset>`;

/** @param {FormData} form @param {Setup['rules']} rules @returns {Setup} */
function read(form, rules) {
  const text = (/** @type {string} */ name) => String(form.get(name) ?? '');
  const sitters = [0, 1, 2].map((seat) => (text(`who${seat}`) === 'me' ? PERSON : robot(Number(text(`who${seat}`)), text(`style${seat}`))));
  const seed = text('seed').trim();
  return { rules, seed: seed === '' ? null : Number(seed), sitters };
}

/**
 * @param {Setup} setup what is proposed
 * @param {boolean} under is a game under way, which ends with it?
 * @returns {Promise<Setup | 'today' | null>} the deal of the day; null: never mind
 */
export async function askForSetup(setup, under) {
  const known = await ruleSets();
  let { rules } = setup;
  const dialog = document.createElement('dialog');
  dialog.className = 'ask setup';
  dialog.setAttribute('aria-labelledby', 'setup-title');
  const draw = () => render(html`<form method="dialog">
    <h2 id="setup-title">${t('setup.title')}</h2>
    ${under ? html`<p>${t('setup.under_way')}</p>` : nothing}
    <label>${t('setup.rules')} <select name="rules" @change=${(/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value)}>${known.presets.map((/** @type {any} */ one) => html`
      <option value=${one.name} ?selected=${one.name === preset(setup.rules)}>${presetName(one)} · ${t(`calling.${one.calling}`)}</option>`)}</select></label>
    <details ?open=${typeof rules !== 'string'}><summary>${t('field.options')}</summary>${optionFields(typeof rules === 'string' ? { preset: rules } : rules, known, (more) => set(rulesWith(rules, more)))}</details>
    ${setup.sitters.map((sitter, seat) => sitterFields(seat, sitter))}
    <label>${t('setup.seed')} <input name="seed" inputmode="numeric" pattern="[0-9]{1,15}" placeholder=${t('setup.fresh')} autocomplete="off"></label>
    <div class="actions"><button value="today" formnovalidate>${t('daily.deal')}</button> <button value="cancel" formnovalidate>${t('setup.cancel')}</button>
      <button class="first" value="deal">${t('setup.deal')}</button></div>
  </form>`, dialog);
  const set = (/** @type {Setup['rules']} */ next) => { rules = next; draw(); };
  draw();
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      const form = dialog.querySelector('form');
      dialog.remove();
      resolve(dialog.returnValue === 'today' ? 'today' : dialog.returnValue === 'deal' && form ? read(new FormData(form), rules) : null);
    });
  });
}
