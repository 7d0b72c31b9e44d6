/* settings.js - how a person likes the table: kept in the browser, and said to the style by data- attributes of the document. */

import { html, nothing, render } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { cardRow } from './cards.js';

/** What is remembered from game to game. */
export const stored = {
  /** @param {string} name @param {any} otherwise */
  get(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`ddz.${name}`) ?? 'null') ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  /** @param {string} name @param {unknown} value */
  set(name, value) {
    localStorage.setItem(`ddz.${name}`, JSON.stringify(value));
  },
};

/** Each setting and what it may be, the usual first. @type {Record<string, string[]>} */
const SETTINGS = { face: ['classic', 'large'], suits: ['two', 'four'], pace: ['quick', 'calm', 'once'], sound: ['off', 'on'] };

/** @param {string} name */
export const setting = (name) => {
  const kept = stored.get(name, '');
  return SETTINGS[name].includes(kept) ? kept : SETTINGS[name][0];
};

/** Say them to the style. */
export function applySettings() {
  for (const name of ['face', 'suits']) document.documentElement.dataset[name] = setting(name);
}

/** What a choice looks like. @type {Record<string, () => unknown>} */
const SHOWN = {
  face: () => cardRow('RBKT7', { suits: '  SHC' }),
  suits: () => cardRow('AAAA', { suits: 'SHCD' }),
};

/** Ask how the table shall be; what is chosen holds at once. @param {() => void} changed */
export function askForSettings(changed) {
  const dialog = document.createElement('dialog');
  dialog.className = 'ask settings';
  dialog.setAttribute('aria-labelledby', 'settings-title');
  const choose = (/** @type {string} */ name, /** @type {string} */ value) => {
    stored.set(name, value);
    applySettings();
    changed();
  };
  render(html`<form method="dialog"><h2 id="settings-title">${t('settings.title')}</h2>
    ${Object.entries(SETTINGS).map(([name, values]) => html`<fieldset class="choices"><legend>${t(`settings.${name}`)}</legend>
      ${values.map((value) => html`<label class="check"><input type="radio" name=${name} value=${value} .checked=${setting(name) === value}
        @change=${() => choose(name, value)}> ${t(`settings.${name}_${value}`)}</label>`)}
      ${SHOWN[name] ? SHOWN[name]() : nothing}</fieldset>`)}
    <div class="actions"><button class="first">${t('settings.done')}</button></div></form>`, dialog);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}
