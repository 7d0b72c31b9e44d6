/* endgame.js - the panels of #/solve: the open hands that are played out, the verdict, the position, the shelf of puzzles. */

import { fanned, laid, parsed } from '../model/cards.js';
import { puzzleOfDay } from '../model/daily.js';
import { players } from '../model/endgame.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { cardHand, cardRow, faceOf, playRow, spokenPlay } from './cards.js';
import { cardField, hasFlower, roleName, rulesField, textField } from './parts.js';

/** @typedef {import('./solve.js').SolvePage} SolvePage @typedef {import('../model/endgame.js').Endgame} Endgame */

/** How a puzzle is marked. @type {Record<import('../model/own.js').Mark, string>} */
const MARKS = { solved: '✓', shown: '◐' };

/** @param {SolvePage} page */
const wild = ({ start }) => /** @type {any} */ (start.rules).wild ?? '';

/** @param {{ role: string, cards: string }[]} plays */
const lineView = (plays) => html`<ol class="moves">${plays.map(({ role, cards }) => html`<li><span class="who">${roleName(role)}</span>
  ${cards ? [...laid(cards)].map(faceOf).join(' ') : t('call.pass')}</li>`)}</ol>`;

/** Why the last play was wrong. @param {SolvePage} page */
export function refutation({ refuted }) {
  if (!refuted) return '';
  const [reply] = refuted.line;
  return t('solve.refuted', { cards: spokenPlay(refuted.cards), role: roleName(reply.role), reply: spokenPlay(reply.cards) });
}

/** The reason, and how it goes on. @param {SolvePage} page */
const why = (page) => (page.refuted ? html`<div class="refuted"><p>${refutation(page)}</p><details><summary>${t('solve.refuted_line')}</summary>${lineView(page.refuted.line)}</details></div>` : nothing);

/** @param {SolvePage} page */
function banner(page) {
  const { stage, thinking, winning, hint, check, now, puzzle } = page;
  if (stage === 'solved' || stage === 'lost') return html`<p class="banner ${stage}" data-end=${stage} role="status"><b>${t(`solve.${stage}`)}</b></p>${stage === 'lost' ? why(page) : nothing}`;
  if (thinking) return html`<p class="banner">${t('coach.thinking')}</p>`;
  if (winning === false) return html`<p class="banner lost" data-gone>${t('solve.gone')}</p>${why(page)}`;
  if (hint && !check?.code) return html`<p class="banner" data-hint=${hint.shown ? 2 : 1}>${page.hintText}</p>`;
  return html`<p class="banner">${check?.code ? t(`check.${check.code}`) : t(puzzle ? 'solve.task' : 'solve.turn', { role: roleName(now.to_move) })}</p>`;
}

/** @param {SolvePage} page @param {string} role */
function seat(page, role) {
  const { now, over, moves, playing, own } = page;
  const acts = now.to_move === role && !over;
  const last = moves.findLast((move) => move.role === role);
  const cards = fanned(now.hands[role]);
  const held = () => {
    if (acts && own && playing) return cardHand(cards, { chosen: () => page.chosen, choose: (next) => page.choose(next) }, { wild: wild(page), rows: page.narrow && cards.length > 10 ? 2 : 1, label: t('seat.hand') });
    return cards ? cardRow(cards, { wild: wild(page), small: false }) : html`<p class="soft">${t('review.out')}</p>`;
  };
  return html`<section class="hand-shown ${acts ? 'to-act' : ''}" data-role=${role} aria-label=${roleName(role)}>
    <h3><span class="name">${roleName(role)}</span> <b>${cards.length}</b> ${now.last?.role === role ? html`<span class="soft">${t('review.lies')}</span> ${playRow(now.last.cards, { wild: wild(page) })}`
      : last ? html`<span class="soft">${last.cards ? [...laid(last.cards)].map(faceOf).join(' ') : t('call.pass')}</span>` : nothing}</h3>
    ${held()}
  </section>`;
}

