/* replay.js - games that other programs wrote: RLCard, rlcard-showdown, Botzone, DouZero. Pure.
 *
 * They become games that begin after the calls: hands by role, the landlord in seat 0. Whether the plays are legal is for the
 * service to say. Texts are JSON or what Python prints of the same values, as a whole or one a line. */

import { sorted, without } from './cards.js';
import { PERSON } from './game.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {{ seat: number, cards: string }} Play
 * @typedef {{ hands: string[], landlord: number, plays: Play[], rules?: string, base?: number }} Found  by the seats of its writer
 * @typedef {{ line: number, value: any }} Part  a value of a text, and the line where it begins
 */

const ROLES = ['landlord', 'landlord_down', 'landlord_up'];
const DECK = `${'3456789TJQKA2'.repeat(4)}BR`;
const PASS = ['', 'P', 'PASS'];

/** What cannot be read, and where it stands. Without a word it is missing. */
export class Unread extends Error {
  /** @param {string} place @param {unknown} [word] */
  constructor(place, word) {
    super(place);
    Object.assign(this, { code: word === undefined ? 'replay_missing' : 'replay_word', place, word: typeof word === 'string' ? word : JSON.stringify(word) });
  }
}

/* --- cards --- */

/** Cards as each program writes them, and the letters they mean. @type {Record<string, Record<string, string>>} */
const SPELLED = {
  rlcard: Object.fromEntries([...new Set(DECK)].map((letter) => [letter, letter])),
  suited: { BJ: 'B', RJ: 'R', ...Object.fromEntries([...'SHDC'].flatMap((suit) => [...'3456789TJQKA2'].map((rank) => [suit + rank, rank]))) },
  douzero: { 10: 'T', X: 'B', D: 'R', ...Object.fromEntries([...'3456789TJQKA2'].map((letter) => [letter, letter])) },
  numbers: { 17: '2', 20: 'B', 30: 'R', ...Object.fromEntries([...'3456789TJQKA'].map((letter, i) => [i + 3, letter])) },
  botzone: { 52: 'B', 53: 'R', ...Object.fromEntries([...'3456789TJQKA2'].flatMap((letter, i) => [0, 1, 2, 3].map((suit) => [i * 4 + suit, letter]))) },
};

/** @param {any[] | null} cards @param {string} kind @param {string} place @param {unknown} from  what they were read from */
function spelled(cards, kind, place, from) {
  if (!Array.isArray(cards)) throw new Unread(place, from);
  return sorted(cards.map((card) => {
    const letter = Object.hasOwn(SPELLED[kind], String(card)) ? SPELLED[kind][String(card)] : '';
    if (!letter) throw new Unread(place, card);
    return letter;
  }).join(''));
}

/** @param {any} value @param {string} place @returns {any} the same; undefined is told as missing */
function there(value, place) {
  if (value === undefined || value === null) throw new Unread(place);
  return value;
}

/** @param {any} value @param {string} place @returns {any[]} */
function list(value, place) {
  if (!Array.isArray(there(value, place))) throw new Unread(place, value);
  return value;
}

/** @param {any} value @param {string} place */
function seatOf(value, place) {
  if (![0, 1, 2].includes(there(value, place))) throw new Unread(place, value);
  return Number(value);
}

/** Letters without blanks; a pass is no cards. @param {any} text @param {string} place @param {string} [kind] */
function ranks(text, place, kind = 'rlcard') {
  if (typeof there(text, place) !== 'string') throw new Unread(place, text);
  return PASS.includes(text.toUpperCase()) ? '' : spelled(text.match(/10|\S/g) ?? [], kind, place, text);
}

/** @param {any} move "S3 H3", a list of these, or a pass @param {string} place */
function suited(move, place) {
  const cards = typeof move === 'string' ? move.trim().split(/\s+/) : there(move, place);
  return typeof move === 'string' && PASS.includes(move.trim().toUpperCase()) ? '' : spelled(cards, 'suited', place, move);
}

/** Numbers in a list, or a string of letters. @param {any} cards @param {string} place */
const numbered = (cards, place) => (typeof cards === 'string' ? ranks(cards, place, 'douzero') : spelled(there(cards, place), 'numbers', place, cards));

/* --- one reader for each program --- */

/** The hand of a seat when it was dealt: what is left, and what was played. @param {string} left @param {Play[]} plays @param {number} seat */
const dealt = (left, plays, seat) => sorted(left + plays.filter((play) => play.seat === seat).map(({ cards }) => cards).join(''));

/** @param {any} trace @param {string} place @returns {Play[]} */
const traced = (trace, place) => list(trace, place).map((step, i) => ({
  seat: seatOf(step?.[0], `${place}[${i}][0]`), cards: ranks(step?.[1], `${place}[${i}][1]`) }));

