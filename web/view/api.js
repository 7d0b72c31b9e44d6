/* api.js - the page #/api: a worked game in four languages, and the reference with try-it-out in a frame. */

import { address, ask } from '../ask/ask.js';
import { BASE } from '../base.js';
import { WORKED, worked } from '../model/worked.js';
import { html } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { saveAs, trouble } from './parts.js';
import { drawing } from './redraw.js';
import { say } from './say.js';
import { isDark, onTheme } from './theme.js';

/** @param {HTMLElement} host @returns {import('./router.js').Shown} */
function enter(host) {
  let language = WORKED[0];
  let dark = isDark();
  /** Is the reference to be had? Where a token is wanted, it is asked for first. */
  let ready = false;
  /** @type {unknown} */
  let problem = null;

  async function copy() {
    await navigator.clipboard?.writeText(worked(language, address()));
    say(t('reference.copied'));
  }

  /** Not a link: where a token is wanted, a link would go without it. */
  async function save() {
    try {
      saveAs('openapi.yaml', await ask('/openapi.yaml'), 'application/yaml');
    } catch (error) {
      problem = error;
      redraw();
    }
  }

  const example = () => html`<section class="panel worked"><h2>${t('reference.worked')}</h2><p class="soft">${t('reference.worked_why')}</p>
    <div class="actions" role="group" aria-label=${t('reference.language')}>${WORKED.map((name) => html`
      <button type="button" class="chip" aria-pressed=${name === language} @click=${() => { language = name; redraw(); }}>${name}</button>`)}
      <button type="button" class="chip quiet" @click=${copy}>${t('reference.copy')}</button></div>
    <pre tabindex="0" role="region" aria-label=${language}><code>${worked(language, address())}</code></pre>
    <p><button type="button" data-save @click=${save}>openapi.yaml</button></p></section>`;

  const redraw = drawing(host, () => html`<h1 class="unseen">${t('page.api')}</h1>${trouble(problem)}
    <div class="row">${example()}</div>
    <section class="panel reference" aria-label=${t('reference.reference')}>${ready ? html`<iframe title=${t('reference.reference')} src="${BASE.href}reference.html${dark ? '?dark' : ''}"></iframe>` : ''}</section>`);

  const follow = () => {
    if (isDark() === dark) return;
    dark = isDark();
    redraw();
  };
  const stop = onTheme(follow);

  redraw();
  ask('/version').then(() => { ready = true; redraw(); }, (error) => { problem = error; redraw(); });
  return {
    changed() {},
    redraw,
    leave: stop,
  };
}

/** @type {import('./router.js').Page} */
export const page = { enter };