/** @param {SolvePage} page */
function actions(page) {
  const { own, check, now, hint, moves, puzzle, stage, winning } = page;
  const gone = winning === false || stage === 'lost';
  const ready = own && check?.valid && check.code === 0 && check.beats !== false;
  return html`<div class="actions">
    <button type="button" aria-keyshortcuts="P" aria-disabled=${!(own && now.last)} @click=${() => own && page.pass()}>${t('call.pass')}</button>
    <button type="button" class="first" aria-keyshortcuts="Enter" aria-disabled=${!ready} @click=${() => ready && page.playChosen()}>${t('action.play')}</button>
    <button type="button" aria-keyshortcuts="H" aria-disabled=${!own || gone || hint?.shown} @click=${() => page.showHint()}>${t('action.hint')}</button>
    <button type="button" class=${gone ? 'first' : ''} aria-keyshortcuts="Z" aria-disabled=${moves.length === 0} @click=${() => page.takeBack()}>${t('action.take_back')}</button>
    <button type="button" aria-disabled=${moves.length === 0} @click=${() => moves.length && page.again()}>${t('solve.again')}</button>
    ${puzzle ? html`<button type="button" class=${stage === 'solved' ? 'first' : ''} @click=${() => page.next()}>${t('solve.next')}</button>` : html`<button type="button" @click=${() => { page.playing = false; page.again(); }}>${t('solve.edit')}</button>`}
  </div>`;
}

/** What may not be played. @param {SolvePage} page */
function rulesLine({ start }) {
  const forbid = /** @type {any} */ (start.rules).forbid ?? [];
  return forbid.length ? html`<p class="soft">${t('solve.forbidden')} ${forbid.map((/** @type {string} */ kind) => t(`pattern.${kind}`)).join(' · ')}</p>` : nothing;
}

/** @param {SolvePage} page */
export function board(page) {
  const { stage, moves, thinking, puzzle, marks, start } = page;
  return html`<section class="panel board endgame" data-stage=${stage} data-moves=${moves.length} data-thinking=${thinking}>
    <h2>${puzzle ? t('solve.puzzle', { id: puzzle.id, grade: puzzle.grade }) : t('solve.play')}
      ${puzzle && marks[puzzle.id] ? html`<span class="tick" role="img" aria-label=${t(`mark.${marks[puzzle.id]}`)}>${MARKS[marks[puzzle.id]]}</span>` : nothing}</h2>
    ${rulesLine(page)}
    ${players(start).filter((role) => role !== 'landlord').map((role) => seat(page, role))}${seat(page, 'landlord')}
    ${banner(page)}${actions(page)}
    ${moves.length ? lineView(moves) : nothing}
  </section>`;
}

/** What the solver says. @param {SolvePage} page @param {any} verdict */
function proof(page, verdict) {
  const play = (/** @type {string} */ cards) => { page.playing = true; page.again(); page.play(cards); };
  const shown = (/** @type {string} */ cards) => playRow(cards, { wild: wild(page) });
  return html`<p class="result ${verdict.result}" data-result=${verdict.result}><b>${t(`result.${verdict.result}`, { role: roleName(page.start.to_move) })}</b></p>
    ${verdict.plays.length ? html`<p>${t('solve.plays', { count: verdict.plays_count ?? verdict.plays.length })}</p>
      <ul class="plays">${verdict.plays.map((/** @type {string} */ cards) => html`<li>${page.playing ? shown(cards) : html`<button type="button" @click=${() => play(cards)}>${shown(cards)}</button>`}</li>`)}</ul>` : nothing}
    ${verdict.line.length ? html`<details><summary>${t('solve.line')}</summary>${lineView(verdict.line)}</details>` : nothing}
    <p class="soft">${t('solve.cost', { ms: (verdict.elapsed_us / 1000).toFixed(1), nodes: verdict.nodes })}</p>`;
}

/** @param {SolvePage} page */
export function verdictView(page) {
  const { verdict, playing, thinking, puzzle } = page;
  const wanted = () => html`<div class="actions"><button type="button" class=${playing ? '' : 'first'} data-solve @click=${() => page.judge()}>${t(puzzle ? 'solve.show' : 'solve.solve')}</button>
    ${thinking && !playing ? html`<button type="button" data-stop @click=${() => { page.callOff(); page.redraw(); }}>${t('analyse.stop')}</button>` : nothing}</div>`;
  return html`<section class="panel verdict"><h2>${t('solve.verdict')}</h2>${verdict ? proof(page, verdict) : wanted()}</section>`;
}