/** RLCard: env.get_perfect_information(). @param {any} value @returns {Found} */
function perfect(value) {
  const plays = traced(value.trace, 'trace');
  const hands = [0, 1, 2].map((seat) => dealt(ranks(value.hand_cards[seat], `hand_cards[${seat}]`), plays, seat));
  return { hands, plays, landlord: plays[0]?.seat ?? hands.findIndex((hand) => hand.length === 20) };
}

/** @param {any} value a state of RLCard or its raw part */
const raw = (value) => value?.raw_obs ?? value;
/** @param {any} value */
const isState = (value) => typeof raw(value)?.current_hand === 'string' && Array.isArray(raw(value).trace);

/** RLCard: states of one game, as one or more seats see it. The third hand is what the other two leave. @param {any} value @returns {Found} */
function states(value) {
  /** @type {string[]} */
  const hands = [];
  /** @type {Play[]} */
  let plays = [];
  const seen = [value].flat(3).filter(isState).map(raw);
  seen.forEach((state, n) => {
    const place = `[${n}].`;
    const here = traced(state.trace, `${place}trace`);
    const other = here.findIndex(({ seat, cards }, i) => plays[i] && (plays[i].seat !== seat || plays[i].cards !== cards));
    if (other >= 0) throw new Unread(`${place}trace[${other}]`, state.trace[other]);
    if (here.length > plays.length) plays = here;
    const self = seatOf(state.self, `${place}self`);
    hands[self] = dealt(ranks(state.current_hand, `${place}current_hand`), here, self);
    (state.num_cards_left ?? []).forEach((/** @type {number} */ left, /** @type {number} */ seat) => { if (left === 0) hands[seat] = dealt('', here, seat); });
  });
  const open = [0, 1, 2].filter((seat) => hands[seat] === undefined);
  if (open.length === 1) hands[open[0]] = without(DECK, hands.join(''));
  else if (open.length) throw new Unread(`current_hand (self: ${open.join(', ')})`);
  return { hands, plays, landlord: seatOf(seen[0].landlord, '[0].landlord') };
}

/** rlcard-showdown: the replay of a game. @param {any} value @returns {Found} */
function showdown(value) {
  const hands = [0, 1, 2].map((seat) => suited(value.initHands[seat], `initHands[${seat}]`));
  const plays = value.moveHistory.map((/** @type {any} */ move, /** @type {number} */ i) => ({
    seat: seatOf(move?.playerIdx, `moveHistory[${i}].playerIdx`), cards: suited(move?.move, `moveHistory[${i}].move`) }));
  const landlord = list(value.playerInfo, 'playerInfo').find((player) => player?.role === 'landlord');
  return { hands, plays, landlord: seatOf(landlord?.index, 'playerInfo[].role: landlord') };
}

/** @param {any} value @returns {any[] | undefined} the entries of a match of Botzone: requests of the judge and responses by turns */
const entries = (value) => [value, value?.log].find((log) => Array.isArray(log) && log.some((entry) => entry?.output?.content));

/** Botzone: the log of a match of FightTheLandlord, with or without calls. @param {any} value @returns {Found} */
function botzone(value) {
  const log = list(entries(value), 'log');
  /** @type {string[]} */
  const hands = [];
  /** @type {Play[]} */
  const plays = [];
  let [landlord, base, kitty] = [0, /** @type {number | undefined} */ (undefined), ''];
  log.forEach((entry, i) => [0, 1, 2].forEach((seat) => {
    const place = `log[${i}].output.content.${seat}.`;
    const request = entry?.output?.content?.[seat];
    if (request?.own && hands[seat] === undefined) hands[seat] = spelled(request.own, 'botzone', `${place}own`, request.own);
    if (request?.publiccard) kitty = spelled(request.publiccard, 'botzone', `${place}publiccard`, request.publiccard);
    if (request?.landlord !== undefined) landlord = seatOf(request.landlord, `${place}landlord`);
    if (request?.finalbid > 0) base = request.finalbid;
    const response = entry?.[seat]?.response;
    if (response !== undefined && typeof response !== 'number') plays.push({ seat, cards: spelled(response, 'botzone', `log[${i}].${seat}.response`, response) });
  }));
  [0, 1, 2].forEach((seat) => there(hands[seat], `log[].output.content.${seat}.own`));
  if (hands[landlord].length === 17) hands[landlord] = sorted(hands[landlord] + kitty);
  return { hands, landlord, plays, base, rules: 'botzone' };
}

