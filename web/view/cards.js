/* cards.js - cards as one sees them: faces in a row, and a hand of buttons.
 *
 * A face is drawn of its letter and, in games that were dealt, of its suit. Which of the faces, and how many colours, is
 * said by style alone (data-face and data-suits of the document). Jokers differ by form as well as by colour, wildcards
 * have a mark. */

import { cut, laid, letterOf, standing } from '../model/cards.js';
import { reordered } from '../model/suits.js';
import { html, nothing, svg } from '../vendor/lit-html.js';
import { t } from '../words/words.js';

/** @type {Record<string, string>} */
const SHOWN = { T: '10', B: '☆', R: '★', F: '✿' };
/** @type {Record<string, string>} */
const CLASSES = { B: 'joker small-joker', R: 'joker big-joker', F: 'joker flower' };
/** @type {Record<string, string>} */
const SUIT_CLASSES = { S: 'spade', H: 'heart', C: 'club', D: 'diamond' };

/** What is drawn, in a square of 48. @type {Record<string, unknown>} */
const DRAWN = {
  S: svg`<path d="M24 3C18 14 5 19 5 30a9 9 0 0 0 16 6c-1 4-2 7-5 9h16c-3-2-4-5-5-9a9 9 0 0 0 16-6C43 19 30 14 24 3z"/>`,
  H: svg`<path d="M24 44C17 34 3 27 3 16A10.5 10.5 0 0 1 24 12a10.5 10.5 0 0 1 21 4c0 11-14 18-21 28z"/>`,
  C: svg`<path d="M24 3a9.5 9.5 0 0 1 7.5 15.4A9.5 9.5 0 1 1 26.5 35c.5 5 2 8 5 10h-15c3-2 4.5-5 5-10a9.5 9.5 0 1 1-5-16.6A9.5 9.5 0 0 1 24 3z"/>`,
  D: svg`<path d="M24 2c4 8 10 16 16 22-6 6-12 14-16 22C20 38 14 30 8 24 14 18 20 10 24 2z"/>`,
  K: svg`<path d="M22 2h4v4h4v4h-4v5l8 9 10-10-4 24H8L4 14l10 10 8-9v-5h-4V6h4z"/><path class="gold" d="M8 40h32v6H8z"/><circle class="gold" cx="24" cy="30" r="4"/>`,
  Q: svg`<circle cx="24" cy="7" r="4"/><circle cx="7" cy="15" r="4"/><circle cx="41" cy="15" r="4"/><path d="M7 20c5 8 12 3 17-8 5 11 12 16 17 8l-3 18H10z"/><path class="gold" d="M10 40h28v6H10zM24 22l5 7-5 7-5-7z"/>`,
  J: svg`<path d="M5 34c2-13 14-18 24-16 8 2 13 8 14 16z"/><path class="gold" d="M28 18C26 10 32 3 44 2c-1 8-6 14-13 17z"/><path d="M2 37h44v5H2z"/>`,
  B: svg`<path class="line" d="M9 36C2 26 3 16 9 9c5 3 8 8 9 14 0-8 2-14 6-20 4 6 6 12 6 20 1-6 4-11 9-14 6 7 7 17 0 27z"/><path class="line" d="M8 39h32v6H8z"/>`,
  R: svg`<path d="M9 36C2 26 3 16 9 9c5 3 8 8 9 14 0-8 2-14 6-20 4 6 6 12 6 20 1-6 4-11 9-14 6 7 7 17 0 27z"/><path d="M8 39h32v6H8z"/>
    <circle class="gold" cx="9" cy="9" r="5"/><circle class="gold" cx="24" cy="5" r="5"/><circle class="gold" cx="39" cy="9" r="5"/>`,
  F: svg`<circle cx="24" cy="11" r="9"/><circle cx="37" cy="20" r="9"/><circle cx="32" cy="36" r="9"/><circle cx="16" cy="36" r="9"/><circle cx="11" cy="20" r="9"/><circle class="gold" cx="24" cy="25" r="7"/>`,
};
/** @param {string} what @param {string} look */
const drawing = (what, look) => html`<svg class=${look} viewBox="0 0 48 48" aria-hidden="true">${DRAWN[what]}</svg>`;

