/* judgement.js - what the service says of a play, with how sure that is. No threshold of its own. */

import { chance, points, within } from '../model/estimate.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { roleName } from './parts.js';

/** @typedef {import('../model/estimate.js').Interval} Interval */

/**
 * A chance and between what it lies, or that it is proven.
 * @param {{ win_probability: number | null, interval: Interval | null, proven: boolean }} one
 */
export function chanceOf({ win_probability, interval, proven }) {
  if (win_probability === null) return '–';
  if (proven) return html`<b class="proven">${t('chance.proven')}</b>`;
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
  const lost = verdict && verdict !== 'best' && verdict !== 'close';
  return html`<span class=${verdict ? `grade ${verdict}` : 'soft'}>${wordOf(decision)}</span>
    ${lost ? html`<span class="lost">−${chance(loss, loss_interval)}</span> <span class="soft within">${within(loss_interval)}</span>` : nothing}`;
}

/** Why the best is better than another play, and what usually came after that one. @param {{ why?: any, reason: any }} answer */
export function whyOf({ why, reason }) {
  const step = (/** @type {any} */ { role, cards }) => `${roleName(role)} ${cards || t('call.pass')}`;
  const line = why?.line.map(step).join(t('why.comma'));
  return html`<p class="soft">${why?.text ?? reason?.text ?? ''}
    ${line ? t('why.line', { play: why.other || t('call.pass'), line }) : nothing}</p>`;
}

/** Was it a mistake or a blunder? @param {any} decision */
export const isMistake = (decision) => ['mistake', 'blunder'].includes(decision.verdict);
