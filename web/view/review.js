/* review.js - the page #/review: a finished game once more, with what every decision cost.
 *
 * The game stands in the address, with the step that is shown as `step`. */

import { ask } from '../ask/ask.js';
import { state } from '../ask/engine.js';
import { fanned } from '../model/cards.js';
import { pointsOf } from '../model/course.js';
import { chance } from '../model/estimate.js';
import { PERSON, robot, table, upTo } from '../model/game.js';
import { decoded, encoded } from '../model/link.js';
import { gamesIn } from '../model/record.js';
import { html, nothing } from '../vendor/lit-html.js';
import { lang, t } from '../words/words.js';
import { cardRow, spoken } from './cards.js';
import { curve } from './curve.js';
import { isTyped, percent, roleName, saveAs, trouble } from './parts.js';
import { drawing } from './redraw.js';
import { keep } from './router.js';
import { say } from './say.js';

/** @typedef {import('../model/game.js').Game} Game */

/** How long a review may take, ms: at first, and where that is too short for all decisions. */
const PATIENCE = [3000, 15000];

/** @param {HTMLElement} host @param {string} query @returns {import('./router.js').Shown} */
function enter(host, query) {
  /** @type {Game | null} */
  let game = null;
  /** @type {any} */
  let review = null;
  /** @type {Map<number, any>} states by the number of actions before them */
  let states = new Map();
  /** @type {Game[]} */
  let others = [];
  let step = 0;
  let pending = false;
  let importing = false;
  /** @type {unknown} */
  let problem = null;
  let abort = new AbortController();

  const actions = () => game?.actions.length ?? 0;
  const here = () => states.get(step);
  /** @param {number} action @returns {any} */
  const decisionAt = (action) => review?.decisions.find((/** @type {any} */ one) => one.action === action) ?? null;

  /** What happens in a step. @param {number} action */
  function what(action) {
    const one = game?.actions[action];
    if (!one) return t('review.end');
    if (one.deal) return t('call.deal');
    if (one.call !== undefined) return t(`call.${one.call}`);
    return one.cards ? spoken(one.cards) : t('call.pass');
  }

  /** @param {any} decision */
  const verdict = (decision) => {
    if (!decision) return '';
    if (decision.verdict) return t(`verdict.${decision.verdict}`);
    return decision.forced ? t('review.forced') : t(`unjudged.${decision.unjudged}`);
  };

  /** @param {number} action */
  function nameOf(action) {
    const decision = decisionAt(action);
    const chance = pointsOf(review).find((point) => point.action === action)?.chance;
    return `${action + 1}. ${decision ? roleName(decision.role) : ''} ${what(action)} ${chance == null ? '' : percent(chance)} ${verdict(decision)}`;
  }

  /** The state of a step is asked for when it is first wanted. */
  async function fetchState() {
    const [asked, at] = [game, step];
    if (!asked || states.has(at)) return redraw();
    const { signal } = abort;
    try {
      const answer = await state(upTo(asked, at), signal);
      if (signal.aborted) return;
      states.set(at, answer);
    } catch (error) {
      if (!signal.aborted) problem = error;
    }
    redraw();
  }

  /** @param {number} next @param {boolean} [told] */
  function go(next, told = true) {
    const to = Math.max(0, Math.min(actions(), next));
    if (!game || (to === step && states.has(to))) return;
    step = to;
    keep('review', `${encoded(game)}&step=${step}`);
    if (told && review) say(nameOf(step));
    fetchState();
  }

  /** @param {number} direction */
  const toMistake = (direction) => {
    const marked = (review?.decisions ?? []).filter((/** @type {any} */ one) => one.loss >= 0.05).map((/** @type {any} */ one) => one.action);
    const found = direction > 0 ? marked.find((/** @type {number} */ action) => action > step) : marked.findLast((/** @type {number} */ action) => action < step);
    if (found !== undefined) go(found);
  };

  async function judge() {
    const { signal } = abort;
    pending = true;
    redraw();
    try {
      for (const ms of PATIENCE) {
        const found = await ask('/review', { ...table(/** @type {Game} */ (game)), limit: { ms }, top: 5, lang: lang() }, signal);
        if (signal.aborted) return;
        review = found;
        redraw();
        if (review.complete) break;
      }
      say(t('review.done', { count: review.turning_points.length }));
    } catch (error) {
      if (!signal.aborted) problem = error;
    }
    if (signal.aborted) return;
    pending = false;
    redraw();
  }

  /** @param {Game} next @param {number} [at] */
  function load(next, at) {
    abort.abort();
    abort = new AbortController();
    game = next;
    review = problem = null;
    states = new Map();
    importing = false;
    const first = next.actions.findIndex((action) => action.cards !== undefined);
    step = -1;
    go(at ?? Math.max(0, first), false);
    judge();
  }

  /** @param {string} text */
  function read(text) {
    const games = gamesIn(text);
    problem = games.length ? null : { code: 'no_game' };
    others = games.length > 1 ? games : [];
    if (games.length) load(games[0]);
    else redraw();
  }

  /** @param {Event} event */
  async function chosen(event) {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) read(await file.text());
  }

  const save = () => saveAs('game.json', JSON.stringify(table(/** @type {Game} */ (game)), null, 1), 'application/json');

  /** A person in the seat to act, robots in the others. */
  function playOn() {
    const turn = here()?.turn ?? 0;
    const sitters = [0, 1, 2].map((seat) => (seat === turn ? PERSON : robot(0)));
    return `#/play?${encoded({ ...upTo(/** @type {Game} */ (game), step), sitters })}`;
  }

  const importer = () => html`<section class="panel import"><h2>${t('review.import')}</h2>
    <form @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      read(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('text') ?? ''));
    }}>
      <label>${t('review.paste')} <textarea name="text" rows="6" spellcheck="false" placeholder='{"rules":"standard","seed":7,"actions":[…]}'></textarea></label>
      <label>${t('review.file')} <input type="file" accept=".json,.jsonl,.txt,application/json" @change=${chosen}></label>
      <div class="actions"><button class="first">${t('review.read')}</button>
        ${game ? html`<button type="button" @click=${() => { importing = false; redraw(); }}>${t('setup.cancel')}</button>` : nothing}</div>
    </form></section>`;

  const tools = () => html`<div class="tools" role="toolbar" aria-label=${t('page.review')}>
    <button type="button" aria-expanded=${importing} @click=${() => { importing = !importing; redraw(); }}>${t('review.import')}</button>
    <button type="button" @click=${save}>${t('review.export')}</button>
    ${here()?.turn == null ? nothing : html`<a class="button" href=${playOn()}>${t('review.play_on')}</a>
      <a class="button" href="#/analyse?${encoded(upTo(/** @type {Game} */ (game), step))}">${t('review.analyse')}</a>`}
    ${others.length ? html`<label class="inline">${t('points.game')} <select @change=${(/** @type {Event} */ event) => load(others[Number(/** @type {HTMLSelectElement} */ (event.target).value)])}>
      ${others.map((_, i) => html`<option value=${i}>${i + 1} / ${others.length}</option>`)}</select></label>` : nothing}
  </div>`;

  const stepper = () => html`<div class="stepper" role="group" aria-label=${t('review.steps')}>
    <button type="button" aria-label=${t('review.first')} @click=${() => go(0)}>|◀</button>
    <button type="button" aria-label=${t('review.mistake_before')} aria-keyshortcuts="Shift+ArrowLeft" @click=${() => toMistake(-1)}>‹!</button>
    <button type="button" aria-label=${t('review.back')} aria-keyshortcuts="ArrowLeft" @click=${() => go(step - 1)}>◀</button>
    <span class="where" data-step=${step}>${step} / ${actions()}</span>
    <button type="button" aria-label=${t('review.forward')} aria-keyshortcuts="ArrowRight" @click=${() => go(step + 1)}>▶</button>
    <button type="button" aria-label=${t('review.mistake_after')} aria-keyshortcuts="Shift+ArrowRight" @click=${() => toMistake(1)}>!›</button>
    <button type="button" aria-label=${t('review.last')} @click=${() => go(actions())}>▶|</button></div>`;

  /** @param {any} seat @param {any} at */
  const seatView = (seat, at) => html`<section class="hand-shown ${at.turn === seat.seat ? 'to-act' : ''}" aria-label=${seat.role ? roleName(seat.role) : t('seat.person', { seat: seat.seat + 1 })}>
    <h3><span class="name">${seat.role ? roleName(seat.role) : t('seat.person', { seat: seat.seat + 1 })}</span> <b>${seat.left}</b>
      ${at.last?.seat === seat.seat ? html`<span class="soft">${t('review.lies')}</span> ${cardRow(fanned(at.last.cards), { wild: at.wild })}` : nothing}</h3>
    ${seat.hand ? cardRow(fanned(seat.hand), { wild: at.wild }) : html`<p class="soft">${t('review.out')}</p>`}</section>`;

  const board = () => {
    const at = here();
    return html`<section class="panel board"><h2>${t('review.board')}</h2>
      ${at ? html`${at.seats.map((/** @type {any} */ seat) => seatView(seat, at))}
        ${at.phase === 'over' ? html`<p><b>${t(at.seats[at.winner].role === 'landlord' ? 'end.landlord' : 'end.farmers')}</b> ${at.score.join(' : ')}</p>` : nothing}` : nothing}</section>`;
  };

  const shown = (/** @type {string} */ cards) => (cards ? cardRow(fanned(cards), { wild: here()?.wild ?? '' }) : html`<b>${t('call.pass')}</b>`);

  const decisionView = () => {
    const decision = decisionAt(step);
    if (!decision) return html`<section class="panel decision"><h2>${what(step)}</h2></section>`;
    return html`<section class="panel decision"><h2>${roleName(decision.role)} <span class="soft">${step + 1}</span></h2>
      <p><span>${t('review.played')}</span> ${shown(decision.cards)}
        <span class=${decision.verdict ? `grade ${decision.verdict}` : 'soft'}>${verdict(decision)}</span>
        ${decision.loss >= 0.015 ? html`<span class="lost">−${percent(decision.loss)}</span>` : nothing}</p>
      ${decision.forced || decision.best === decision.cards ? nothing : html`<p><span>${t('review.robot')}</span> ${shown(decision.best)} <span class="soft">${decision.reason?.text ?? ''}</span></p>`}
      ${decision.candidates.length ? html`<table><thead><tr><th scope="col">${t('analyse.play')}</th><th scope="col">${t('analyse.chance')}</th></tr></thead>
        <tbody>${decision.candidates.map((/** @type {any} */ one) => html`<tr><th scope="row">${shown(one.cards)}</th><td>${one.win_probability === null ? '–' : chance(one.win_probability, one.visits)}</td></tr>`)}</tbody></table>` : nothing}
    </section>`;
  };

  const mistakes = () => review ? html`<section class="panel mistakes"><h2>${t('review.turning')}</h2>
    ${review.turning_points.length ? html`<ol>${review.turning_points.map((/** @type {any} */ one) => html`
      <li><button type="button" class="quiet" data-mistake=${one.action} @click=${() => go(one.action)}><span>${one.action + 1}.</span> <span>${roleName(one.role)} ${what(one.action)}</span> <b class="lost">−${percent(one.loss ?? 0)}</b></button></li>`)}</ol>`
      : html`<p class="soft">${t('review.no_mistake')}</p>`}
    <div class="wide" tabindex="0" role="region" aria-label=${t('review.seats')}><table><thead><tr><td></td><th scope="col">${t('review.decisions')}</th><th scope="col">${t('review.same')}</th><th scope="col">${t('review.mean')}</th><th scope="col">${t('review.blunders')}</th></tr></thead>
    <tbody>${review.seats.map((/** @type {any} */ seat) => html`<tr><th scope="row">${roleName(seat.role)}</th><td>${seat.decisions - seat.forced}</td><td>${seat.same}</td>
      <td>${seat.mean_loss === null ? '–' : percent(seat.mean_loss, 1)}</td><td>${seat.blunders}</td></tr>`)}</tbody></table></div></section>` : nothing;

  const course = () => html`<section class="panel chance" aria-busy=${pending}><h2>${t('review.curve')}
      <span class="soft">${pending ? t('coach.thinking') : review && !review.complete ? t('review.incomplete') : ''}</span></h2>
    ${review ? curve({ points: pointsOf(review), actions: actions(), at: step, label: t('review.curve'), name: nameOf, go }) : html`<div class="curve empty"></div>`}
    ${stepper()}</section>`;

  const redraw = drawing(host, () => html`<h1 class="unseen">${t('page.review')}</h1>
    ${trouble(problem)}
    ${game ? html`${tools()} ${importing ? importer() : nothing}
      <div class="column">${course()}${decisionView()}${mistakes()}</div><div class="column">${board()}</div>`
      : html`<div class="column"><p>${t('review.none')}</p>${importer()}</div>`}`);

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (isTyped(event)) return;
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction) event.shiftKey ? toMistake(direction) : go(step + direction);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(actions());
    else return;
    event.preventDefault();
  }

  /** @param {string} text */
  function follow(text) {
    const found = text ? decoded(text) : null;
    if (text && !found) problem = { code: 'no_game' };
    if (!found) return redraw();
    const at = new URLSearchParams(text).get('step');
    load(found, at === null ? undefined : Number(at));
  }

  document.addEventListener('keydown', pressed);
  redraw();
  follow(query);
  return {
    changed: (text) => { if (!game || text !== `${encoded(game)}&step=${step}`) follow(text); },
    redraw,
    leave() {
      abort.abort();
      document.removeEventListener('keydown', pressed);
    },
  };
}

/** @type {import('./router.js').Page} */
export const page = { enter };
