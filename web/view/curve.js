/* curve.js - a curve whose points can be focused. */

import { lineOf, sizeOf } from '../model/course.js';
import { html, nothing, svg } from '../vendor/lit-html.js';

const WIDTH = 640;
const HEIGHT = 160;
const EDGE = 12;

/**
 * @param {object} curve
 * @param {import('../model/course.js').Point[]} curve.points
 * @param {number} curve.actions  how many there are in the game
 * @param {number} curve.at  the action that is shown
 * @param {string} curve.label
 * @param {(action: number) => string} curve.name  of a point, for those who do not see it
 * @param {(action: number) => void} curve.go
 */
export function curve({ points, actions, at, label, name, go }) {
  const x = (/** @type {number} */ action) => EDGE + ((WIDTH - 2 * EDGE) * action) / Math.max(1, actions - 1);
  const y = (/** @type {number} */ chance) => EDGE + (HEIGHT - 2 * EDGE) * (1 - chance);
  const line = lineOf(points);
  const path = line.map(({ action, chance }) => `${x(action).toFixed(1)},${y(chance).toFixed(1)}`).join(' ');
  const current = line.findLast(({ action }) => action <= at) ?? line[0];
  const point = (/** @type {import('../model/course.js').Point} */ one, /** @type {number} */ i) => svg`
    <circle class="point size-${sizeOf(one.loss)} ${one.action === at ? 'now' : ''}" cx=${x(one.action)} cy=${y(line[i].chance)} r=${3 + 2 * sizeOf(one.loss)}
      role="button" tabindex=${one === points.find((other) => other.action === current?.action) ? 0 : -1} aria-label=${name(one.action)}
      data-action=${one.action} @click=${() => go(one.action)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); go(one.action); } }}></circle>`;
  return html`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label=${label}>
    <rect class="ground" x=${EDGE} y=${EDGE} width=${WIDTH - 2 * EDGE} height=${HEIGHT - 2 * EDGE}></rect>
    ${[0.25, 0.5, 0.75].map((chance) => svg`<line class=${chance === 0.5 ? 'half' : 'quarter'} x1=${EDGE} x2=${WIDTH - EDGE} y1=${y(chance)} y2=${y(chance)}></line>`)}
    ${line.length ? svg`<polygon class="area" points="${x(line[0].action)},${y(0)} ${path} ${x(/** @type {any} */ (line.at(-1)).action)},${y(0)}"></polygon><polyline class="line" points=${path}></polyline>` : nothing}
    <line class="cursor" x1=${x(Math.min(at, actions - 1))} x2=${x(Math.min(at, actions - 1))} y1=${EDGE} y2=${HEIGHT - EDGE}></line>
    ${points.map(point)}
  </svg>`;
}
