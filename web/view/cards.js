/* cards.js - cards as one sees them: faces in a row, and a hand of buttons.
 *
 * A card is its letter, large. Suits do not matter in this game, and games in letters have none. Jokers differ by form
 * as well as by colour, wildcards have a mark. */

import { letterOf } from '../model/cards.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';

/** @type {Record<string, string>} */
const SHOWN = { T: '10', B: '☆', R: '★', F: '✿' };
/** @type {Record<string, string>} */
const CLASSES = { B: 'joker small-joker', R: 'joker big-joker', F: 'joker flower' };

/** What stands on a card. @param {string} letter */
export const faceOf = (letter) => SHOWN[letter] ?? letter;

/** How a card is called. @param {string} letter */
export const cardName = (letter) => (CLASSES[letter] ? t(`card.${letter}`) : (SHOWN[letter] ?? letter));

/** Cards as a person reads them out. @param {string} cards */
export const spoken = (cards) => [...cards].map(cardName).join(' ');

/** @param {string} letter @param {string} wild */
const look = (letter, wild) =>
  `card ${CLASSES[letter] ?? ''} ${letter === 'T' ? 'ten' : ''} ${wild.includes(letter) ? 'wild' : ''}`;

/** No blanks between: a page may have two hundred cards. @param {string} letter */
const inside = (letter) =>
  CLASSES[letter]
    ? html`<span class="rank">${faceOf(letter)}</span><span class="joker-name">${t(`face.${letter}`)}</span>`
    : html`<span class="rank">${faceOf(letter)}</span>`;

/**
 * Cards that lie on the table or in an open hand.
 * @param {string} cards
 * @param {{ wild?: string[] | string, label?: string, small?: boolean }} [options]
 */
export function cardRow(cards, { wild = '', label = '', small = true } = {}) {
  if (!cards) return nothing;
  const marked = [...wild].join('');
  return html`<span class="cards ${small ? 'small' : ''}" role="img" aria-label=${label || spoken(cards)}>${[...cards].map(
    (letter) => html`<span class="slot"><span class=${look(letter, marked)}>${inside(letter)}</span></span>`,
  )}</span>`;
}

/**
 * What a hand is asked to do.
 * @typedef {object} Choosing
 * @property {Set<number>} chosen  places in `hand`
 * @property {(chosen: Set<number>) => void} choose
 */

/** @param {Set<number>} chosen @param {number} from @param {number} to @param {boolean} on */
function swept(chosen, from, to, on) {
  const next = new Set(chosen);
  for (let i = Math.min(from, to); i <= Math.max(from, to); i++)
    if (on) next.add(i);
    else next.delete(i);
  return next;
}

/** The place of the card under a pointer, or null. @param {PointerEvent} event */
function placeUnder(event) {
  const card = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-place]');
  return card instanceof HTMLElement ? Number(card.dataset.place) : null;
}

/** One sweep of a pointer over cards: from where, whether it takes or gives back, what was chosen before. */
let sweep = /** @type {{ from: number, on: boolean, before: Set<number> } | null} */ (null);
/** A click that follows a sweep is the same gesture; one without comes from a keyboard or a screen reader. */
let swiped = false;

/** @param {PointerEvent} event @param {Choosing} choosing */
function sweepBegins(event, { chosen, choose }) {
  const from = placeUnder(event);
  if (from === null || event.button !== 0) return;
  if (event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId);
  sweep = { from, on: !chosen.has(from), before: chosen };
  swiped = true;
  choose(swept(chosen, from, from, sweep.on));
}

/** @param {PointerEvent} event @param {Choosing} choosing */
function sweepGoesOn(event, { choose }) {
  const to = sweep && placeUnder(event);
  if (sweep && to !== null) choose(swept(sweep.before, sweep.from, to, sweep.on));
}

function sweepEnds() {
  sweep = null;
  setTimeout(() => (swiped = false)); // the click of this gesture comes first
}
addEventListener('pointerup', sweepEnds);
addEventListener('pointercancel', sweepEnds);

/** @param {number} place @param {Choosing} choosing */
function clicked(place, { chosen, choose }) {
  if (!swiped) choose(swept(chosen, place, place, !chosen.has(place)));
  swiped = false;
}

/** Arrows go from card to card, up chooses, down gives back. @param {KeyboardEvent} event @param {Choosing} choosing */
function arrows(event, { chosen, choose }) {
  const card = event.target instanceof Element ? event.target.closest('[data-place]') : null;
  if (!(card instanceof HTMLElement)) return;
  const hand = card.closest('.hand');
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const place = Number(card.dataset.place);
  if (step) {
    const next = hand?.querySelector(`[data-place="${place + step}"]`);
    if (next instanceof HTMLElement) next.focus();
  } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    choose(swept(chosen, place, place, event.key === 'ArrowUp'));
  } else {
    return;
  }
  event.preventDefault();
}

/**
 * A hand that one chooses from: a fan of buttons, in two rows where the screen is narrow.
 * @param {string} hand @param {Choosing} choosing
 * @param {{ wild?: string[] | string, rows?: number, label: string }} options
 */
export function cardHand(hand, choosing, { wild = '', rows = 1, label }) {
  const marked = [...wild].join('');
  const length = Math.ceil(hand.length / rows) || 1;
  const { chosen } = choosing;
  const button = (/** @type {string} */ letter, /** @type {number} */ place) => html`
    <span class="slot"><button type="button" class=${look(letter, marked)} data-place=${place}
      aria-pressed=${chosen.has(place)} aria-label=${cardName(letter) + (marked.includes(letter) ? ` ${t('card.wild')}` : '')}
      @click=${() => clicked(place, choosing)}>${inside(letter)}</button></span>`;
  const row = (/** @type {number} */ from) => html`
    <div class="fan">${[...hand.slice(from, from + length)].map((letter, i) => button(letter, from + i))}</div>`;
  return html`<div class="hand" role="group" aria-label=${label}
      @pointerdown=${(/** @type {PointerEvent} */ event) => sweepBegins(event, choosing)}
      @pointermove=${(/** @type {PointerEvent} */ event) => sweepGoesOn(event, choosing)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => arrows(event, choosing)}>
    ${Array.from({ length: Math.ceil(hand.length / length) }, (_, i) => row(i * length))}
  </div>`;
}

/**
 * A rank's key chooses one more of it; when all are chosen, none.
 * @param {string} hand @param {Set<number>} chosen @param {string} key
 * @returns {Set<number> | null} null: the key names no card of this hand
 */
export function toggledByKey(hand, chosen, key) {
  const letter = letterOf(key);
  const places = [...hand].flatMap((card, place) => (card === letter ? [place] : []));
  if (!letter || places.length === 0) return null;
  const free = places.find((place) => !chosen.has(place));
  const next = new Set(chosen);
  if (free === undefined) for (const place of places) next.delete(place);
  else next.add(free);
  return next;
}
