/* review.js - the page #/review: a finished game once more, with what every decision cost.
 *
 * The game stands in the address, with the step that is shown as `step`. */

import { ask } from '../ask/ask.js';
import { state } from '../ask/engine.js';
import { laid } from '../model/cards.js';
import { endOf, pointsOf } from '../model/course.js';
import { PERSON, callKey, robot, table, upTo } from '../model/game.js';
import { decoded, encoded } from '../model/link.js';
import { ownSeat } from '../model/own.js';
import { gamesIn, refusedAction } from '../model/record.js';
import { html, nothing } from '../vendor/lit-html.js';
import { complaint, lang, t } from '../words/words.js';
import { keep } from './address.js';
import { board, seatLabel } from './board.js';
import { cardRow, spoken } from './cards.js';
import { curve } from './curve.js';
import { chanceOf, isMistake, verdictOf, whyOf, wordOf } from './judgement.js';
import { keepReview } from './kept.js';
import { ownGames } from './owngames.js';
import { isTyped, percent, roleName, saveAs, trouble } from './parts.js';
import { drawing } from './redraw.js';
import { Retry } from './retry.js';
import { say } from './say.js';

/** @typedef {import('../model/game.js').Game} Game */

/** How long a step stays when the game plays itself, ms. */
const SPEEDS = [2400, 1200, 600];
const narrow = matchMedia('(max-width: 640px)');

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
  /** @type {object | null} the run in which the game plays itself */
  let running = null;
  let speed = SPEEDS[1];
  /** @type {{ action: number, who: string, what: string, error: unknown } | null} the action from which on the game is no game */
  let refused = null;
  /** @type {Retry | null} */
  let retry = null;
  /** @type {unknown} */
  let problem = null;
  let abort = new AbortController();

  const actions = () => game?.actions.length ?? 0;
  const here = () => states.get(step);
  /** @param {number} action @returns {any} */
  const decisionAt = (action) => review?.decisions.find((/** @type {any} */ one) => one.action === action) ?? null;

  /** @returns {any[]} */
  const mistakesIn = () => (review?.decisions ?? []).filter(isMistake);

  /** What happens in a step. @param {number} action */
  function what(action) {
    const one = game?.actions[action];
    if (!one) return t('review.end');
    if (one.deal) return t('call.deal');
    if (one.call !== undefined) return t(callKey(/** @type {Game} */ (game), one.call, action));
    return one.cards ? spoken(laid(one.cards)) : t('call.pass');
  }

  /** @param {number} action */
  function nameOf(action) {
    const decision = decisionAt(action);
    const chance = pointsOf(review).find((point) => point.action === action)?.chance;
    return `${action + 1}. ${decision ? roleName(decision.role) : ''} ${what(action)} ${chance == null ? '' : percent(chance)} ${decision ? wordOf(decision) : ''}`;
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
      if (!signal.aborted && refusedAction(error) === null) problem = error; // else the review tells
    }
    redraw();
  }

  /** Show a step. @param {number} next @param {boolean} [told] */
  async function show(next, told = true) {
    const to = Math.max(0, Math.min(actions(), next));
    if (!game || (to === step && states.has(to))) return;
    endRetry();
    step = to;
    keep('review', `${encoded(game)}&step=${step}`);
    if (told && review) say(nameOf(step));
    await fetchState();
  }

  /** Go there, and no further. @param {number} next @param {boolean} [told] */
  function go(next, told = true) {
    running = null;
    return show(next, told);
  }

  /** Step after step, until it is stopped or over. */
  async function run() {
    if (running) return go(step);
    const mine = (running = {});
    if (step >= actions()) await show(0, false);
    redraw();
    while (running === mine && step < actions()) {
      await new Promise((resolve) => setTimeout(resolve, speed));
      if (running === mine) await show(step + 1);
    }
    if (running === mine) running = null;
    redraw();
  }

  function endRetry() {
    retry?.leave();
    retry = null;
  }

  /** Another play in the place of this one. @param {any} decision */
  async function tryAt(decision) {
    await go(decision.action, false);
    const at = states.get(decision.action);
    if (!at || step !== decision.action) return;
    retry = new Retry(/** @type {Game} */ (game), at, decision, { redraw, failed, end: () => { endRetry(); redraw(); } });
    redraw();
    requestAnimationFrame(() => /** @type {HTMLElement | null} */ (host.querySelector('.seats .hand [data-place]'))?.focus()); // so that keys mean cards
  }

  /** The game ends before the action that is refused. @param {number} action @param {unknown} error */
  async function cut(action, error) {
    const whole = /** @type {Game} */ (game);
    const one = whole.actions[action];
    const shorter = upTo(whole, action);
    refused = { action, error, what: what(action), who: one.role ? roleName(one.role) : one.seat === undefined ? '' : t('seat.person', { seat: one.seat + 1 }) };
    game = shorter;
    step = -1;
    await show(action, false);
    const at = states.get(action);
    if (game === shorter && at && one.seat !== undefined) refused.who = seatLabel(game, at, one.seat);
    if (action > 0) judge();
    else redraw();
  }

  /** @param {number} direction */
  const toMistake = (direction) => {
    const marked = mistakesIn().map((/** @type {any} */ one) => one.action);
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
      say(t('review.done', { count: mistakesIn().length }));
      const own = review.seats.find((/** @type {any} */ one) => one.seat === ownSeat(/** @type {Game} */ (game)));
      if (own && review.finished) keepReview(/** @type {Game} */ (game), own.judged, own.total_loss);
    } catch (error) {
      if (signal.aborted) return;
      const action = refusedAction(error);
      if (action !== null && game?.actions[action] && !refused) return cut(action, error);
      problem = error;
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
    endRetry();
    review = problem = refused = null;
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

  /** Back to where the page begins. */
  function begin() {
    abort.abort();
    endRetry();
    running = game = review = null;
    redraw();
  }

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
    <a class="button" href="#/review">${t('review.start')}</a>
    <button type="button" aria-expanded=${importing} @click=${() => { importing = !importing; redraw(); }}>${t('review.import')}</button>
    <button type="button" @click=${save}>${t('review.export')}</button>
    ${here()?.turn == null ? nothing : html`<a class="button" href=${playOn()}>${t('review.play_on')}</a>
      <a class="button" href="#/analyse?${encoded(upTo(/** @type {Game} */ (game), step))}">${t('review.analyse')}</a>`}
    ${others.length ? html`<label class="inline">${t('points.game')} <select @change=${(/** @type {Event} */ event) => load(others[Number(/** @type {HTMLSelectElement} */ (event.target).value)])}>
      ${others.map((_, i) => html`<option value=${i}>${i + 1} / ${others.length}</option>`)}</select></label>` : nothing}
  </div>`;

  const stepper = () => html`<section class="panel stepper" role="group" aria-label=${t('review.steps')}>
    <button type="button" class="far" aria-label=${t('review.first')} @click=${() => go(0)}>|◀</button>
    <button type="button" aria-label=${t('review.mistake_before')} aria-keyshortcuts="Shift+ArrowLeft" @click=${() => toMistake(-1)}>‹!</button>
    <button type="button" aria-label=${t('review.back')} aria-keyshortcuts="ArrowLeft" @click=${() => go(step - 1)}>◀</button>
    <span class="where" data-step=${step}>${step} / ${actions()}</span>
    <button type="button" aria-label=${t('review.forward')} aria-keyshortcuts="ArrowRight" @click=${() => go(step + 1)}>▶</button>
    <button type="button" aria-label=${t('review.mistake_after')} aria-keyshortcuts="Shift+ArrowRight" @click=${() => toMistake(1)}>!›</button>
    <button type="button" class="far" aria-label=${t('review.last')} @click=${() => go(actions())}>▶|</button>
    <button type="button" data-run aria-keyshortcuts="Space" aria-pressed=${running !== null} @click=${run}>${t(running ? 'review.stop' : 'review.run')}</button>
    <select data-speed aria-label=${t('review.speed')} @change=${(/** @type {Event} */ event) => { speed = Number(/** @type {HTMLSelectElement} */ (event.target).value); }}>
      ${SPEEDS.map((ms) => html`<option value=${ms} .selected=${ms === speed}>${SPEEDS[1] / ms}×</option>`)}</select></section>`;

  const boardView = () => {
    const at = here();
    return html`<section class="panel board"><h2>${t('review.board')}</h2>
      ${at ? html`${board(upTo(/** @type {Game} */ (game), step), at, retry ? { below: at.turn, hand: retry.hand(narrow.matches && at.seats[at.turn].left > 10 ? 2 : 1) } : {})}
        ${at.phase === 'over' ? html`<p><b>${t(at.seats[at.winner].role === 'landlord' ? 'end.landlord' : 'end.farmers')}</b> ${at.score.join(' : ')}</p>` : nothing}` : nothing}</section>`;
  };

  const shown = (/** @type {string} */ cards) => (cards ? cardRow(laid(cards), { wild: here()?.wild ?? '' }) : html`<b>${t('call.pass')}</b>`);

  /** The best ones, and what was played. @param {any} decision */
  const candidatesOf = (decision) => {
    const { candidates, cards, win_probability, interval, best, proven } = decision;
    const there = candidates.some((/** @type {any} */ one) => one.cards === cards);
    return there ? candidates : [...candidates, { cards, win_probability, interval, proven: proven && best === cards }];
  };

  const decisionView = () => {
    const decision = decisionAt(step);
    if (step >= actions() && here()?.phase !== 'over') return nothing;
    if (!decision) return html`<section class="panel decision"><h2>${what(step)}</h2></section>`;
    return html`<section class="panel decision"><h2>${roleName(decision.role)} <span class="soft">${step + 1}</span></h2>
      <p><span>${t('review.played')}</span> ${shown(decision.cards)}
        ${verdictOf(decision)}</p>
      ${decision.forced || decision.best === decision.cards ? nothing : html`<p><span>${t('review.robot')}</span> ${shown(decision.best)}</p>${whyOf(decision)}`}
      ${decision.candidates.length ? html`<table><thead><tr><th scope="col">${t('analyse.play')}</th><th scope="col">${t('analyse.chance')}</th></tr></thead>
        <tbody>${candidatesOf(decision).map((/** @type {any} */ one) => html`<tr><th scope="row">${shown(one.cards)}</th><td>${chanceOf(one)}</td></tr>`)}</tbody></table>` : nothing}
    </section>`;
  };

  /** @param {any} one a decision */
  const mistakeView = (one) => html`<li class=${one.action === step ? 'now' : ''}>
    <button type="button" class="quiet" data-mistake=${one.action} @click=${() => go(one.action)}><span>${one.action + 1}.</span> <span>${one.seat === ownSeat(/** @type {Game} */ (game)) ? t('seat.you') : roleName(one.role)} ${what(one.action)}</span> <b class="lost">−${percent(one.loss ?? 0)}</b></button>
    <button type="button" data-try=${one.action} @click=${() => tryAt(one)}>${t('retry.title')}</button></li>`;

  const mistakes = () => review ? html`<section class="panel mistakes"><h2>${t('review.mistakes')}</h2>
    ${mistakesIn().length ? html`<ol>${mistakesIn().map(mistakeView)}</ol>` : html`<p class="soft">${t('review.no_mistake')}</p>`}
    <div class="wide" tabindex="0" role="region" aria-label=${t('review.seats')}><table><thead><tr><td></td><th scope="col">${t('review.decisions')}</th><th scope="col">${t('review.same')}</th><th scope="col">${t('review.mean')}</th><th scope="col">${t('review.blunders')}</th></tr></thead>
    <tbody>${review.seats.map((/** @type {any} */ seat) => html`<tr><th scope="row">${roleName(seat.role)}</th><td>${seat.decisions - seat.forced}</td><td>${seat.same}</td>
      <td>${seat.mean_loss === null ? '–' : percent(seat.mean_loss, 1)}</td><td>${seat.blunders}</td></tr>`)}</tbody></table></div></section>` : nothing;

  const course = () => html`<section class="panel chance" aria-busy=${pending}><h2>${t('review.curve')}
      <span class="soft">${pending ? t('coach.thinking') : review && !review.complete ? t('review.incomplete') : ''}</span></h2>
    ${review ? curve({ points: pointsOf(review), actions: actions(), end: endOf(review), at: step, label: t('review.curve'), name: nameOf, go }) : html`<div class="curve empty"></div>`}</section>`;

  const refusal = () => (refused ? html`<div class="trouble" role="alert" data-refused=${refused.action}><p>${t('review.refused', {
    step: refused.action + 1, who: refused.who, what: refused.what, why: complaint(refused.error) })}</p></div>` : nothing);

  /** @param {unknown} error */
  const failed = (error) => { problem = error; redraw(); };

  const redraw = drawing(host, () => html`<h1 class="unseen">${t('page.review')}</h1>
    ${trouble(problem)}${refusal()}
    ${game ? html`${tools()} ${importing ? importer() : nothing}
      <div class="column">${boardView()}${stepper()}${course()}</div><div class="column">${retry ? retry.view() : decisionView()}${mistakes()}</div>`
      : html`<div class="column">${ownGames(redraw, failed)}</div><div class="column">${importer()}</div>`}`);

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (isTyped(event)) return;
    const onButton = event.target instanceof Element && event.target.closest('button, a, summary') && !event.target.closest('.hand');
    if (onButton && ['Enter', ' '].includes(event.key)) return;
    if (retry && !event.key.startsWith('Arrow') && event.key !== ' ' && retry.press(event.key)) return event.preventDefault();
    if (event.target instanceof Element && event.target.closest('.hand')) return;
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction) event.shiftKey ? toMistake(direction) : go(step + direction);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(actions());
    else if (event.key === ' ' && game) run();
    else return;
    event.preventDefault();
  }

  /** @param {string} text */
  function follow(text) {
    const found = text ? decoded(text) : null;
    problem = text && !found ? { code: 'no_game' } : null;
    if (!found) return begin();
    const at = new URLSearchParams(text).get('step');
    load(found, at === null ? undefined : Number(at));
  }

  document.addEventListener('keydown', pressed);
  narrow.addEventListener('change', redraw);
  redraw();
  follow(query);
  return {
    changed: (text) => { if (!game || text !== `${encoded(game)}&step=${step}`) follow(text); },
    redraw,
    leave() {
      running = null;
      endRetry();
      abort.abort();
      narrow.removeEventListener('change', redraw);
      document.removeEventListener('keydown', pressed);
    },
  };
}

/** @type {import('./router.js').Page} */
export const page = { enter };