/** DouZero: the hands by role and the plays from the landlord on. @param {any} value @returns {Found} */
function douzero(value) {
  const hands = ROLES.map((role) => numbered(value[role], role));
  if (hands[0].length === 17) hands[0] = sorted(hands[0] + numbered(value.three_landlord_cards, 'three_landlord_cards'));
  const given = there(value.card_play_action_seq, 'card_play_action_seq');
  const plays = typeof given === 'string' ? (given.trim() ? given.split(',').map((play) => play.trim()) : []) : list(given, 'card_play_action_seq');
  return { hands, landlord: 0, plays: plays.map((play, i) => ({ seat: i % 3, cards: numbered(play, `card_play_action_seq[${i}]`) })) };
}

/** The formats: name, how a value of it is recognised, its reader. @type {{ name: string, fits: (value: any) => unknown, read: (value: any) => Found }[]} */
export const FORMATS = [
  { name: 'rlcard-showdown', fits: (value) => Array.isArray(value?.initHands) && Array.isArray(value.moveHistory), read: showdown },
  { name: 'RLCard', fits: (value) => Array.isArray(value?.hand_cards) && value.trace, read: perfect },
  { name: 'RLCard', fits: (value) => [value].flat(3).some(isState), read: states },
  { name: 'Botzone', fits: (value) => entries(value) || value?.requests, read: botzone },
  { name: 'DouZero', fits: (value) => value?.landlord_up !== undefined && value.landlord_down !== undefined && !value.actions, read: douzero },
];

/* --- texts --- */

/** @param {string} text @returns {any} undefined: it cannot be read */
function valueOf(text) {
  const printed = () => text.replace(/'/g, '"').replace(/\bNone\b/g, 'null').replace(/\bTrue\b/g, 'true').replace(/\bFalse\b/g, 'false')
    .replace(/\(/g, '[').replace(/,?\s*\)/g, ']');
  for (const json of [() => text, printed]) {
    try {
      const value = JSON.parse(json());
      return typeof value === 'string' ? valueOf(value) : value; // rlcard-showdown's server sends a text in a text
    } catch {
      // what Python prints is tried next
    }
  }
  return undefined;
}

/** Lines such as "landlord: 3 3 4" or "landlord_up = 567". @param {string[]} lines */
function named(lines) {
  const pairs = lines.filter((line) => line.trim()).map((line) => /^\s*(\w+)\s*[:=]\s*(.*?)\s*$/.exec(line));
  return pairs.every(Boolean) ? Object.fromEntries(pairs.map((pair) => [pair?.[1], /^[[(]/.test(pair?.[2] ?? '') ? valueOf(pair?.[2] ?? '') : pair?.[2]])) : undefined;
}

/** @param {string} text @returns {Part[]} */
function parts(text) {
  const lines = text.split('\n');
  const whole = valueOf(text) ?? named(lines);
  if (whole !== undefined) return Array.isArray(whole) && !FORMATS.some(({ fits }) => fits(whole)) ? whole.map((value) => ({ line: 1, value })) : [{ line: 1, value: whole }];
  const each = lines.flatMap((line, i) => (line.trim() ? [{ line: i + 1, value: valueOf(line) }] : []));
  return each.length && each.every(({ value }) => isState(value)) ? [{ line: each[0].line, value: each.map(({ value }) => value) }] : each;
}

/** @param {Found} found @returns {Game} */
function gameOf({ hands, landlord, plays, rules = 'douzero', base }) {
  const byRole = Object.fromEntries(ROLES.map((role, i) => [role, there(hands[(landlord + i) % 3], role)]));
  const actions = plays.map(({ seat, cards }) => ({ seat: (seat + 3 - landlord) % 3, cards }));
  return { rules, hands: byRole, ...(base ? { base } : {}), actions, sitters: [PERSON, PERSON, PERSON] };
}

/**
 * The games of other programs in a text.
 * @param {string} text
 * @returns {Game[]} empty: none of the formats begins it
 * @throws {Unread} with `format`, `line`, `place` and `word`
 */
export function replaysIn(text) {
  const found = parts(text).map(({ line, value }) => ({ line, value, format: FORMATS.find(({ fits }) => fits(value)) }));
  if (!found.some(({ format }) => format)) return [];
  return found.map(({ line, value, format }) => {
    if (!format) throw strange(text, line);
    try {
      return gameOf(format.read(value));
    } catch (error) {
      throw error instanceof Unread ? Object.assign(error, { format: format.name, line }) : error;
    }
  });
}

/** A text, or a line of it, that is no game: where, and its first word. @param {string} text @param {number} [at] */
export function strange(text, at) {
  const lines = text.split('\n');
  const index = at ? at - 1 : Math.max(0, lines.findIndex((line) => line.trim() && (typeof valueOf(line) !== 'object' || lines.length === 1)));
  const [word] = lines[index].trim().split(/\s+/);
  return { code: word ? 'no_replay' : 'no_game', line: index + 1, word: word.slice(0, 40) };
}
