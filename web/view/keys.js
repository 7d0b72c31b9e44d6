/* keys.js - what the keys do at the table, told in a dialog. */

import { html, render } from '../vendor/lit-html.js';
import { t } from '../words/words.js';

/** @type {[string, string][]} keys, and the word for what they do */
const KEYS = [
  ['3 … 9 0 J Q K A 2 B R F', 'rank'], ['← → ↑ ↓', 'arrows'], ['Enter', 'enter'], ['P', 'pass'], ['1 2 3', 'bid'], ['H', 'hint'], ['Z', 'undo'], ['Esc', 'clear'], ['?', 'help'],
];

export function showKeys() {
  const dialog = document.createElement('dialog');
  dialog.className = 'ask';
  dialog.setAttribute('aria-labelledby', 'keys-title');
  render(html`<form method="dialog"><h2 id="keys-title">${t('tools.keys')}</h2>
    <dl class="keys">${KEYS.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(`keys.${does}`)}</dd></div>`)}</dl>
    <div class="actions"><button class="first">${t('tools.close')}</button></div></form>`, dialog);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}
