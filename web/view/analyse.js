/* analyse.js - the page #/analyse: one position, looked at longer and longer.
 *
 * The position stands in the address: its fields, or a game whose seat to act is meant. */

import { ask } from '../ask/ask.js';
import { ruleSets, state } from '../ask/engine.js';
import { fanned, laid as laidDown, without } from '../model/cards.js';
import { STEPS, deepen, deeper } from '../model/deepen.js';
import { points, pointsWithin } from '../model/estimate.js';
import { preset } from '../model/game.js';
import { decoded } from '../model/link.js';
import { EMPTY, ROLES, callQuestion, decodedPosition, encodedPosition, historyFrom, moveQuestion, positionIn } from '../model/position.js';
import { html, nothing } from '../vendor/lit-html.js';
import { lang, t } from '../words/words.js';
import { keep } from './address.js';
import { cardName, cardRow, faceOf, spoken } from './cards.js';
import { chanceOf, pointsOf, whyOf } from './judgement.js';
import { bar, cardField, hasFlower, percent, pointsBar, roleName, rulesField, textField, trouble } from './parts.js';
import { drawing } from './redraw.js';
import { say } from './say.js';

/** @typedef {import('../model/position.js').Position} Position */

/** What one sees before anything was asked. @type {Position} */
const EXAMPLE = { ...EMPTY, hand: '3345667889TTJQQKKA2B' };

/** How many cards one shade more stands for, and the darkest shade. */
const SHADE = 0.5;
const SHADES = 6;

const narrow = matchMedia('(max-width: 640px)');

/** How many candidates are shown. */
const SHOWN = 20;

/** How long the choices of a call are played out. */
const CALL_MS = 200;

/** Has the hand the size at which calls are made, and do these rules have any? @param {Position} position @param {any} known */
function isCalled(position, known) {
  if (position.phase) return true;
  const calling = known?.presets.find((/** @type {any} */ one) => one.name === preset(position.rules))?.calling;
  return position.hand.length === 17 && !position.history && !position.last && calling !== 'none';
}

