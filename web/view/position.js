/* position.js - the panels of #/analyse: the position, the candidates, how the hand splits, what to call, where the unseen cards lie. */

import { fanned, without } from '../model/cards.js';
import { points, pointsWithin } from '../model/estimate.js';
import { EMPTY, ROLES, historyFrom } from '../model/position.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { cardName, cardRow, faceOf, playRow } from './cards.js';
import { chanceOf, pointsOf, whyOf } from './judgement.js';
import { bar, cardField, hasFlower, percent, pointsBar, roleName, rulesField, textField } from './parts.js';
import { fromRole } from './seats.js';

/** @typedef {import('./analyse.js').AnalysePage} AnalysePage */

/** How many cards one shade more stands for, and the darkest shade. */
const SHADE = 0.5;
const SHADES = 6;

/** @param {Event} event */
const text = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** @param {AnalysePage} page @param {'hand' | 'kitty' | 'last'} name */
const field = (page, name) => cardField(page, {
  id: `analyse-${name}`, label: t(`analyse.${name}`), value: page.position[name], flower: hasFlower(page.position.rules, page.known), open: page.focused === name,
  change: (cards) => page.change({ [name]: cards }),
  focus: () => { if (page.focused !== name) { page.focused = name; page.redraw(); } },
});

/** What lies there where no history is known. @param {AnalysePage} page */
const before = (page) => html`${field(page, 'last')}
  <div class="fields"><label>${t('analyse.by')} <select @change=${(/** @type {Event} */ event) => page.change({ by: text(event) })}>
    ${ROLES.filter((role) => role !== page.position.role).map((role) => html`<option value=${role} .selected=${role === page.position.by}>${fromRole(page.position.role, role)}</option>`)}</select></label>
  <label>${t('analyse.left')} <input inputmode="numeric" placeholder="20,17,17" .value=${page.position.left} @change=${(/** @type {Event} */ event) => page.change({ left: text(event) })}></label></div>`;

/** @param {AnalysePage} page */
export function positionForm(page) {
  const { position, known } = page;
  const past = () => html`
    <div class="card-field">${textField(page, {
      id: 'analyse-history', label: t('analyse.history'), value: position.history, shown: position.history.replaceAll('.', ' '), hint: '34567 - -', lines: 2,
      wrong: (text) => historyFrom(text).unread, change: (text) => page.change({ history: historyFrom(text).history }) })}</div>
    <details ?open=${Boolean(position.last || position.left || position.kitty)}><summary>${t('analyse.more')}</summary>
      ${field(page, 'kitty')} ${position.history ? nothing : before(page)}</details>`;
  return html`<section class="panel form"><h2>${t('analyse.position')}</h2>
    ${field(page, 'hand')}
    <div class="fields">${rulesField(page, position.rules, known, (rules) => page.change({ rules }))}
      <label>${t('analyse.role')} <select data-role @change=${(/** @type {Event} */ event) => page.change({ role: text(event) })}>
        ${[...ROLES, ''].map((role) => html`<option value=${role} .selected=${role === position.role}>${role ? roleName(role) : t('analyse.calling')}</option>`)}</select></label></div>
    ${position.role ? past() : nothing}
    <div class="actions"><button type="button" @click=${() => page.change({ ...EMPTY, rules: position.rules })}>${t('analyse.clear')}</button></div>
  </section>`;
}

/** @param {AnalysePage} page */
export function tools(page) {
  const { thinking, answer, position, deep } = page;
  return html`<div class="tools" role="toolbar" aria-label=${t('page.analyse')}>
    ${thinking ? html`<button type="button" class="first" data-stop @click=${() => page.stop()}>${t('analyse.stop')}</button>`
      : html`<button type="button" data-go aria-disabled=${!position.hand} @click=${() => position.hand && page.goOn()}>${t(answer ? 'analyse.deeper' : 'analyse.go')}</button>`}
    <span class="soft" data-deep=${deep}>${deep ? answer.nodes ? t('analyse.deep', { count: answer.nodes.toLocaleString('en') }) : t('analyse.proven') : thinking ? t('coach.thinking') : ''}</span></div>`;
}

