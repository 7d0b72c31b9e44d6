/* api.js - the page #/api: a worked game in four languages, and the reference with try-it-out in a frame. */

import { address, ask } from '../ask/ask.js';
import { BASE } from '../base.js';
import { WORKED, worked } from '../model/worked.js';
import { html } from '../vendor/lit-html.js';
import { lang, t } from '../words/words.js';
import { saveAs, trouble } from './parts.js';
import { drawing } from './redraw.js';
import { say } from './say.js';
import { isDark, onTheme } from './theme.js';

class ApiPage {
  language = WORKED[0];
  dark = isDark();
  /** Is the reference to be had? Where a token is wanted, it is asked for first. */
  ready = false;
  /** @type {unknown} */
  problem = null;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.redraw = drawing(host, () => this.view());
    this.leave = onTheme(() => this.follow());
    this.redraw();
    ask('/version').then(() => { this.ready = true; this.redraw(); }, (error) => this.failed(error));
  }

  /** @param {unknown} error */
  failed(error) {
    this.problem = error;
    this.redraw();
  }

  follow() {
    if (isDark() === this.dark) return;
    this.dark = isDark();
    this.redraw();
  }

  changed() {}

  async copy() {
    await navigator.clipboard?.writeText(worked(this.language, address(), t));
    say(t('reference.copied'));
  }

  /** Not a link: where a token is wanted, a link would go without it. */
  async save() {
    try {
      saveAs('openapi.yaml', await ask('/openapi.yaml'), 'application/yaml');
    } catch (error) {
      this.failed(error);
    }
  }

  example() {
    const { language } = this;
    return html`<section class="panel worked"><h2>${t('reference.worked')}</h2><p class="soft">${t('reference.worked_why')}</p>
      <div class="actions" role="group" aria-label=${t('reference.language')}>${WORKED.map((name) => html`
        <button type="button" class="chip" aria-pressed=${name === language} @click=${() => { this.language = name; this.redraw(); }}>${name}</button>`)}
        <button type="button" class="chip quiet" @click=${() => this.copy()}>${t('reference.copy')}</button></div>
      <pre tabindex="0" role="region" aria-label=${language}><code>${worked(language, address(), t)}</code></pre>
      <p><button type="button" data-save @click=${() => this.save()}>openapi.yaml</button></p></section>`;
  }

  view() {
    return html`<h1 class="unseen">${t('page.api')}</h1>${trouble(this.problem)}
      <div class="row">${this.example()}</div>
      <section class="panel reference" aria-label=${t('reference.reference')}>${this.ready ? html`<iframe title=${t('reference.reference')} src="${BASE.href}reference.html?${this.dark ? 'dark' : 'light'}&${lang()}"></iframe>` : ''}</section>`;
  }
}

/** @type {import('./router.js').Page} */
export const page = { enter: (host) => new ApiPage(host) };