/** What stands on a card. @param {string} letter */
export const faceOf = (letter) => SHOWN[letter] ?? letter;

/** How a card is called. @param {string} letter */
export const cardName = (letter) => (CLASSES[letter] ? t(`card.${letter}`) : (SHOWN[letter] ?? letter));

/** A card's name where there is little room. @param {string} letter */
export const cardShort = (letter) => (CLASSES[letter] ? t(`short.${letter}`) : (SHOWN[letter] ?? letter));

/** Cards as a person reads them out, a wildcard with what it stands for. @param {string} cards @param {string} [as] letter by letter */
export const spoken = (cards, as = '') => [...cards].map((card, i) => (as[i]?.trim() ? t('cardset.stands', { card: cardName(card), as: cardName(as[i]) }) : cardName(card))).join(' ');

/** A play as a person reads it out; no cards are a pass. @param {string} cards @param {Parameters<typeof laid>[1]} [pattern] */
export const spokenPlay = (cards, pattern) => (cards ? spoken(laid(cards, pattern), standing(cards, pattern)) : t('call.pass'));

/** @param {string} letter @param {string} wild @param {string} suit */
const look = (letter, wild, suit) =>
  `card ${CLASSES[letter] ?? SUIT_CLASSES[suit] ?? 'plain'} ${letter === 'T' ? 'ten' : ''} ${'JQK'.includes(letter) ? 'court' : ''} ${wild.includes(letter) ? 'wild' : ''}`;

/** No blanks between: a page may have two hundred cards. @param {string} letter @param {string} suit */
const inside = (letter, suit) => {
  if (CLASSES[letter])
    return html`<span class="rank">${faceOf(letter)}</span><span class="joker-name">${t(`face.${letter}`)}</span>${drawing(letter, 'art')}`;
  const art = 'JQK'.includes(letter) ? letter : suit;
  return html`<span class="rank">${faceOf(letter)}</span>${DRAWN[suit] ? drawing(suit, 'suit') : nothing}${DRAWN[art] ? drawing(art, 'art') : nothing}`;
};

/** Equal ranks of a row, which stay together: from where, and how many. @param {string} cards */
const groups = (cards) => [...cards].reduce((all, card, i) => {
  if (i > 0 && card === cards[i - 1]) all[all.length - 1].count++;
  else all.push({ from: i, count: 1 });
  return all;
}, /** @type {{ from: number, count: number }[]} */ ([]));

/**
 * Cards that lie on the table or in an open hand. A row goes on in another between two ranks.
 * @param {string} cards
 * @param {{ wild?: string[] | string, suits?: string, as?: string, label?: string, small?: boolean }} [options] suits, and as what wildcards are meant: letter by letter
 */
export function cardRow(cards, { wild = '', suits = '', as = '', label = '', small = true } = {}) {
  if (!cards) return nothing;
  const marked = [...wild].join('');
  const slot = (/** @type {number} */ i) => html`<span class="slot"><span class=${look(cards[i], marked, suits[i] ?? '')} data-as=${as[i]?.trim() ? faceOf(as[i]) : nothing}>${inside(cards[i], suits[i] ?? '')}</span></span>`;
  return html`<span class="cards ${small ? 'small' : ''}" role="img" aria-label=${label || spoken(cards, as)}>${groups(cards).map(({ from, count }) => html`<span class="same">${
    Array.from({ length: count }, (_, i) => slot(from + i))}</span>`)}</span>`;
}

/**
 * A play as it lies on the table; a pass is a word.
 * @param {string} cards
 * @param {{ pattern?: any, wild?: string[] | string, suits?: string, small?: boolean }} [options] suits: of `cards` as they are written
 */
