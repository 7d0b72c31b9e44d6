/* panels.js - what lies beside the table: counter, coach, the course of the game, points. */

import { LETTERS } from '../model/cards.js';
import { unseen } from '../ask/engine.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { cardName, cardRow, faceOf, spoken } from './cards.js';
import { seatName } from './table.js';

/** @typedef {import('../model/session.js').Session} Session */

/** What may still lie with the others, by rank. @param {Session} session */
export function counter(session) {
  const left = unseen(session.at, session.seat);
  const all = [...LETTERS].reverse().filter((letter) => letter !== 'F' || session.at.wild[0] === 'F');
  return html`<section class="panel counter"><h2>${t('panel.counter')}</h2>
    <ul>${all.map((letter) => html`<li class="many-${left[letter] ?? 0}" aria-label=${`${cardName(letter)}: ${left[letter] ?? 0}`}>
      <span aria-hidden="true">${faceOf(letter)}</span><b aria-hidden="true">${left[letter] ?? 0}</b></li>`)}</ul>
  </section>`;
}

const percent = (/** @type {number} */ share) => `${Math.round(share * 100)}%`;

/** Losses below this are none. */
const NOTHING_LOST = 0.015;

/** From which loss on a play is good, doubtful, bad. Below 0.05 the estimates themselves differ from run to run. */
const GRADES = [
  { from: 0.12, name: 'bad' },
  { from: 0.05, name: 'doubtful' },
  { from: NOTHING_LOST, name: 'fine' },
  { from: 0, name: 'best' },
];
export const grade = (/** @type {number} */ loss) => /** @type {any} */ (GRADES.find(({ from }) => loss >= from)).name;

/**
 * @param {Session} session
 * @param {{ on: boolean, shown: boolean, turn: (on: boolean) => void, show: () => void, again: () => void }} coach
 */
export function coach(session, { on, shown, turn, show, again }) {
  const { coaching } = session;
  const verdict = coaching?.verdict;
  const body = () => {
    if (!on) return html`<p class="soft">${t('coach.off')}</p>`;
    if (!coaching) return html`<p class="soft">${t('coach.waiting')}</p>`;
    if (coaching.pending) return html`<p class="soft">${t('coach.thinking')}</p>`;
    if (!verdict) return html`<p class="soft">${t('coach.unknown')}</p>`;
    const name = grade(verdict.loss);
    return html`<p><span class="grade ${name}">${t(`grade.${name}`)}</span>
        ${coaching.cards ? cardRow(coaching.cards, { wild: session.at.wild }) : t('call.pass')}</p>
      <p class="chances"><b>${percent(verdict.played)}</b> <span>${t('coach.chance')}</span>
        ${verdict.loss >= NOTHING_LOST ? html`<span class="lost">−${percent(verdict.loss)}</span>` : nothing}</p>
      ${verdict.loss < NOTHING_LOST ? nothing : shown
        ? html`<p>${t('coach.better')} ${verdict.best ? cardRow(verdict.best, { wild: session.at.wild }) : t('call.pass')}
            <b>${percent(verdict.possible)}</b></p><p class="soft">${verdict.reason}</p>
            <p><button type="button" @click=${again}>${t('coach.again')}</button></p>`
        : html`<p><button type="button" @click=${show}>${t('coach.show')}</button></p>`}`;
  };
  return html`<section class="panel coach"><h2>${t('panel.coach')}
      <button type="button" class="switch" role="switch" aria-checked=${on} aria-label=${t('panel.coach')} @click=${() => turn(!on)}></button></h2>
    ${body()}</section>`;
}

/** @param {Session} session */
export function course(session) {
  const { game, at } = /** @type {any} */ (session);
  const what = (/** @type {any} */ action) => {
    if (action.deal) return t('call.deal');
    if (action.call !== undefined) return t(`call.${action.call}`);
    return action.cards ? html`<span role="img" aria-label=${spoken(action.cards)}>${[...action.cards].map((letter) => faceOf(letter)).join(' ')}</span>` : t('call.pass');
  };
  return html`<section class="panel course"><h2>${t('panel.course')}</h2>
    <ol tabindex="0" reversed aria-label=${t('panel.course')}>${game.actions.map((/** @type {any} */ action, /** @type {number} */ i) => html`
      <li class=${action.seat === undefined ? '' : at.seats[action.seat].role === 'landlord' ? 'landlord' : ''}>
        <span class="who">${action.seat === undefined ? '' : seatName(session, action.seat)}</span> ${what(action)}
        <button type="button" class="quiet back-to" aria-label=${t('course.back', { number: i + 1 })} title=${t('course.back', { number: i + 1 })}
          @click=${() => session.backTo(i)}>↶</button></li>`).reverse()}</ol>
  </section>`;
}

/**
 * Points over several games.
 * @param {Session} session
 * @param {{ games: number[][], clear: () => void }} sheet
 */
export function points(session, { games, clear }) {
  const sum = (/** @type {number} */ seat) => games.reduce((total, score) => total + score[seat], 0);
  const shown = games.slice(-8);
  const cell = (/** @type {number} */ value) => html`<td class=${value < 0 ? 'minus' : value > 0 ? 'plus' : ''}>${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}</td>`;
  return html`<section class="panel points"><h2>${t('panel.points')}
    ${games.length ? html`<button type="button" class="quiet" @click=${clear}>${t('points.clear')}</button>` : nothing}</h2>
    ${games.length === 0 ? html`<p class="soft">${t('points.none')}</p>` : html`<table>
      <thead><tr><th scope="col">${t('points.game')}</th>${[0, 1, 2].map((seat) => html`<th scope="col">${seatName(session, seat)}</th>`)}</tr></thead>
      <tbody>${shown.map((score, i) => html`<tr><th scope="row">${games.length - shown.length + i + 1}</th>${score.map(cell)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">${t('points.sum')}</th>${[0, 1, 2].map((seat) => cell(sum(seat)))}</tr></tfoot>
    </table>`}
  </section>`;
}
