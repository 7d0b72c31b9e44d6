/* shell.js - what surrounds every page: menu, language, theme, and the question for a token. */

import { askNow, onTokenWanted, onWaiting } from '../ask/ask.js';
import { html, nothing } from '../vendor/lit-html.js';
import { LANGUAGES, complaint, lang, speak, t } from '../words/words.js';
import { drawing } from './redraw.js';
import { PAGES, translatePage, route, wantedPage } from './router.js';
import { hear } from './say.js';
import { applySettings } from './settings.js';
import { isDark, onTheme, switchTheme } from './theme.js';

function switchLanguage() {
  speak(LANGUAGES[(LANGUAGES.indexOf(lang()) + 1) % LANGUAGES.length]);
  named();
  translatePage();
}

/** Each page has a title of its own. */
function named() {
  document.title = `${t(`page.${wantedPage()}`)} · ${t('title')}`;
  redraw();
}

/** Why the service does not answer. @type {import('../ask/ask.js').Problem | null} */
let away = null;

/** @param {import('../ask/ask.js').Problem | null} problem */
function wait(problem) {
  if (problem?.code === away?.code) return;
  away = problem;
  redraw();
}

const link = (/** @type {string} */ name) => html`
  <a href="#/${name}" aria-current=${name === wantedPage() ? 'page' : 'false'}>${t(`page.${name}`)}</a>`;

const template = () => html`
  <a class="skip" href="#main" @click=${toMain}>${t('shell.skip')}</a>
  <header>
    <a class="brand" href="#/play">${t('title')}</a>
    <nav aria-label=${t('shell.menu')}>${PAGES.filter(({ aside }) => !aside).map((page) => link(page.name))}</nav>
    <button type="button" class="quiet" lang=${lang() === 'zh' ? 'en' : 'zh-Hans'} @click=${switchLanguage}>${t('shell.language')}</button>
    <button type="button" class="quiet" aria-label=${t('shell.theme')} aria-pressed=${isDark()} @click=${switchTheme}>
      <span class="moon" aria-hidden="true"></span>
    </button>
  </header>
  ${away ? html`<div class="trouble away" role="alert"><p>${complaint(away)}</p>
    <button type="button" @click=${askNow}>${t('action.retry')}</button></div>` : nothing}`;

const main = document.createElement('main');
main.id = 'main';
main.tabIndex = -1;

/** @param {Event} event */
function toMain(event) {
  event.preventDefault();
  main.focus();
}

const shell = /** @type {HTMLElement} */ (document.getElementById('shell'));
const redraw = drawing(shell, template);

/** @param {boolean} wrong one was given, and is refused @returns {Promise<string | null>} */
function askForToken(wrong) {
  const dialog = document.createElement('dialog');
  dialog.className = 'ask';
  const form = document.createElement('form');
  form.method = 'dialog';
  dialog.setAttribute('aria-labelledby', 'token-title');
  form.append(
    Object.assign(document.createElement('h2'), { id: 'token-title', textContent: t('token.title') }),
    Object.assign(document.createElement('p'), { textContent: t(wrong ? 'token.wrong' : 'token.why') }),
  );
  const label = Object.assign(document.createElement('label'), { textContent: t('token.label') });
  const input = Object.assign(document.createElement('input'), { type: 'password', required: true, autocomplete: 'off' });
  label.append(input);
  const send = Object.assign(document.createElement('button'), { textContent: t('token.send'), className: 'first' });
  form.append(label, send);
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    form.addEventListener('submit', () => resolve(input.value.trim()));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(null);
    });
  });
}

/** Show everything. */
export async function start() {
  shell.after(main);
  hear();
  onTokenWanted(askForToken);
  onWaiting(wait);
  speak();
  applySettings();
  named();
  onTheme(redraw);
  await route(main, named);
}