export function playRow(cards, { pattern = null, wild = '', suits = '', small = true } = {}) {
  if (!cards) return html`<b class="passed">${t('call.pass')}</b>`;
  const order = laid(cards, pattern);
  return cardRow(order, { wild, as: standing(cards, pattern), suits: suits && reordered(cards, suits, order), small });
}

/** Cards that lie face down. @param {number} count @param {string} label */
export const cardBacks = (count, label) => html`<span class="cards small" role="img" aria-label=${label}>${Array.from({ length: count }, () =>
  html`<span class="slot"><span class="card face-down"></span></span>`)}</span>`;

/**
 * What a hand is asked to do.
 * @typedef {object} Choosing
 * @property {() => Set<number>} chosen  places in `hand`, now: more than one event may come before the hand is drawn again
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
/**
 * When the last one ended. A click soon after it is the same gesture: of a finger it is an event of its own, which comes later where the
 * machine is busy. Other clicks come from a keyboard (their detail is 0) or a screen reader.
 */
let ended = -Infinity;
const GESTURE = 1000; // ms

/** @param {PointerEvent} event @param {Choosing} choosing */
function sweepBegins(event, { chosen, choose }) {
  const from = placeUnder(event);
  if (from === null || event.button !== 0) return;
  if (event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId);
  const before = chosen();
  sweep = { from, on: !before.has(from), before };
  choose(swept(before, from, from, sweep.on));
}

/** @param {PointerEvent} event @param {Choosing} choosing */
function sweepGoesOn(event, { choose }) {
  const to = sweep && placeUnder(event);
  if (sweep && to !== null) choose(swept(sweep.before, sweep.from, to, sweep.on));
}

/** @param {PointerEvent} event */
function sweepEnds({ timeStamp }) {
  if (sweep) ended = timeStamp;
  sweep = null;
}
addEventListener('pointerup', sweepEnds);
addEventListener('pointercancel', sweepEnds);

/** @param {MouseEvent} event @param {number} place @param {Choosing} choosing */
function clicked({ detail, timeStamp }, place, { chosen, choose }) {
  if (detail === 0 || timeStamp - ended > GESTURE) choose(swept(chosen(), place, place, !chosen().has(place)));
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
    choose(swept(chosen(), place, place, event.key === 'ArrowUp'));
  } else {
    return;
  }
  event.preventDefault();
}

/**
 * A hand that one chooses from: a fan of buttons, in two rows where the screen is narrow.
 * @param {string} hand @param {Choosing} choosing
 * @param {{ wild?: string[] | string, suits?: string, rows?: number, label: string }} options
 */
export function cardHand(hand, choosing, { wild = '', suits = '', rows = 1, label }) {
  const marked = [...wild].join('');
  const edges = rows > 1 ? [0, cut(hand)] : [0];
  const chosen = choosing.chosen();
  const button = (/** @type {string} */ letter, /** @type {number} */ place) => html`
    <span class="slot"><button type="button" class=${look(letter, marked, suits[place] ?? '')} data-place=${place}
      aria-pressed=${chosen.has(place)} aria-label=${cardName(letter) + (marked.includes(letter) ? ` ${t('card.wild')}` : '')}
      @click=${(/** @type {MouseEvent} */ event) => clicked(event, place, choosing)}>${inside(letter, suits[place] ?? '')}</button></span>`;
  const row = (/** @type {number} */ from, /** @type {number} */ i) => html`
    <div class="fan">${[...hand.slice(from, edges[i + 1])].map((letter, place) => button(letter, from + place))}</div>`;
  return html`<div class="hand" role="group" aria-label=${label}
      @pointerdown=${(/** @type {PointerEvent} */ event) => sweepBegins(event, choosing)}
      @pointermove=${(/** @type {PointerEvent} */ event) => sweepGoesOn(event, choosing)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => arrows(event, choosing)}>
    ${edges.map(row)}
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
