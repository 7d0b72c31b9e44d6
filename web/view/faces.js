/* faces.js - who sits there: a round face for a person and for each level of robot, the landlord with his hat, and a ring
 * around the one whose turn it is. */

import { html, nothing, svg } from '../vendor/lit-html.js';
import { t } from '../words/words.js';

/** Of a robot: its colour, by the level; 0 is the best. */
const COLOURS = ['#b8860b', '#7d8f3a', '#4f8f4f', '#2f8f83', '#2d7fb8', '#5865c0', '#8a4fb0', '#b0467f', '#b5522d', '#8c2f2f', '#3d4654'];

/** Eyes and mouth, in a square of 48. @type {unknown[]} */
const LOOKS = [
  svg`<circle cx="17" cy="26" r="3"/><circle cx="31" cy="26" r="3"/><path class="stroke" d="M18 34q6 4 12 0"/>`,
  svg`<path class="stroke" d="M14 26h6M28 26h6M20 34h8"/>`,
  svg`<path class="stroke" d="M14 27q3-4 6 0M28 27q3-4 6 0M18 33q6 5 12 0"/>`,
  svg`<rect x="14" y="23" width="6" height="6"/><rect x="28" y="23" width="6" height="6"/><path class="stroke" d="M19 34h10"/>`,
  svg`<path class="stroke" d="M13 23l7 3M35 23l-7 3M19 34q5-2 10 0"/><circle cx="18" cy="28" r="2"/><circle cx="30" cy="28" r="2"/>`,
];

/** A head with an antenna. @param {number} level */
const robotHead = (level) => svg`<circle cx="24" cy="24" r="20" fill=${COLOURS[level]}/><path class="stroke light" d="M24 17V9"/><circle cx="24" cy="8" r="3" fill="#ffe9a8"/>
  <rect x="9" y="16" width="30" height="23" rx="8" fill="#f6f1e4"/><g class="features">${LOOKS[level % LOOKS.length]}</g>`;

const personHead = svg`<circle cx="24" cy="24" r="20" fill="#a4632f"/><path d="M8 40q4-11 16-11t16 11A20 20 0 0 1 8 40z" fill="#f6f1e4"/><circle cx="24" cy="21" r="9" fill="#f3cfa6"/>
  <path d="M15 20q0-9 9-9t9 9q-4-4-9-4t-9 4z" fill="#3b2a1e"/>`;

const hat = svg`<path d="M11 15q2-12 13-12t13 12z" fill="#22262c"/><rect x="9" y="13" width="30" height="4" rx="2" fill="#c98a00"/><circle cx="24" cy="3" r="3" fill="#b3261e"/>`;

/**
 * @param {import('../model/game.js').Sitter} sitter @param {string | null} role
 * @param {{ acts: boolean, thinks: boolean }} turn  is it this seat's, and does a robot think?
 */
export const face = (sitter, role, { acts, thinks }) => html`<svg class="face ${acts ? 'acts' : ''} ${thinks ? 'thinks' : ''}" viewBox="-2 -2 52 52" aria-hidden="true">
  ${sitter.robot ? robotHead(sitter.level) : personHead}${role === 'landlord' ? hat : nothing}<circle class="ring" cx="24" cy="24" r="23"/></svg>`;

/** A name for each level. @param {{ level: number }} sitter */
export const nickname = ({ level }) => t(`nickname.${level}`);
