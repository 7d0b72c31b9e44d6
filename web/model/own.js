/* own.js - the games that were finished here: a row each, what they say together, and all of them as one file. Pure. */

import { upTo } from './game.js';
import { decoded, encoded } from './link.js';

/**
 * @typedef {import('./game.js').Game} Game
 *
 * @typedef {object} Row
 * @property {number} at  when it ended, ms since 1970
 * @property {string} level  of the two robots, the lower first; 0 is the best
 * @property {'landlord' | 'farmer'} role
 * @property {boolean} won
 * @property {number} points
 * @property {number} judged  how many decisions were weighed
 * @property {number} lost  chance to win that they cost, together
 * @property {string} game  as a link; '' where it is too old to be kept
 * @property {string} help  what was used: h hint, t take back, o open hands; '' nothing
 *
 * @typedef {'solved' | 'shown'} Mark  of a puzzle; shown: its solution was seen first
 * @typedef {{ games: Row[], puzzles: Record<string, Mark> }} Kept
 *
 * @typedef {{ game: string, action: number, loss: number, solved: boolean }} Exercise  an own mistake: the game as a link, and which action
 */

/** So many games are kept as a whole, so many as rows. */
const WHOLE = 10;
const ROWS = 1000;

/** The seat of the one person; null: there is none, or there are several. @param {Game} game */
export function ownSeat({ sitters }) {
  const people = [0, 1, 2].filter((seat) => !sitters[seat].robot);
  return people.length === 1 ? people[0] : null;
}

/** What was dealt to whom. @param {string} game as a link */
export const dealOf = (game) => game.split(/&(?:a|vs|help)=/)[0];

/**
 * The row of a game that has ended.
 * @param {Game} game @param {any} state of POST /table @param {number[]} losses of the decisions that were weighed @param {number} at now @param {string} [help]
 * @returns {Row | null} null: it is nobody's own
 */
export function rowOf(game, state, losses, at, help = '') {
  const seat = ownSeat(game);
  if (seat === null || state.phase !== 'over' || state.winner === null) return null;
  const role = state.seats[seat].role === 'landlord' ? 'landlord' : 'farmer';
  const won = (state.seats[state.winner].role === 'landlord') === (role === 'landlord');
  const level = game.sitters.flatMap((sitter) => (sitter.robot ? [sitter.level] : [])).sort((a, b) => (a || 99) - (b || 99)).join();
  return { at, level, role, won, points: state.score[seat], judged: losses.length, lost: losses.reduce((sum, loss) => sum + loss, 0), game: encoded(game), help };
}

/** The newest last, each once, the older ones without their plays. @param {Row[]} rows @returns {Row[]} */
function tidy(rows) {
  const sorted = [...new Map(rows.map((row) => [row.at, row])).values()].sort((a, b) => a.at - b.at).slice(-ROWS);
  return sorted.map((row, i) => (i < sorted.length - WHOLE && row.game ? { ...row, game: '' } : row));
}

/** A deal counts once, as it ended first. @param {Row[]} rows @param {Row} row */
export const added = (rows, row) => (rows.some(({ game }) => game && dealOf(game) === dealOf(row.game)) ? rows : tidy([...rows, row]));

/** With what a review says of one of them. @param {Row[]} rows @param {Game} game @param {number} judged @param {number} lost @returns {Row[]} */
export const weighed = (rows, game, judged, lost) => rows.map((row) => (row.game && row.game === encoded(game) ? { ...row, judged, lost } : row));

/** @typedef {{ level: string, landlord: [number, number], farmer: [number, number], points: number, loss: number | null, rating: number | null }} Line won and played; mean loss a decision */

/** From one level to the next a robot is so much better; level 1 has FIRST. */
const STEP = 60;
const FIRST = 1000;
/** The best robot as a level. */
const BEST = 11;
/** Fewer games say nothing. */
const ENOUGH = 5;

/**
 * The own rating from games without help: that of the robots, and 400 for each factor of ten between games that were won and lost. One of each
 * is added, so that a few games do not say too much.
 * @param {Row[]} rows
 * @returns {number | null} null: too few
 */
export function ratingOf(rows) {
  const own = rows.filter(({ help }) => !help);
  if (own.length < ENOUGH) return null;
  const levels = own.flatMap(({ level }) => level.split(',').map((one) => Number(one) || BEST));
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const won = own.filter((row) => row.won).length;
  return Math.round(FIRST + STEP * (mean - 1) + 400 * Math.log10((won + 1) / (own.length - won + 1)));
}

