/* setup.js - the question before a game: which rules, who sits where, which deal. */

import { ruleSets } from '../ask/engine.js';
import { PERSON, STYLES, robot } from '../model/game.js';
import { html, nothing, render } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { nickname } from './faces.js';
import { presetName } from './parts.js';

/** @typedef {import('../model/game.js').Sitter} Sitter */
/** @typedef {{ rules: string, seed: number | null, sitters: Sitter[] }} Setup */

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

/** @param {FormData} form @returns {Setup} */
function read(form) {
  const text = (/** @type {string} */ name) => String(form.get(name) ?? '');
  const sitters = [0, 1, 2].map((seat) => (text(`who${seat}`) === 'me' ? PERSON : robot(Number(text(`who${seat}`)), text(`style${seat}`))));
  const seed = text('seed').trim();
  return { rules: text('rules'), seed: seed === '' ? null : Number(seed), sitters };
}

/**
 * @param {Setup} setup what is proposed
 * @param {boolean} under is a game under way, which ends with it?
 * @returns {Promise<Setup | 'today' | null>} the deal of the day; null: never mind
 */
export async function askForSetup(setup, under) {
  const { presets } = await ruleSets();
  const dialog = document.createElement('dialog');
  dialog.className = 'ask setup';
  dialog.setAttribute('aria-labelledby', 'setup-title');
  render(html`<form method="dialog">
    <h2 id="setup-title">${t('setup.title')}</h2>
    ${under ? html`<p>${t('setup.under_way')}</p>` : nothing}
    <label>${t('setup.rules')} <select name="rules">${presets.map((/** @type {any} */ one) => html`
      <option value=${one.name} ?selected=${one.name === setup.rules}>${presetName(one)} · ${t(`calling.${one.calling}`)}</option>`)}</select></label>
    ${setup.sitters.map((sitter, seat) => sitterFields(seat, sitter))}
    <label>${t('setup.seed')} <input name="seed" inputmode="numeric" pattern="[0-9]{1,15}" placeholder=${t('setup.fresh')} autocomplete="off"></label>
    <div class="actions"><button value="today" formnovalidate>${t('daily.deal')}</button> <button value="cancel" formnovalidate>${t('setup.cancel')}</button>
      <button class="first" value="deal">${t('setup.deal')}</button></div>
  </form>`, dialog);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      const form = dialog.querySelector('form');
      dialog.remove();
      resolve(dialog.returnValue === 'today' ? 'today' : dialog.returnValue === 'deal' && form ? read(new FormData(form)) : null);
    });
  });
}
