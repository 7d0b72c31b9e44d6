/* curve.js - a curve whose points can be focused. */

import { lineOf, sizeOf } from '../model/course.js';
import { html, nothing, svg } from '../vendor/lit-html.js';
import { percent } from './parts.js';

const WIDTH = 640;
const HEIGHT = 160;
const EDGE = 12;
const LEFT = 56; // of the axis
const FOOT = 26;

/**
 * @param {object} curve
 * @param {import('../model/course.js').Point[]} curve.points
 * @param {number} curve.actions  how many there are in the game
 * @param {number | null} curve.end  the chance when it was over
 * @param {number} curve.at  the action that is shown
 * @param {string} curve.label
 * @param {(action: number) => string} curve.name  of a point, for those who do not see it
 * @param {(action: number) => void} curve.go
 */
export function curve({ points, actions, end, at, label, name, go }) {
  const first = points[0]?.action ?? 0;
  const x = (/** @type {number} */ action) => LEFT + ((WIDTH - LEFT - EDGE) * Math.max(0, action - first)) / Math.max(1, actions - first);
  const y = (/** @type {number} */ chance) => EDGE + (HEIGHT - 2 * EDGE) * (1 - chance);
  const line = lineOf(points);
  const whole = end === null ? line : [...line, { action: actions, chance: end }];
  const path = whole.map(({ action, chance }) => `${x(action).toFixed(1)},${y(chance).toFixed(1)}`).join(' ');
  const current = line.findLast(({ action }) => action <= at) ?? line[0];
  const point = (/** @type {import('../model/course.js').Point} */ one, /** @type {number} */ i) => svg`
    <circle class="point size-${sizeOf(one.verdict)} ${one.action === at ? 'now' : ''}" cx=${x(one.action)} cy=${y(line[i].chance)} r=${3 + 2 * sizeOf(one.verdict)}
      role="button" tabindex=${one === points.find((other) => other.action === current?.action) ? 0 : -1} aria-label=${name(one.action)}
      data-action=${one.action} @click=${() => go(one.action)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); go(one.action); } }}></circle>`;
  return html`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT + FOOT}" role="group" aria-label=${label}>
    <rect class="ground" x=${LEFT} y=${EDGE} width=${WIDTH - LEFT - EDGE} height=${HEIGHT - 2 * EDGE}></rect>
    ${[0, 0.5, 1].map((chance) => svg`<text class="axis" x=${LEFT - 6} y=${y(chance) + 6} text-anchor="end">${percent(chance)}</text>`)}
    ${[first, actions].map((action) => svg`<text class="axis" x=${x(action)} y=${HEIGHT + FOOT - 8} text-anchor=${action === first ? 'start' : 'end'}>${action}</text>`)}
    ${[0.25, 0.5, 0.75].map((chance) => svg`<line class=${chance === 0.5 ? 'half' : 'quarter'} x1=${LEFT} x2=${WIDTH - EDGE} y1=${y(chance)} y2=${y(chance)}></line>`)}
    ${line.length ? svg`<polygon class="area" points="${x(line[0].action)},${y(0)} ${path} ${x(/** @type {any} */ (whole.at(-1)).action)},${y(0)}"></polygon><polyline class="line" points=${path}></polyline>` : nothing}
    <line class="cursor" x1=${x(at)} x2=${x(at)} y1=${EDGE} y2=${HEIGHT - EDGE}></line>
    ${points.map(point)}
  </svg>`;
}