/** @param {Row[]} rows @param {string} level @returns {Line} */
function lineOf(rows, level) {
  const share = (/** @type {string} */ role) => /** @type {[number, number]} */ ([rows.filter((row) => row.role === role && row.won).length, rows.filter((row) => row.role === role).length]);
  const sum = (/** @type {'points' | 'judged' | 'lost'} */ name) => rows.reduce((total, row) => total + row[name], 0);
  return { level, landlord: share('landlord'), farmer: share('farmer'), points: sum('points'), loss: sum('judged') ? sum('lost') / sum('judged') : null, rating: ratingOf(rows) };
}

/** A line for each level, the weakest first, and one for all. @param {Row[]} rows @returns {{ lines: Line[], all: Line }} */
export function summary(rows) {
  const rank = (/** @type {string} */ level) => level.split(',').reduce((sum, one) => sum + (Number(one) || 11), 0);
  const levels = [...new Set(rows.map(({ level }) => level))].sort((a, b) => rank(a) - rank(b));
  return { lines: levels.map((level) => lineOf(rows.filter((row) => row.level === level), level)), all: lineOf(rows, '') };
}

const FORMAT = 'ddz-own';

/** @param {Kept} kept */
export const exported = ({ games, puzzles }) => JSON.stringify({ format: FORMAT, version: 1, games, puzzles }, null, 1);

/** What each field of a row may be. @type {Record<keyof Row, (value: any, row: any) => boolean>} */
const FIELDS = {
  at: (value) => Number.isSafeInteger(value) && value > 0 && value < 1e13,
  level: (value) => typeof value === 'string' && /^(\d|10)(,(\d|10))?$/.test(value),
  role: (value) => value === 'landlord' || value === 'farmer',
  won: (value) => typeof value === 'boolean',
  points: (value) => Number.isSafeInteger(value) && Math.abs(value) < 1e9,
  judged: (value) => Number.isInteger(value) && value >= 0 && value <= 200,
  lost: (value, row) => typeof value === 'number' && value >= 0 && value <= row.judged,
  game: (value) => typeof value === 'string' && value.length < 10000 && (value === '' || decoded(value) !== null),
  help: (value) => typeof value === 'string' && /^h?o?t?$/.test(value),
};

/** Rows as they were written at first had no help. @param {any} row */
export const filled = (row) => (row !== null && typeof row === 'object' && !('help' in row) ? { ...row, help: '' } : row);

/** @param {any} row */
const isRow = (row) =>
  row !== null && typeof row === 'object' && Object.keys(row).length === Object.keys(FIELDS).length &&
  Object.entries(FIELDS).every(([name, good]) => name in row && good(row[name], row));

/** @param {any} puzzles */
const areMarks = (puzzles) =>
  puzzles !== null && typeof puzzles === 'object' && !Array.isArray(puzzles) && Object.entries(puzzles).every(([id, mark]) => /^\d-\d{1,3}$/.test(id) && (mark === 'solved' || mark === 'shown'));

/**
 * What a file holds.
 * @param {string} text
 * @returns {Kept | null} null: it is not a file of ours, or something in it is not what we write
 */
export function imported(text) {
  try {
    const { format, version, games: rows, puzzles } = JSON.parse(text);
    const games = Array.isArray(rows) ? rows.map(filled) : rows;
    const good = format === FORMAT && version === 1 && Array.isArray(games) && games.length <= ROWS && games.every(isRow) && areMarks(puzzles);
    return good ? { games, puzzles } : null;
  } catch {
    return null;
  }
}

/** Both together; what was solved without help stays so. @param {Kept} mine @param {Kept} more @returns {Kept} */
export const merged = (mine, more) => ({ games: tidy([...more.games, ...mine.games]), puzzles: { ...more.puzzles, ...mine.puzzles, ...solvedIn(more.puzzles) } });

/** @param {Record<string, Mark>} puzzles */
const solvedIn = (puzzles) => Object.fromEntries(Object.entries(puzzles).filter(([, mark]) => mark === 'solved'));

/** The last ones that are kept as a whole, the newest first. @param {Row[]} rows */
export const lastGames = (rows) => rows.filter(({ game }) => game).reverse();

/** The same deal for somebody else, with the points that one made of it, and with what help. @param {Game} game @param {number} points @param {string} [help] */
export const challenge = (game, points, help = '') => encoded({ ...upTo(game, 0), against: points, ...(help && { aided: help }) });

/** So many own mistakes are kept to be trained. */
const EXERCISES = 40;

/** The newest first, each once; what was solved stays solved. @param {Exercise[]} all @param {Exercise[]} more @returns {Exercise[]} */
export function exercises(all, more) {
  const isSame = (/** @type {Exercise} */ a, /** @type {Exercise} */ b) => a.game === b.game && a.action === b.action;
  const fresh = more.filter((one) => !all.some((old) => isSame(one, old)));
  return [...fresh, ...all].slice(0, EXERCISES);
}
