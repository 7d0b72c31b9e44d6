/* ending.js - how a game ended: who won, how the points came about, and what to do next. */

import { preset } from '../model/game.js';
import { encoded } from '../model/link.js';
import { ownSeat } from '../model/own.js';
import { factorsOf } from '../model/score.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { compared, shareDeal } from './share.js';

/** @typedef {import('../model/game.js').Game} Game */

/** Has the one person won? Null: nobody's own game. @param {Game} game @param {any} at */
export function won(game, at) {
  const seat = ownSeat(game);
  return seat === null ? null : at.score[seat] > 0;
}

/** @param {Game} game @param {any} at */
export const outcome = (game, at) => (won(game, at) === null ? '' : t(won(game, at) ? 'end.won' : 'end.lost'));

/** @param {any} at */
export const springWord = (at) => t(at.winner === at.landlord ? 'end.spring' : 'end.anti_spring');

/** @param {any} at */
export const result = (at) => `${t(at.winner === at.landlord ? 'end.landlord' : 'end.farmers')}${at.spring ? ` ${springWord(at)}` : ''}`;

/** How the points came about. @param {Game} game @param {any} at @param {number} seat @param {any} known the rule sets */
function cameAbout({ rules, base }, at, seat, known) {
  const set = known?.presets.find((/** @type {any} */ one) => one.name === preset(rules));
  if (!set) return nothing;
  const factors = factorsOf(at, seat, set.scoring, base).filter(({ what, times }) => what === 'base' || times !== 1);
  return html`<ul class="factors">${factors.map(({ what, times, count }) => html`<li data-times=${times}>${t(`factor.${what}`, { count })} <b>${what === 'base' ? '' : '×'}${times}</b></li>`)}</ul>`;
}

/** @param {Game} game @param {any} at its state @param {number} seat who looks @param {any} known the rule sets @param {() => void} again */
export function ending(game, at, seat, known, again) {
  const own = at.score[seat];
  const said = outcome(game, at);
  return html`<section class="end" aria-label=${t('end.title')}>
    <h2>${said || result(at)}</h2>
    ${said ? html`<p>${result(at)}</p>` : nothing}
    <p class="score ${own < 0 ? 'minus' : 'plus'}">${own > 0 ? '+' : '−'}${Math.abs(own)}</p>
    ${cameAbout(game, at, seat, known)}
    ${compared(game, own)}
    <div class="actions"><button type="button" class="first" @click=${again}>${t('end.another')}</button>
      <a class="button" href="#/review?${encoded(game)}">${t('page.review')}</a>
      ${shareDeal(game, own)}</div>
  </section>`;
}
