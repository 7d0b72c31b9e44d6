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

/** Sorted, lowest first. @param {string} cards */
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

/**
 * The cards that a text means: letters of any case, 10 for ten, blanks and commas between them.
 * @param {string} text
 * @returns {string | null} sorted; null when something in it is no card
 */
export function parsed(text) {
  let cards = '';
  for (const character of text.replaceAll('10', 'T').replace(/[\s,]/g, '')) {
    const letter = /[01]/.test(character) ? '' : letterOf(character);
    if (!letter) return null;
    cards += letter;
  }
  return sorted(cards);
}

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
