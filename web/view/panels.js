/* panels.js - what lies beside the table: counter, coach, the course of the game, points. */

import { LETTERS, laidOut } from '../model/cards.js';
import { callKey } from '../model/game.js';
import { blames } from '../model/judge.js';
import { heldSuits } from '../model/suits.js';
import { unseen } from '../ask/engine.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { cardName, cardShort, faceOf, playRow, spokenPlay } from './cards.js';
import { chanceOf, verdictOf, whyOf } from './judgement.js';
import { fromRole } from './seats.js';
import { nameOf } from './table.js';

/** @typedef {import('../model/session.js').Session} Session */

/** What may still lie with the others, by rank. @param {Session} session */
export function counter(session) {
  const left = unseen(session.at, session.seat);
  const all = [...LETTERS].reverse().filter((letter) => letter !== 'F' || session.at.wild[0] === 'F');
  return html`<section class="panel counter"><h2>${t('panel.counter')}</h2>
    <ul>${all.map((letter) => html`<li class="many-${left[letter] ?? 0}" aria-label=${`${cardName(letter)}: ${left[letter] ?? 0}`}>
      <span aria-hidden="true">${cardShort(letter)}</span><b aria-hidden="true">${left[letter] ?? 0}</b></li>`)}</ul>
  </section>`;
}

/**
 * @param {Session} session
 * @param {{ on: boolean, shown: boolean, turn: (on: boolean) => void, show: () => void, again: () => void }} coach
 */
export function coach(session, { on, shown, turn, show, again }) {
  const { coaching } = session;
  const verdict = coaching?.verdict;
  const shownPlay = (/** @type {string} */ cards) => playRow(cards, { wild: session.at.wild, suits: cards && heldSuits(/** @type {any} */ (coaching).before, coaching?.at, coaching?.at.turn, cards) });
  const better = () => (shown
    ? html`<p>${t('coach.better')} ${shownPlay(verdict.best)}
        ${chanceOf({ win_probability: verdict.best_win_probability, interval: verdict.best_interval, proven: verdict.proven })}</p>
        ${whyOf(verdict, (role) => fromRole(verdict.role, role))}
        <p><button type="button" @click=${again}>${t('coach.again')}</button></p>`
    : html`<p><button type="button" @click=${show}>${t('coach.show')}</button></p>`);
  const body = () => {
    if (!on) return html`<p class="soft">${t('coach.off')}</p>`;
    if (!coaching) return html`<p class="soft">${t('coach.waiting')}</p>`;
    if (coaching.pending) return html`<p class="soft">${t('coach.thinking')}</p>`;
    if (!verdict || verdict.forced) return html`<p class="soft">${t('coach.unknown')}</p>`;
    const proven = verdict.proven && verdict.best === verdict.cards;
    return html`<p>${shownPlay(coaching.cards)} ${verdictOf(verdict)}</p>
      <p class="chances">${chanceOf({ ...verdict, proven })} ${proven ? nothing : html`<span>${t('coach.chance')}</span>`}</p>
      ${blames(verdict) ? better() : nothing}`;
  };
  return html`<section class="panel coach"><h2>${t('panel.coach')}
      <button type="button" class="switch" role="switch" aria-checked=${on} aria-label=${t('panel.coach')} @click=${() => turn(!on)}></button></h2>
    ${body()}</section>`;
}

/** What was laid down, as ranks; a wildcard with what it stands for. @param {Session} session @param {string} cards @param {number} action */
function laidDown(session, cards, action) {
  const pattern = session.patterns.get(action);
  return html`<span role="img" aria-label=${spokenPlay(cards, pattern)}>${laidOut(cards, pattern).map(({ card, as }) => html`${faceOf(card)}${as ? html`<small>=${faceOf(as)}</small>` : nothing} `)}</span>`;
}

/** @param {Session} session */
export function course(session) {
  const { game, at } = /** @type {any} */ (session);
  const what = (/** @type {any} */ action, /** @type {number} */ i) => {
    if (action.deal) return t('call.deal');
    if (action.call !== undefined) return t(callKey(game, action.call, i));
    return action.cards ? laidDown(session, action.cards, i) : t('call.pass');
  };
  const row = (/** @type {any} */ action, /** @type {number} */ i) => html`
    <li class=${action.seat === undefined ? '' : at.seats[action.seat].role === 'landlord' ? 'landlord' : ''}>
      <span class="who">${action.seat === undefined ? '' : nameOf(session, action.seat)}</span> <span class="did">${what(action, i)}</span>
      <button type="button" class="quiet back-to" aria-label=${t('course.back', { number: i + 1 })} title=${t('course.back', { number: i + 1 })}
        @click=${() => session.backTo(i)}>↶</button></li>`;
  return html`<section class="panel course"><h2>${t('panel.course')}</h2>
    <ol tabindex="0" reversed aria-label=${t('panel.course')}>${game.actions.map(row).reverse()}</ol>
  </section>`;
}

/**
 * Points over several games.
 * @param {Session} session
 * @param {{ games: number[][], clear: () => void }} sheet
 */
export function pointsPanel(session, { games, clear }) {
  const sum = (/** @type {number} */ seat) => games.reduce((total, score) => total + score[seat], 0);
  const shown = games.slice(-8);
  const cell = (/** @type {number} */ value) => html`<td class=${value < 0 ? 'minus' : value > 0 ? 'plus' : ''}>${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}</td>`;
  return html`<section class="panel points"><h2>${t('panel.points')}
    ${games.length ? html`<button type="button" class="quiet" @click=${clear}>${t('points.clear')}</button>` : nothing}</h2>
    ${games.length === 0 ? html`<p class="soft">${t('points.none')}</p>` : html`<table>
      <thead><tr><th scope="col">${t('points.game')}</th>${[0, 1, 2].map((seat) => html`<th scope="col">${nameOf(session, seat)}</th>`)}</tr></thead>
      <tbody>${shown.map((score, i) => html`<tr><th scope="row">${games.length - shown.length + i + 1}</th>${score.map(cell)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">${t('points.sum')}</th>${[0, 1, 2].map((seat) => cell(sum(seat)))}</tr></tfoot>
    </table>`}
  </section>`;
}