/** @param {HTMLElement} host @param {string} query @returns {import('./router.js').Shown} */
function enter(host, query) {
  /** @type {Position} */
  let position = EXAMPLE;
  /** @type {any} */
  let known = null;
  let focused = 'hand';
  /** @type {any} */
  let answer = null;
  /** @type {any} */
  let hand = null;
  /** @type {any} */
  let bid = null;
  /** @type {any} */
  let unseen = null;
  /** @type {unknown} */
  let problem = null;
  /** @type {{ cards: string, rest: any } | null} a candidate that is laid out, and what the engine says of the cards that are left */
  let laid = null;
  let deep = 0;
  let thinking = false;
  let abort = new AbortController();

  /** The questions that are answered at once, in one request. @param {AbortSignal} signal */
  async function askAbout(signal) {
    const questions = [{ path: '/analyze', body: { hand: position.hand, rules: position.rules, top: 3 } }];
    const called = isCalled(position, known);
    if (called) questions.push({ path: '/bid-advice', body: /** @type {any} */ ({ ...callQuestion(position), lang: lang() }) });
    const lies = position.role && !position.phase;
    if (lies) questions.push({ path: '/robot-move', body: /** @type {any} */ ({ ...moveQuestion(position), engine: 'rules', unseen: true }) });
    const answers = await ask('/batch', questions, signal);
    if (signal.aborted) return;
    const good = (/** @type {any} */ one) => (one?.status === 200 ? one.body : null);
    hand = good(answers[0]);
    bid = called ? good(answers[1]) : null;
    unseen = lies ? (good(answers.at(-1))?.unseen ?? null) : null;
    if (!hand) problem = { code: answers[0].body.code, message: answers[0].body.detail };
    redraw();
  }

  /** The choices of a call once more, played out. @param {AbortSignal} signal */
  async function playOut(signal) {
    const found = await ask('/bid-advice', { ...callQuestion(position), lang: lang(), limit: { ms: CALL_MS } }, signal);
    if (signal.aborted) return;
    bid = found;
    redraw();
  }

  /** @param {AbortSignal} signal @param {number[]} steps */
  const search = (signal, steps) =>
    deepen(
      (ms) => ask('/robot-move', { ...moveQuestion(position), effort: 'full', limit: { ms }, top: SHOWN, lang: lang() }, signal),
      (found, ms) => {
        answer = found;
        deep = ms;
        redraw();
      },
      signal,
      steps,
    );

  /** Look, from here on. @param {number[]} [steps] */
  async function look(steps = STEPS) {
    const { signal } = abort;
    thinking = true;
    redraw();
    try {
      if (steps === STEPS) await askAbout(signal);
      if (!signal.aborted && bid) await playOut(signal);
      if (!signal.aborted && position.role && !position.phase && !problem) await search(signal, steps);
      if (!signal.aborted && answer) say(t('analyse.best', { cards: answer.cards ? spoken(answer.cards) : t('call.pass'), chance: answer.win_probability === null ? '?' : percent(answer.win_probability) }));
    } catch (error) {
      if (signal.aborted) return;
      problem = error;
    }
    if (signal.aborted) return;
    thinking = false;
    redraw();
  }

  function stop() {
    abort.abort();
    abort = new AbortController();
    thinking = false;
    redraw();
  }

  /** Lay a candidate out, or take it back. @param {string} cards */
  async function lay(cards) {
    const mine = (laid = laid?.cards === cards ? null : { cards, rest: null });
    redraw();
    const left = without(position.hand, cards);
    if (!mine || !left) return;
    try {
      mine.rest = await ask('/analyze', { hand: left, rules: position.rules, top: 1 }, abort.signal);
    } catch (error) {
      if (/** @type {any} */ (error).name !== 'AbortError') problem = error;
    }
    redraw();
  }

  function goOn() {
    look(deep ? deeper(deep) : STEPS);
  }

  /** Another position. @param {Position} next */
  function go(next) {
    stop();
    position = next;
    answer = hand = bid = unseen = problem = laid = null;
    deep = 0;
    keep('analyse', encodedPosition(position));
    if (position.hand) look();
  }

  /** @param {Partial<Position>} changes */
  const change = (changes) => go({ ...position, phase: undefined, calls: undefined, seat: undefined, ...changes });

  /** @param {string} text */
  async function follow(text) {
    stop();
    problem = null;
    const { signal } = abort;
    try {
      known ??= await ruleSets();
      const game = /(^|&)hand=/.test(text) ? null : decoded(text);
      const found = game ? positionIn(game, await state(game, signal)) : text ? decodedPosition(text) : EXAMPLE;
      if (signal.aborted) return;
      if (found) return go(found);
      problem = { code: 'wrong_position' };
    } catch (error) {
      if (!signal.aborted) problem = error;
    }
    redraw();
  }

  /** @param {'hand' | 'kitty' | 'last'} name */
  const field = (name) => cardField({
    id: `analyse-${name}`, label: t(`analyse.${name}`), value: position[name], flower: hasFlower(position.rules, known), open: focused === name, redraw: () => redraw(),
    change: (cards) => change({ [name]: cards }),
    focus: () => { if (focused !== name) { focused = name; redraw(); } },
  });
  const text = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;

  const form = () => html`<section class="panel form"><h2>${t('analyse.position')}</h2>
    ${field('hand')}
    <div class="fields">${rulesField(position.rules, known, (rules) => change({ rules }), redraw)}
      <label>${t('analyse.role')} <select data-role @change=${(/** @type {Event} */ event) => change({ role: text(event) })}>
        ${[...ROLES, ''].map((role) => html`<option value=${role} .selected=${role === position.role}>${role ? roleName(role) : t('analyse.calling')}</option>`)}</select></label></div>
    ${position.role ? html`
      <div class="card-field">${textField({
        id: 'analyse-history', label: t('analyse.history'), value: position.history, shown: position.history.replaceAll('.', ' '), hint: '34567 - -', lines: 2, redraw,
        wrong: (text) => historyFrom(text).unread, change: (text) => change({ history: historyFrom(text).history }) })}</div>
      <details ?open=${Boolean(position.last || position.left || position.kitty)}><summary>${t('analyse.more')}</summary>
        ${field('kitty')} ${position.history ? nothing : html`${field('last')}
        <div class="fields"><label>${t('analyse.by')} <select @change=${(/** @type {Event} */ event) => change({ by: text(event) })}>
          ${ROLES.filter((role) => role !== position.role).map((role) => html`<option value=${role} .selected=${role === position.by}>${roleName(role)}</option>`)}</select></label>
        <label>${t('analyse.left')} <input inputmode="numeric" placeholder="20,17,17" .value=${position.left} @change=${(/** @type {Event} */ event) => change({ left: text(event) })}></label></div>`}
      </details>` : nothing}
    <div class="actions"><button type="button" @click=${() => change({ ...EMPTY, rules: position.rules })}>${t('analyse.clear')}</button></div>
  </section>`;

  const tools = () => html`<div class="tools" role="toolbar" aria-label=${t('page.analyse')}>
    ${thinking ? html`<button type="button" class="first" data-stop @click=${stop}>${t('analyse.stop')}</button>`
      : html`<button type="button" data-go aria-disabled=${!position.hand} @click=${() => position.hand && goOn()}>${t(answer ? 'analyse.deeper' : 'analyse.go')}</button>`}
    <span class="soft" data-deep=${deep}>${deep ? answer.nodes ? t('analyse.deep', { ms: deep, nodes: answer.nodes }) : t('analyse.proven') : thinking ? t('coach.thinking') : ''}</span></div>`;

  /** @param {any} one */
  const play = (one) => (one.cards ? html`<button type="button" class="quiet play" aria-pressed=${laid?.cards === one.cards} title=${t('analyse.lay')} @click=${() => lay(one.cards)}>
    ${shown(one.cards)} <span class="pattern">${t(`pattern.${one.pattern.type}`)}</span></button>` : t('call.pass'));
  const shown = (/** @type {string} */ cards, small = true) => cardRow(laidDown(cards), { wild: /** @type {any} */ (position.rules).wild ?? '', small });
  const split = (/** @type {any} */ one) => one.plays.map((/** @type {any} */ part) => cardRow(laidDown(part.cards), { label: `${t(`pattern.${part.type}`)} ${spoken(laidDown(part.cards))}` }));

  const laidOut = () => {
    if (!laid) return nothing;
    const left = without(position.hand, laid.cards);
    return html`<section class="panel laid-out" aria-live="polite"><h2>${t('analyse.laid')}
        <button type="button" class="quiet" @click=${() => laid && lay(laid.cards)}>${t('action.take_back')}</button></h2>
      ${shown(laid.cards, false)}
      <p>${left ? t('analyse.rest', { count: left.length }) : t('review.out')} ${laid.rest ? html`<span class="soft">${t('analyse.split', { plays: laid.rest.plays, tactics: t(`tactics.${laid.rest.tactics}`) })}</span>` : nothing}</p>
      <div>${laid.rest ? split(laid.rest.partitions[0]) : cardRow(fanned(left))}</div></section>`;
  };

  const candidates = () => {
    const list = answer?.candidates ?? [];
    const most = Math.max(1, ...list.map((/** @type {any} */ one) => Math.abs(one.expected_points ?? 0)));
    return html`<section class="panel candidates" aria-busy=${thinking}><h2>${t('analyse.candidates')}</h2>
      ${answer ? whyOf(answer) : nothing}
      ${list.length === 0 ? html`<p class="soft">${t('analyse.nothing')}</p>` : html`<div class="wide" tabindex="0" role="region" aria-label=${t('analyse.candidates')}><table>
        <thead><tr><th scope="col">${t('analyse.play')}</th><th scope="col">${t('analyse.chance')}</th><th scope="col">${t('analyse.points')}</th><th scope="col">${t('analyse.visits')}</th></tr></thead>
        <tbody>${list.map((/** @type {any} */ one) => html`<tr class=${one.cards === answer.cards ? 'chosen' : ''}><th scope="row"><div>${play(one)}</div></th>
          <td>${chanceOf(one)}${one.win_probability === null ? nothing : bar(one.win_probability)}</td>
          <td>${pointsOf(one)}${one.expected_points === null ? nothing : pointsBar(one.expected_points, most)}</td>
          <td>${one.visits}</td></tr>`)}</tbody></table></div>`}
    </section>`;
  };

  const partition = () => hand ? html`<section class="panel partition"><h2>${t('analyse.partition')}</h2>
    <p class="soft">${t('analyse.split', { plays: hand.plays, tactics: t(`tactics.${hand.tactics}`) })}</p>
    ${hand.partitions.map((/** @type {any} */ one, /** @type {number} */ i) => html`<div class=${i ? 'second' : 'best'}>
      ${split(one)}</div>`)}</section>` : nothing;

  const advice = () => {
    if (!bid) return nothing;
    const worth = Object.entries(bid.expected_points);
    const most = Math.max(1, ...worth.map(([, value]) => Math.abs(/** @type {number} */ (value ?? 0))));
    const name = (/** @type {string} */ call) => (['0', 'no', 'pass'].includes(call) ? t(`pass.${['rob', 'kick'].includes(bid.phase) ? bid.phase : 'call'}`) : t(`call.${call === 'yes' ? bid.phase : call}`));
    return html`<section class="panel advice"><h2>${t('analyse.bid')}</h2>
      <p><b>${name(String(bid.advice))}</b> <span class="soft">${bid.reason.text}</span></p>
      <table><thead><tr><th scope="col">${t('analyse.call')}</th><th scope="col">${t('analyse.points')}</th></tr></thead>
      <tbody>${worth.map(([call, value]) => html`<tr class=${call === String(bid.advice) ? 'chosen' : ''}><th scope="row">${name(call)}</th>
        <td>${value === null ? '–' : html`<b>${points(/** @type {number} */ (value))}</b> <span class="soft within">${pointsWithin(bid.points_interval?.[call])}</span>${pointsBar(/** @type {number} */ (value), most)}`}</td></tr>`)}</tbody></table>
      <p class="soft">${t('analyse.chances', { landlord: percent(bid.landlord_probability ?? 0), farmer: percent(bid.farmer_probability ?? 0) })}</p></section>`;
  };

  /** How many cards of each rank each seat has to expect, shaded by that; ranks are rows where the screen is narrow. */
  const lies = () => {
    if (!unseen) return nothing;
    const { seats } = unseen;
    const ranks = [...'RB2AKQJT9876543F'].filter((rank) => seats.some((/** @type {any} */ seat) => seat.ranks[rank]));
    /** @param {any} seat @param {string} rank */
    const cell = (seat, rank) => {
      const chances = seat.ranks[rank] ?? [1];
      const expected = chances.reduce((/** @type {number} */ sum, /** @type {number} */ chance, /** @type {number} */ n) => sum + n * chance, 0);
      return html`<td class="shade-${Math.min(SHADES, Math.ceil(expected / SHADE - 0.05))}" title=${`${roleName(seat.role)} ${cardName(rank)}: ${percent(1 - chances[0])}`}>${expected ? expected.toFixed(1) : '·'}</td>`;
    };
    const rankHead = (/** @type {string} */ rank, scope = 'col') => html`<th scope=${scope}><span aria-hidden="true">${faceOf(rank)}</span><span class="unseen">${cardName(rank)}</span></th>`;
    const seatHead = (/** @type {any} */ seat, scope = 'row') => html`<th scope=${scope}>${roleName(seat.role)}</th>`;
    return html`<section class="panel unseen-cards"><h2>${t('analyse.unseen')}</h2><p class="soft">${t('analyse.unseen_why', { source: t(`analyse.source.${unseen.source}`) })}</p>
      <table>${narrow.matches
        ? html`<thead><tr><td></td>${seats.map((/** @type {any} */ seat) => seatHead(seat, 'col'))}</tr></thead>
          <tbody>${ranks.map((rank) => html`<tr>${rankHead(rank, 'row')}${seats.map((/** @type {any} */ seat) => cell(seat, rank))}</tr>`)}</tbody>`
        : html`<thead><tr><td></td>${ranks.map((rank) => rankHead(rank))}</tr></thead>
          <tbody>${seats.map((/** @type {any} */ seat) => html`<tr>${seatHead(seat)}${ranks.map((rank) => cell(seat, rank))}</tr>`)}</tbody>`}</table></section>`;
  };

  const redraw = drawing(host, () => html`<h1 class="unseen">${t('page.analyse')}</h1>
    ${trouble(problem)}
    ${position.role && !position.phase
      ? html`<div class="column">${form()}${advice()}${laidOut()}${partition()}</div><div class="column">${tools()}${candidates()}${lies()}</div>`
      : html`<div class="column">${form()}</div><div class="column">${advice()}${partition()}</div>`}`);

  narrow.addEventListener('change', redraw);
  redraw();
  follow(query);
  return {
    changed: (next) => { if (next !== encodedPosition(position)) follow(next); },
    redraw,
    leave() {
      abort.abort();
      narrow.removeEventListener('change', redraw);
    },
  };
}

/** @type {import('./router.js').Page} */
export const page = { enter };