/** @param {AnalysePage} page */
const wild = ({ position }) => /** @type {any} */ (position.rules).wild ?? '';

/** @param {AnalysePage} page @param {any} one a candidate */
const play = (page, one) => (one.cards ? html`<button type="button" class="quiet play" aria-pressed=${page.laid?.cards === one.cards} title=${t('analyse.lay')} @click=${() => page.lay(one.cards)}>
  ${playRow(one.cards, { pattern: one.pattern, wild: wild(page), suits: page.suitsOf(one.cards) })} <span class="pattern">${t(`pattern.${one.pattern.type}`)}</span></button>` : t('call.pass'));

/** @param {AnalysePage} page */
export function candidates(page) {
  const { answer, thinking } = page;
  const list = answer?.candidates ?? [];
  const most = Math.max(1, ...list.map((/** @type {any} */ one) => Math.abs(one.expected_points ?? 0)));
  const row = (/** @type {any} */ one) => html`<tr class=${one.cards === answer.cards ? 'chosen' : ''}><th scope="row"><div>${play(page, one)}</div></th>
    <td>${chanceOf(one)}${one.win_probability === null ? nothing : bar(one.win_probability)}</td>
    <td>${pointsOf(one)}${one.expected_points === null ? nothing : pointsBar(one.expected_points, most)}</td>
    <td>${one.visits}</td></tr>`;
  return html`<section class="panel candidates" aria-busy=${thinking}><h2>${t('analyse.candidates')}</h2>
    ${answer ? whyOf(answer, (role) => fromRole(page.position.role, role)) : nothing}
    ${list.length === 0 ? html`<p class="soft">${t(thinking ? 'coach.thinking' : 'analyse.nothing')}</p>` : html`<div class="wide" tabindex="0" role="region" aria-label=${t('analyse.candidates')}><table>
      <thead><tr><th scope="col">${t('analyse.play')}</th><th scope="col">${t('analyse.chance')}</th><th scope="col">${t('analyse.points')}</th><th scope="col">${t('analyse.visits')}</th></tr></thead>
      <tbody>${list.map(row)}</tbody></table></div>`}
  </section>`;
}

/** @param {AnalysePage} page @param {any} one a partition */
const split = (page, one) => one.plays.map((/** @type {any} */ part) => playRow(part.cards, { pattern: part, wild: wild(page) }));

/** A candidate on the table, and what is left in the hand. @param {AnalysePage} page */
export function laidOut(page) {
  const { laid, position, answer } = page;
  if (!laid) return nothing;
  const left = without(position.hand, laid.cards);
  const pattern = answer?.candidates.find((/** @type {any} */ one) => one.cards === laid.cards)?.pattern;
  return html`<section class="panel laid-out" aria-live="polite"><h2>${t('analyse.laid')}
      <button type="button" class="quiet" @click=${() => page.lay(laid.cards)}>${t('action.take_back')}</button></h2>
    ${playRow(laid.cards, { pattern, wild: wild(page), suits: page.suitsOf(laid.cards), small: false })}
    <p>${left ? t('analyse.rest', { count: left.length }) : t('review.out')} ${laid.rest ? html`<span class="soft">${t('analyse.split', { plays: laid.rest.plays, tactics: t(`tactics.${laid.rest.tactics}`) })}</span>` : nothing}</p>
    <div>${laid.rest ? split(page, laid.rest.partitions[0]) : cardRow(fanned(left))}</div></section>`;
}

/** @param {AnalysePage} page */
export function partition(page) {
  const { hand } = page;
  if (!hand) return html`<section class="panel partition"><h2>${t('analyse.partition')}</h2></section>`;
  return html`<section class="panel partition"><h2>${t('analyse.partition')}</h2>
    <p class="soft">${t('analyse.split', { plays: hand.plays, tactics: t(`tactics.${hand.tactics}`) })}</p>
    ${hand.partitions.map((/** @type {any} */ one, /** @type {number} */ i) => html`<div class=${i ? 'second' : 'best'}>
      ${split(page, one)}</div>`)}</section>`;
}