/** @param {Event} event */
const value = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** Two hands or three. @param {SolvePage} page @param {boolean} three */
function hold(page, three) {
  const { landlord, farmer = '', landlord_down = '', landlord_up = '' } = page.start.hands;
  const hands = three ? { landlord, landlord_down: farmer, landlord_up: '' } : { landlord, farmer: landlord_down || landlord_up };
  page.change({ hands: /** @type {any} */ (hands), to_move: 'landlord' });
}

/** @param {SolvePage} page @param {string} role */
const handField = (page, role) => cardField(page, {
  id: `solve-${role}`, label: roleName(role), value: page.start.hands[role], flower: hasFlower(page.start.rules, page.known), open: page.focused === role,
  change: (cards) => page.change({ hands: { ...page.start.hands, [role]: cards } }),
  focus: () => { if (page.focused !== role) { page.focused = role; page.redraw(); } },
});

/** @param {SolvePage} page */
export function endgameForm(page) {
  const { start, known } = page;
  const order = players(start);
  const ready = order.every((role) => start.hands[role]);
  const lying = (/** @type {string} */ text) => {
    const cards = parsed(text);
    page.change({ last: cards ? { role: start.last?.role ?? order[(order.indexOf(start.to_move) + order.length - 1) % order.length], cards } : null });
  };
  return html`<section class="panel form"><h2>${t('solve.position')}</h2>
    <div class="fields"><label>${t('solve.hands')} <select data-hands @change=${(/** @type {Event} */ event) => hold(page, value(event) === '3')}>
      ${[2, 3].map((count) => html`<option value=${count} .selected=${count === order.length}>${t('solve.count', { count })}</option>`)}</select></label>
    <label>${t('solve.to_move')} <select data-to-move @change=${(/** @type {Event} */ event) => page.change({ to_move: value(event) })}>
      ${order.map((role) => html`<option value=${role} .selected=${role === start.to_move}>${roleName(role)}</option>`)}</select></label>
    ${rulesField(page, start.rules, known, (rules) => page.change({ rules }), { forbid: true })}</div>
    ${order.map((role) => handField(page, role))}
    <div class="fields"><div class="card-field">${textField(page, { id: 'solve-last', label: t('solve.last'), value: start.last?.cards ?? '', change: lying })}</div></div>
    <div class="actions"><button type="button" aria-disabled=${!ready} data-play @click=${() => { if (ready) { page.playing = true; page.again(); page.defend(); } }}>${t('solve.play')}</button></div></section>`;
}

/** @param {SolvePage} page @param {any} one a puzzle */
const puzzleLink = ({ marks, puzzle }, one) => html`<li><a class="button chip ${marks[one.id] === 'solved' ? 'done' : marks[one.id] ?? ''}" href="#/solve?puzzle=${one.id}" aria-current=${one === puzzle ? 'true' : 'false'}
  aria-label=${`${one.id} ${marks[one.id] ? t(`mark.${marks[one.id]}`) : ''}`}>${one.id.split('-').at(-1)}${marks[one.id] ? ` ${MARKS[marks[one.id]]}` : ''}</a></li>`;

/** @param {SolvePage} page */
export function shelfView(page) {
  const { all, marks } = page;
  if (page.shelfMissing) return html`<section class="panel shelf"><h2>${t('solve.shelf')}</h2><div class="trouble" role="alert"><p>${t('solve.no_shelf')}</p>
    <button type="button" @click=${() => page.follow(location.hash.split('?')[1] ?? '')}>${t('action.retry')}</button></div></section>`;
  if (!all.length) return nothing;
  const grades = [...new Set(all.map(({ grade }) => grade))];
  const today = puzzleOfDay(all, Date.now());
  const done = all.filter(({ id }) => marks[id] === 'solved').length;
  return html`<section class="panel shelf"><h2>${t('solve.shelf')} <span class="soft">${done} / ${all.length}</span></h2>
    ${today ? html`<p><a class="button" data-today href="#/solve?puzzle=${today.id}">${t('daily.puzzle')} · ${today.id} ${marks[today.id] ? MARKS[marks[today.id]] : ''}</a></p>` : nothing}
    ${grades.map((grade) => html`<div class="grade-row"><h3>${t('solve.grade', { grade })}</h3><ul>${all.filter((one) => one.grade === grade).map((one) => puzzleLink(page, one))}</ul></div>`)}
  </section>`;
}
