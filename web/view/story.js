/* story.js - what a review tells: the story of the open hands, one decision, the mistakes, and how one steps through them. */

import { CLIFF, openChange, openOf, pointsOf, seenBy } from '../model/course.js';
import { blames, sums } from '../model/judge.js';
import { upTo } from '../model/game.js';
import { ownSeat } from '../model/own.js';
import { heldSuits } from '../model/suits.js';
import { html, nothing } from '../vendor/lit-html.js';
import { lang, t } from '../words/words.js';
import { playRow, spokenPlay } from './cards.js';
import { curve } from './curve.js';
import { chanceOf, verdictOf, whyOf, wordOf } from './judgement.js';
import { percent } from './parts.js';
import { fromRole } from './seats.js';

/** @typedef {import('./review.js').ReviewPage} ReviewPage */

/** How long a step stays when the game plays itself, ms. */
export const SPEEDS = [2400, 1200, 600];

/** @param {Event} event */
const value = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** Where a game is taken from. @param {ReviewPage} page */
export function importer(page) {
  const chosen = async (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) page.read(await file.text());
  };
  return html`<section class="panel import"><h2>${t('review.import')}</h2>
    <form @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      page.read(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('text') ?? ''));
    }}>
      <label>${t('review.paste')} <textarea name="text" rows="6" spellcheck="false" placeholder='{"rules":"standard","seed":7,"actions":[…]}'></textarea></label>
      <label>${t('review.file')} <input type="file" accept=".json,.jsonl,.txt,application/json" @change=${chosen}></label>
      <div class="actions"><button class="first">${t('review.read')}</button>
        ${page.game ? html`<button type="button" @click=${() => { page.importing = false; page.redraw(); }}>${t('setup.cancel')}</button>` : nothing}</div>
    </form></section>`;
}

/** What is said of this step, on small screens, where its panel is below. @param {ReviewPage} page */
function line(page) {
  const decision = page.retry || page.exercise ? null : page.decisionAt(page.step);
  const said = () => html`<span class=${decision.verdict ? `grade ${decision.verdict}` : 'soft'}>${wordOf(decision)}</span>
    ${blames(decision) ? html`<span class="lost">−${percent(decision.loss)}</span>` : nothing}
    <span class="better">${page.what(page.step)}${blames(decision) ? ` · ${t('review.robot')} ${spokenPlay(decision.best)}` : ''}</span>`;
  return html`<p class="line">${decision ? said() : page.pending ? html`<span class="soft">${t('coach.thinking')}</span>` : nothing}</p>`;
}

/** @param {ReviewPage} page */
export const stepper = (page) => html`<section class="panel stepper" role="group" aria-label=${t('review.steps')}>
  ${line(page)}
  <button type="button" class="far" title=${t('review.first')} aria-label=${t('review.first')} @click=${() => page.go(0)}>|◀</button>
  <button type="button" class="to-mistake" title=${t('review.mistake_before')} aria-label=${t('review.mistake_before')} aria-keyshortcuts="Shift+ArrowLeft" @click=${() => page.toMistake(-1)}>‹!</button>
  <button type="button" title=${t('review.back')} aria-label=${t('review.back')} aria-keyshortcuts="ArrowLeft" @click=${() => page.go(page.step - 1)}>◀</button>
  <span class="where" data-step=${page.step}>${page.step < page.actions ? `${page.step + 1} / ${page.actions}` : t('review.over')}</span>
  <button type="button" title=${t('review.forward')} aria-label=${t('review.forward')} aria-keyshortcuts="ArrowRight" @click=${() => page.go(page.step + 1)}>▶</button>
  <button type="button" class="to-mistake" title=${t('review.mistake_after')} aria-label=${t('review.mistake_after')} aria-keyshortcuts="Shift+ArrowRight" @click=${() => page.toMistake(1)}>!›</button>
  <button type="button" class="far" title=${t('review.last')} aria-label=${t('review.last')} @click=${() => page.go(page.actions)}>▶|</button>
  <button type="button" class="in-words ${page.mistakes.length ? '' : 'away'}" @click=${() => page.toMistake(1)}>${t('review.mistake_after')}</button>
  <button type="button" data-run aria-keyshortcuts="Space" aria-pressed=${page.running !== null} @click=${() => page.run()}>${t(page.running ? 'review.stop' : 'review.run')}</button>
  <select data-speed aria-label=${t('review.speed')} @change=${(/** @type {Event} */ event) => { page.speed = Number(value(event)); }}>
    ${SPEEDS.map((ms) => html`<option value=${ms} .selected=${ms === page.speed}>${SPEEDS[1] / ms}×</option>`)}</select></section>`;