/** @param {AnalysePage} page */
export function advice({ bid }) {
  if (!bid) return nothing;
  const worth = Object.entries(bid.expected_points);
  const most = Math.max(1, ...worth.map(([, value]) => Math.abs(/** @type {number} */ (value ?? 0))));
  const name = (/** @type {string} */ call) => (['0', 'no', 'pass'].includes(call) ? t(`pass.${['rob', 'kick'].includes(bid.phase) ? bid.phase : 'call'}`) : t(`call.${call === 'yes' ? bid.phase : call}`));
  const told = (/** @type {string} */ call, /** @type {number | null} */ value) => (value === null ? '–' : html`<b>${points(value)}</b> <span class="soft within">${pointsWithin(bid.points_interval?.[call])}</span>${pointsBar(value, most)}`);
  return html`<section class="panel advice"><h2>${t('analyse.bid')}</h2>
    <p><b>${name(String(bid.advice))}</b> <span class="soft">${bid.reason.text}</span></p>
    <table><thead><tr><th scope="col">${t('analyse.call')}</th><th scope="col">${t('analyse.points')}</th></tr></thead>
    <tbody>${worth.map(([call, value]) => html`<tr class=${call === String(bid.advice) ? 'chosen' : ''}><th scope="row">${name(call)}</th>
      <td>${told(call, /** @type {number | null} */ (value))}</td></tr>`)}</tbody></table>
    <p class="soft">${t('analyse.chances', { landlord: percent(bid.landlord_probability ?? 0), farmer: percent(bid.farmer_probability ?? 0) })}</p></section>`;
}

/** How many cards of a rank a seat has to expect. @param {string} own role @param {any} seat @param {string} rank */
function cell(own, seat, rank) {
  const chances = seat.ranks[rank] ?? [1];
  const expected = chances.reduce((/** @type {number} */ sum, /** @type {number} */ chance, /** @type {number} */ n) => sum + n * chance, 0);
  return html`<td class="shade-${Math.min(SHADES, Math.ceil(expected / SHADE - 0.05))}" title=${`${fromRole(own, seat.role)} ${cardName(rank)}: ${percent(1 - chances[0])}`}>${expected ? expected.toFixed(1) : '·'}</td>`;
}

/** How many cards of each rank each seat has to expect, shaded by that; ranks are rows where the screen is narrow. @param {AnalysePage} page */
export function lies({ unseen, position, narrow, answer }) {
  if (!unseen || !answer) return nothing; // below the candidates, once they are there
  const { seats } = unseen;
  const own = position.role;
  const ranks = [...'RB2AKQJT9876543F'].filter((rank) => seats.some((/** @type {any} */ seat) => seat.ranks[rank]));
  const rankHead = (/** @type {string} */ rank, scope = 'col') => html`<th scope=${scope}><span aria-hidden="true">${faceOf(rank)}</span><span class="unseen">${cardName(rank)}</span></th>`;
  const seatHead = (/** @type {any} */ seat, scope = 'row') => html`<th scope=${scope}>${fromRole(own, seat.role)}</th>`;
  const rows = () => html`<thead><tr><td></td>${seats.map((/** @type {any} */ seat) => seatHead(seat, 'col'))}</tr></thead>
    <tbody>${ranks.map((rank) => html`<tr>${rankHead(rank, 'row')}${seats.map((/** @type {any} */ seat) => cell(own, seat, rank))}</tr>`)}</tbody>`;
  const columns = () => html`<thead><tr><td></td>${ranks.map((rank) => rankHead(rank))}</tr></thead>
    <tbody>${seats.map((/** @type {any} */ seat) => html`<tr>${seatHead(seat)}${ranks.map((rank) => cell(own, seat, rank))}</tr>`)}</tbody>`;
  return html`<section class="panel unseen-cards"><h2>${t('analyse.unseen')}</h2><p class="soft">${t('analyse.unseen_why', { source: t(`analyse.source.${unseen.source}`) })}</p>
    <table>${narrow ? rows() : columns()}</table></section>`;
}
