/* curve.js - the story of a game as a curve: the landlord's chance on the real deal, what one seat could know of it, and
 * points that can be focused. */

import { sizeOf } from '../model/course.js';
import { html, nothing, svg } from '../vendor/lit-html.js';
import { percent } from './parts.js';

/** @typedef {import('../model/course.js').Entry} Entry @typedef {import('../model/course.js').Point} Point */

const WIDTH = 640;
const HEIGHT = 160;
const EDGE = 12;
const LEFT = 56; // of the axis
const FOOT = 26;

/**
 * @typedef {object} Curve
 * @property {Point[]} points  the decisions
 * @property {Entry[]} open  the landlord's chance with open hands, at the start and after every action
 * @property {Entry[]} seen  the same as one seat saw it
 * @property {number} first  the first action that is shown
 * @property {number} actions  how many there are in the game
 * @property {number} at  the action that is shown
 * @property {string} label
 * @property {(action: number) => string} name  of a point, for those who do not see it
 * @property {(action: number) => void} go
 */

/** @param {number} chance */
const y = (chance) => EDGE + (HEIGHT - 2 * EDGE) * (1 - chance);

/** Entries that are known, as the points of a line. @param {Entry[]} entries @param {(action: number) => number} x */
const pathOf = (entries, x) => entries.filter(({ landlord }) => landlord !== null).map(({ action, landlord }) => `${x(action).toFixed(1)},${y(/** @type {number} */ (landlord)).toFixed(1)}`).join(' ');

/** Where it is proven who wins, in runs. @param {Entry[]} open @returns {{ from: number, to: number, landlord: number }[]} */
function zones(open) {
  /** @type {{ from: number, to: number, landlord: number }[]} */
  const all = [];
  open.forEach(({ action, landlord, proven }, i) => {
    if (!proven || landlord === null) return;
    const last = all.at(-1);
    if (last && last.landlord === landlord && open[i - 1]?.proven) last.to = action;
    else all.push({ from: action, to: action, landlord });
  });
  return all;
}

/** The ground, its numbers and the zones that are proven. @param {Curve} curve @param {(action: number) => number} x */
const ground = ({ open, first, actions }, x) => svg`
  <rect class="ground" x=${LEFT} y=${EDGE} width=${WIDTH - LEFT - EDGE} height=${HEIGHT - 2 * EDGE}></rect>
  ${zones(open).map(({ from, to, landlord }) => svg`<rect class="zone ${landlord ? 'won' : 'gone'}" x=${x(from)} y=${EDGE} width=${Math.max(2, x(to) - x(from))} height=${HEIGHT - 2 * EDGE}></rect>`)}
  ${[0, 0.5, 1].map((chance) => svg`<text class="axis" x=${LEFT - 6} y=${y(chance) + 6} text-anchor="end">${percent(chance)}</text>`)}
  ${[first, actions].map((action) => svg`<text class="axis" x=${x(action)} y=${HEIGHT + FOOT - 8} text-anchor=${action === first ? 'start' : 'end'}>${action}</text>`)}
  ${[0.25, 0.5, 0.75].map((chance) => svg`<line class=${chance === 0.5 ? 'half' : 'quarter'} x1=${LEFT} x2=${WIDTH - EDGE} y1=${y(chance)} y2=${y(chance)}></line>`)}`;

/** A decision, on the line where it was made. @param {Curve} curve @param {Point} one @param {number} height @param {(action: number) => number} x */
function point({ points, at, name, go }, one, height, x) {
  const current = points.findLast(({ action }) => action <= at) ?? points[0];
  const size = sizeOf(one.verdict);
  return svg`<circle class="point size-${size} ${one.action === at ? 'now' : ''}" cx=${x(one.action)} cy=${y(height)} r=${3 + 2 * size}
    role="button" tabindex=${one === current ? 0 : -1} aria-label=${name(one.action)} data-action=${one.action} @click=${() => go(one.action)}
    @keydown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); go(one.action); } }}></circle>`;
}

/** @param {Curve} curve */
export function curve(curve) {
  const { points, open, seen, first, actions, at, label } = curve;
  const x = (/** @type {number} */ action) => LEFT + ((WIDTH - LEFT - EDGE) * Math.max(0, action - first)) / Math.max(1, actions - first);
  const shown = open.filter(({ action }) => action >= first);
  const path = pathOf(shown, x);
  const height = (/** @type {Point} */ one) => open[one.action]?.landlord ?? one.best ?? 0.5;
  return html`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT + FOOT}" role="group" aria-label=${label}>
    ${ground({ ...curve, open: shown }, x)}
    ${path ? svg`<polygon class="area" points="${x(first)},${y(0)} ${path} ${x(shown.at(-1)?.action ?? first)},${y(0)}"></polygon><polyline class="line" points=${path}></polyline>` : nothing}
    <polyline class="seen" points=${pathOf(seen, x)}></polyline>
    <line class="cursor" x1=${x(at)} x2=${x(at)} y1=${EDGE} y2=${HEIGHT - EDGE}></line>
    ${points.map((one) => point(curve, one, height(one), x))}
  </svg>`;
}
