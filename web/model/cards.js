/* cards.js - sets of cards as strings of rank letters, as the service writes them.
 *
 * Letters: 3456789TJQKA2, B the small joker, R the big joker, F the flower. This module can sort, count, take
 * away and add; what may be played it does not know. Pure. */

/** All letters, lowest first. */
export const LETTERS = '3456789TJQKA2BRF';

/** The keys that name a rank; ten has three. @type {Record<string, string>} */
const KEYS = { 0: 'T', 1: 'T' };

/** @param {string} a @param {string} b */
const byRank = (a, b) => LETTERS.indexOf(a) - LETTERS.indexOf(b);

/**
 * The letter that is meant by a key or by a character of pasted text; '' when none is.
 * @param {string} key
 */
export function letterOf(key) {
  const letter = KEYS[key] ?? key.toUpperCase();
  return letter.length === 1 && LETTERS.includes(letter) ? letter : '';
}

/** Sorted, lowest first, as the service takes them: BJ, a small joker before a jack, would be another program's big joker. @param {string} cards */
export const sorted = (cards) => [...cards].sort(byRank).join('');

/** As people hold them: highest first, jokers and flower before the 2. @param {string} cards */
export const fanned = (cards) => [...cards].sort((a, b) => byRank(b, a)).join('');

/**
 * How many there are of each letter.
 * @param {string} cards
 * @returns {Record<string, number>} letters that are missing have no entry
 */
export function counts(cards) {
  /** @type {Record<string, number>} */
  const table = {};
  for (const card of cards) table[card] = (table[card] ?? 0) + 1;
  return table;
}

/** `cards` without `others`; what is not there is not taken. @param {string} cards @param {string} others */
export function without(cards, others) {
  const left = counts(others);
  let rest = '';
  for (const card of cards) {
    if (left[card]) left[card]--;
    else rest += card;
  }
  return rest;
}

/** Are all `others` among the `cards`? @param {string} cards @param {string} others */
export const holds = (cards, others) => without(others, cards) === '';

/** What people write for cards beside letters, in the order in which it is looked for. @type {[RegExp, string][]} */
const WRITTEN = [
  [/王炸|双王|双鬼|rocket/gi, 'BR'],
  [/大王|大鬼|★|(big|red|colou?red) joker/gi, 'R'],
  [/小王|小鬼|☆|(small|little|black) joker/gi, 'B'],
  [/花牌|✿|flower/gi, 'F'],
  [/10/g, 'T'],
  [/[♠♥♦♣♤♡♢♧\ufe0e\ufe0f]|黑桃|红桃|红心|方块|方片|梅花|草花/g, ''], // suits do not matter
  [/[\s,，、。;；]/g, ''],
];

/** What remains of a text are letters of cards, and what cannot be read. @param {string} text */
const remains = (text) => WRITTEN.reduce((rest, [written, cards]) => rest.replace(written, cards), text.normalize('NFKC'));

/** The first piece of a text that is no card; '' when all can be read. @param {string} text */
export const unreadable = (text) => /[^2-9TJQKABRF]+/iu.exec(remains(text))?.[0] ?? '';

/**
 * The cards that a text means: letters of any case, 10 for ten, jokers by name, suits left out.
 * @param {string} text
 * @returns {string | null} sorted; null when something in it is no card
 */
export const parsed = (text) => (unreadable(text) ? null : sorted(remains(text).toUpperCase()));

/**
 * Which places of `hand` make up `cards`: the first that fit, from the left.
 * @param {string} hand @param {string} cards
 * @returns {Set<number>}
 */
export function places(hand, cards) {
  const left = counts(cards);
  /** @type {Set<number>} */
  const found = new Set();
  for (let i = 0; i < hand.length; i++)
    if (left[hand[i]]) {
      left[hand[i]]--;
      found.add(i);
    }
  return found;
}

/** The cards at these places of a hand, sorted. @param {string} hand @param {Set<number>} places */
export const cardsAt = (hand, places) => sorted([...hand].filter((_, place) => places.has(place)).join(''));

/**
 * A play as it is laid down: its run first, then the kickers, the highest first in both. Without its pattern what is there
 * more often goes first. Each card with the rank that it stands for, '' where that is its own.
 * @param {string} cards
 * @param {{ rank: string, length: number, main: number, stands_for?: { card: string, as: string }[] } | null} [pattern]
 * @returns {{ card: string, as: string }[]}
 */
export function laidOut(cards, pattern) {
  const held = fanned(cards);
  const many = counts(cards);
  const plain = (/** @type {string} */ card) => ({ card, as: '' });
  if (!pattern) return [...held].sort((a, b) => many[b] - many[a]).map(plain);
  const from = LETTERS.indexOf(pattern.rank);
  const stands = [...(pattern.stands_for ?? [])];
  const take = (/** @type {(one: { card: string, as: string }) => boolean} */ fits) => stands.splice(stands.findIndex(fits), 1)[0];
  /** @type {{ card: string, as: string }[]} */
  let run = [];
  for (const rank of LETTERS.slice(from, from + pattern.length)) {
    const own = Array.from({ length: Math.min(pattern.main, many[rank] ?? 0) }, () => plain(rank));
    while (own.length < pattern.main && stands.some(({ as }) => as === rank)) own.push(take(({ as }) => as === rank));
    run = [...own, ...run];
  }
  const rest = without(held, run.map(({ card }) => card).join(''));
  return [...run, ...[...rest].map((card) => (stands.some((one) => one.card === card) ? take((one) => one.card === card) : plain(card)))];
}

/** The same as cards alone. @param {string} cards @param {Parameters<typeof laidOut>[1]} [pattern] */
export const laid = (cards, pattern) => laidOut(cards, pattern).map(({ card }) => card).join('');

/** What the cards of `laid` stand for, letter by letter, a blank where a card is itself. @param {string} cards @param {Parameters<typeof laidOut>[1]} [pattern] */
export const standing = (cards, pattern) => laidOut(cards, pattern).map(({ as }) => as || ' ').join('');

/** Where a hand of two rows is cut: between two ranks, as near to the middle as can be. @param {string} hand */
export function cut(hand) {
  const half = Math.ceil(hand.length / 2);
  const edges = [...hand].flatMap((card, i) => (i > 0 && card !== hand[i - 1] ? [i] : []));
  return edges.reduce((best, i) => (Math.abs(i - half) < Math.abs(best - half) ? i : best), edges[0] ?? hand.length);
}