/** The curve, and whose view is drawn beside the open hands. @param {ReviewPage} page */
export function storyView(page) {
  const { review, decisions, actions, step, pending } = page;
  const first = decisions[0]?.action ?? 0;
  const told = () => curve({ points: pointsOf(decisions), open: openOf(review), seen: seenBy(decisions, page.seer), first, actions, at: step, label: t('review.curve'),
    name: (action) => page.told(action), go: (action) => page.go(action) });
  return html`<section class="panel chance" aria-busy=${pending}><h2>${t('review.curve')}
      <span class="soft">${pending ? t('coach.thinking') : review && !review.complete ? t('review.incomplete') : ''}</span></h2>
    ${review ? told() : html`<div class="curve empty"></div>`}
    <p class="legend"><span class="key line"></span>${t('review.open')}
      <label class="inline"><span class="key seen"></span><span class="unseen">${t('review.seer')}</span> <select data-seer @change=${(/** @type {Event} */ event) => { page.viewer = Number(value(event)); page.redraw(); }}>
      ${[0, 1, 2].map((seat) => html`<option value=${seat} .selected=${seat === page.seer}>${t('review.seen', { who: page.nameOf(seat) })}</option>`)}</select></label></p></section>`;
}

/** The best ones, and what was played. @param {any} decision */
function candidatesOf({ candidates, cards, win_probability, interval, best, proven }) {
  const there = candidates.some((/** @type {any} */ one) => one.cards === cards);
  return there ? candidates : [...candidates, { cards, win_probability, interval, proven: proven && best === cards }];
}

/** What it did with open hands, and whether that could be known. @param {ReviewPage} page @param {any} decision */
function openView({ review }, decision) {
  const change = openChange(openOf(review), decision);
  if (!change) return nothing;
  const { before, after, proven } = change;
  const fell = before - after >= CLIFF;
  const said = fell && ['best', 'good', 'close'].includes(decision.verdict) ? t('review.unlucky') : proven ? t(after ? 'review.proven_won' : 'review.proven_lost') : '';
  return html`<p class="soft" data-open=${fell ? 'fell' : 'stood'}>${t('review.open_change', { before: percent(before), after: percent(after) })} ${said}</p>`;
}

/** @param {ReviewPage} page */
export function decisionView(page) {
  const { step, here, spoken } = page;
  const decision = page.decisionAt(step);
  if (step >= page.actions && here?.phase !== 'over') return nothing;
  if (!decision) return html`<section class="panel decision"><h2>${page.what(step)}</h2></section>`;
  const shown = (/** @type {string} */ cards, /** @type {any} */ pattern = null) => playRow(cards, { pattern, wild: here?.wild ?? '', suits: here && cards ? heldSuits(upTo(page.whole, step), here, decision.seat, cards) : '' });
  const better = !decision.forced && decision.best !== decision.cards;
  return html`<section class="panel decision"><h2>${page.nameOf(decision.seat)} <span class="soft">${step + 1}</span></h2>
    <p><span>${t('review.played')}</span> ${shown(decision.cards, decision.pattern)} ${verdictOf(decision)}</p>
    ${openView(page, decision)}
    ${better ? html`<p><span>${t('review.robot')}</span> ${shown(decision.best)}</p>` : nothing}
    ${better && spoken === lang() ? whyOf(decision, (role) => fromRole(decision.role, role)) : nothing}
    ${decision.candidates.length ? html`<table><thead><tr><th scope="col">${t('analyse.play')}</th><th scope="col">${t('analyse.chance')}</th></tr></thead>
      <tbody>${candidatesOf(decision).map((/** @type {any} */ one) => html`<tr><th scope="row">${shown(one.cards, one.pattern)}</th><td>${chanceOf(one)}</td></tr>`)}</tbody></table>` : nothing}
  </section>`;
}

/** @param {ReviewPage} page @param {any} one a decision */
const mistakeView = (page, one) => html`<li class=${one.action === page.step ? 'now' : ''}>
  <button type="button" class="quiet" data-mistake=${one.action} @click=${() => page.goSee(one.action)}><span>${one.action + 1}.</span> <span>${page.nameOf(one.seat)} ${page.what(one.action)}</span> <b class="lost">−${percent(one.loss ?? 0)}</b></button>
  <button type="button" data-try=${one.action} @click=${() => page.tryAt(one)}>${t('retry.title')}</button></li>`;

/** @param {ReviewPage} page @param {number} seat */
function seatLine(page, seat) {
  const { chosen, same, mean, blunders } = sums(page.decisions.filter((one) => one.seat === seat));
  return html`<tr class=${seat === ownSeat(page.whole) ? 'chosen' : ''}><th scope="row">${page.nameOf(seat)}</th><td>${chosen}</td><td>${same}</td><td>${mean === null ? '–' : percent(mean, 1)}</td><td>${blunders}</td></tr>`;
}

/** @param {ReviewPage} page */
export function mistakes(page) {
  const { review, pending } = page;
  if (!review) return nothing;
  return html`<section class="panel mistakes"><h2>${t('review.mistakes')}</h2>
    ${page.mistakes.length ? html`<ol>${page.mistakes.map((one) => mistakeView(page, one))}</ol>` : html`<p class="soft">${t(pending ? 'coach.thinking' : 'review.no_mistake')}</p>`}
    <div class="wide" tabindex="0" role="region" aria-label=${t('review.seats')}><table><thead><tr><td></td><th scope="col">${t('review.decisions')}</th><th scope="col">${t('review.same')}</th><th scope="col">${t('review.mean')}</th><th scope="col">${t('review.blunders')}</th></tr></thead>
    <tbody>${review.seats.map((/** @type {any} */ { seat }) => seatLine(page, seat))}</tbody></table></div></section>`;
}
