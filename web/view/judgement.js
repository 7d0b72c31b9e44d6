/* judgement.js - what the service says of a play, with how sure that is. No threshold of its own. */

import { certain, chance, points, within } from '../model/estimate.js';
import { blames } from '../model/judge.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { spokenPlay } from './cards.js';

/** @typedef {import('../model/estimate.js').Interval} Interval */

/**
 * A chance and between what it lies, or that it is certain.
 * @param {{ win_probability: number | null, interval: Interval | null, proven: boolean }} one
 */
export function chanceOf({ win_probability, interval, proven }) {
  if (win_probability === null) return '–';
  const sure = certain(win_probability, proven);
  if (sure) return html`<b class="proven">${t(`chance.${sure}`)}</b>`;
  return html`<b>${chance(win_probability, interval)}</b> <span class="soft within">${within(interval)}</span>`;
}

/** @param {{ expected_points: number | null }} one */
export const pointsOf = ({ expected_points }) => (expected_points === null ? '–' : html`<b>${points(expected_points)}</b>`);

/** What a decision is called, or why it is not. @param {any} decision of a review */
export const wordOf = (decision) =>
  decision.verdict ? t(`verdict.${decision.verdict}`) : decision.forced ? t('review.forced') : t(`unjudged.${decision.unjudged}`);

/** The same with what was lost. @param {any} decision */
export function verdictOf(decision) {
  const { verdict, loss, loss_interval } = decision;
  return html`<span class=${verdict ? `grade ${verdict}` : 'soft'}>${wordOf(decision)}</span>
    ${blames(decision) ? html`<span class="lost">−${chance(loss, loss_interval)}</span> <span class="soft within">${within(loss_interval)}</span>` : nothing}`;
}

/** Reasons that say no more than that it came out best. */
const EMPTY = ['searched', 'net_best', 'best_rest'];

/**
 * Why the best is better than another play, and what usually came after that one; nothing where there is nothing to say.
 * @param {{ why?: any, reason: any }} answer @param {(role: string) => string} name
 */
export function whyOf({ why, reason }, name) {
  const step = (/** @type {any} */ { role, cards }) => `${name(role)} ${spokenPlay(cards)}`;
  const line = why?.line.map(step).join(t('why.comma'));
  const text = why?.text ?? (EMPTY.includes(reason?.code) ? '' : reason?.text) ?? '';
  if (!text && !line) return nothing;
  return html`<p class="soft why">${text} ${line ? t('why.line', { play: spokenPlay(why.other), line }) : nothing}</p>`;
}

/** Was it a mistake or a blunder? @param {any} decision */
export const isMistake = (decision) => ['mistake', 'blunder'].includes(decision.verdict);
