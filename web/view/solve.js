/* solve.js - the page #/solve: open hands, who can force the win, and the proof of it by playing.
 *
 * The endgame stands in the address, or a puzzle of the shelf by its name. Which puzzles were solved the browser keeps. */

import { ask } from '../ask/ask.js';
import { ruleSets } from '../ask/engine.js';
import { BASE } from '../base.js';
import { cardsAt, fanned, places } from '../model/cards.js';
import { puzzleOfDay } from '../model/daily.js';
import { afterPlay, allied, decodedEndgame, encodedEndgame, perfectPlay, solveQuestion, winner } from '../model/endgame.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { keep } from './address.js';
import { spokenPlay, toggledByKey } from './cards.js';
import { board, endgameForm, refutation, shelfView, verdictView } from './endgame.js';
import { keepPuzzle, kept } from './kept.js';
import { isTyped, roleName, trouble } from './parts.js';
import { drawing } from './redraw.js';
import { say } from './say.js';

/** @typedef {import('../model/endgame.js').Endgame} Endgame */

const narrow = matchMedia('(max-width: 640px)');
/** Is there one column? Then the puzzles come first. */
const single = matchMedia('(max-width: 960px)');

/** How long a proof may take, ms. */
const PATIENCE = 10000;

/** @type {Endgame} */
const EXAMPLE = { rules: 'standard', hands: { landlord: '46899JKAA', farmer: '3346TTJA2' }, to_move: 'landlord', last: null };

/** @returns {Promise<any[]>} */
async function fetchShelf() {
  const response = await fetch(new URL('puzzles.json', BASE));
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

/** @param {any} puzzle @returns {Endgame} */
const endgameOf = ({ rules, hands, to_move }) => ({
  rules: Object.keys(rules).length === 1 ? rules.preset : rules, hands, to_move, last: null,
});

export class SolvePage {
  /** @type {any[]} */
  all = [];
  shelfMissing = false;
  there = false; /* is it known which position the address names? Before, nothing can be asked of it */
  /** @type {any} */
  known = null;
  /** @type {any} the puzzle, where it is one */
  puzzle = null;
  /** @type {Endgame} */
  start = EXAMPLE;
  /** @type {Endgame[]} the positions since the start */
  line = [EXAMPLE];
  /** @type {{ role: string, cards: string }[]} */
  moves = [];
  playing = false;
  wanted = false; /* does the address name a position? */
  focused = 'landlord';
  marks = kept().puzzles;
  /** @type {any} what the solver says of the start */
  verdict = null;
  thinking = false;
  /** @type {boolean | null} is the win still there? */
  winning = null;
  /** @type {{ cards: string, line: { role: string, cards: string }[] } | null} the play that gave the win away, and what follows */
  refuted = null;
  /** @type {{ cards: string, pattern: string, shown: boolean } | null} a winning play: first its kind is told, then it is shown */
  hint = null;
  /** @type {Set<number>} */
  chosen = new Set();
  /** @type {any} */
  check = null;
  /** @type {unknown} */
  problem = null;
  /** @type {Map<string, { value: string, piece: string }>} */
  unread = new Map();
  abort = new AbortController();
  left = new AbortController();

  /** @param {HTMLElement} host @param {string} query */
  constructor(host, query) {
    this.redraw = drawing(host, () => this.view());
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    document.addEventListener('keydown', this.onKey);
    for (const size of [narrow, single]) size.addEventListener('change', this.redraw);
    this.redraw();
    this.follow(query);
  }

  get narrow() {
    return narrow.matches;
  }

  get now() {
    return /** @type {Endgame} */ (this.line.at(-1));
  }

  get mine() {
    return allied(this.now.to_move, this.start.to_move);
  }

  get over() {
    return winner(this.now);
  }

  /** @returns {'solved' | 'lost' | 'defence' | 'own'} */
  get stage() {
    const { over } = this;
    if (over) return allied(over, this.start.to_move) ? 'solved' : 'lost';
    return this.mine ? 'own' : 'defence';
  }

  /** May the person act? */
  get own() {
    return this.stage === 'own' && !this.thinking;
  }

  get hand() {
    return fanned(this.now.hands[this.now.to_move]);
  }

  get cardsChosen() {
    return cardsAt(this.hand, this.chosen);
  }

  /* --- the solver --- */

  /** What was asked before is of no interest. */
  callOff() {
    this.abort.abort();
    this.abort = new AbortController();
    this.thinking = false;
    return this.abort.signal;
  }

  /** @param {Endgame} endgame @param {string} solutions @param {AbortSignal} signal */
  solve(endgame, solutions, signal) {
    return ask('/solve', { ...solveQuestion(endgame), solutions, limit: { ms: PATIENCE } }, signal);
  }

  /** Ask the engine, and say so while it thinks. @template T @param {(signal: AbortSignal) => Promise<T>} question @returns {Promise<T | undefined>} */
  async asked(question) {
    const signal = this.callOff();
    this.thinking = true;
    this.problem = null;
    this.redraw();
    try {
      const answer = await question(signal);
      if (signal.aborted) return undefined;
      this.thinking = false;
      return answer;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.thinking = false;
      this.problem = error;
      this.redraw();
      return undefined;
    }
  }

  async judge() {
    const found = await this.asked((signal) => this.solve(this.start, 'all', signal));
    if (!found) return;
    this.verdict = found;
    this.mark('shown');
    say(t(`result.${found.result}`, { role: roleName(this.start.to_move) }));
    this.redraw();
  }

  /** @param {import('../model/own.js').Mark} how */
  mark(how) {
    if (!this.puzzle) return;
    keepPuzzle(this.puzzle.id, how);
    this.marks = kept().puzzles;
  }

  async showHint() {
    if (!this.own || this.winning === false) return;
    if (this.hint) {
      this.mark('shown');
      this.hint = { ...this.hint, shown: true };
      return this.choose(places(this.hand, this.hint.cards));
    }
    const answer = await this.asked((signal) => this.solve(this.now, 'scored', signal));
    if (!answer) return;
    if (answer.result === 'loss') this.winning = false;
    const best = answer.result === 'win' ? answer.moves.find((/** @type {any} */ move) => move.cards === perfectPlay(answer)?.cards) : null;
    this.hint = best && { cards: best.cards, pattern: best.pattern?.type ?? '', shown: false };
    say(this.hintText);
    this.redraw();
  }

  /** What the hint says. */
  get hintText() {
    const { hint } = this;
    return !hint ? '' : hint.pattern ? t('solve.hint_kind', { pattern: t(`pattern.${hint.pattern}`) }) : t('solve.hint_pass');
  }

  /* --- which position --- */

  get link() {
    return this.puzzle ? `puzzle=${this.puzzle.id}` : encodedEndgame(this.start);
  }

  /** @param {Endgame} next @param {any} [from] */
  load(next, from = null) {
    this.callOff();
    this.puzzle = from;
    this.start = next;
    this.verdict = this.problem = null;
    this.playing = Boolean(from);
    this.again();
    keep('solve', this.link);
  }

  again() {
    this.callOff();
    this.line = [this.start];
    this.moves = [];
    this.winning = this.refuted = null;
    this.forget();
  }

  forget() {
    this.chosen = new Set();
    this.check = null;
    this.redraw();
  }

  /** Another puzzle: the next that is not solved. */
  next() {
    const { all, puzzle, marks } = this;
    const at = all.indexOf(puzzle);
    const found = [...all.slice(at + 1), ...all.slice(0, at)].find(({ id }) => !marks[id]) ?? all[(at + 1) % all.length];
    this.load(endgameOf(found), found);
  }

  /** @param {Partial<Endgame>} changes */
  change(changes) {
    this.load({ ...this.start, last: null, ...changes });
  }

  /* --- playing it out --- */

  end() {
    const won = this.stage === 'solved';
    if (won) this.mark('solved');
    say(`${t(won ? 'solve.solved' : 'solve.lost')} ${refutation(this)}`);
    this.redraw();
  }

  /** @param {string} cards @param {string} [id] */
  put(cards, id) {
    const { now } = this;
    this.moves = [...this.moves, { role: now.to_move, cards }];
    say(`${roleName(now.to_move)} ${spokenPlay(cards)}.`);
    this.line = [...this.line, afterPlay(now, cards, id)];
    this.hint = null;
    this.forget();
  }

  /** The other side plays, until it is the own side's turn. */
  async defend() {
    while (this.stage === 'defence') {
      const answer = await this.asked(async (signal) => {
        const quick = await this.solve(this.now, 'one', signal);
        return quick.result === 'win' && winner(afterPlay(this.now, quick.plays[0])) ? quick : this.solve(this.now, 'scored', signal);
      });
      if (!answer) return;
      const won = this.winning ?? (this.puzzle !== null || this.verdict?.result === 'win');
      this.winning = answer.result === 'unknown' ? this.winning : answer.result === 'loss';
      if (won && this.winning === false) this.refuted = { cards: this.moves.findLast(({ role }) => allied(role, this.start.to_move))?.cards ?? '', line: answer.line };
      /** @type {{ cards: string, id?: string } | null} */
      const play = answer.moves ? perfectPlay(answer) : { cards: answer.plays[0] };
      if (!play) return;
      this.put(play.cards, play.id);
    }
    if (this.over) this.end();
    else if (this.refuted) say(refutation(this));
  }

  /** @param {string} cards @param {string} [id] */
  play(cards, id) {
    this.put(cards, id);
    this.defend();
  }

  /** Play what is chosen; who is faster than the answer is waited for. */
  async playChosen() {
    if (!this.check) await this.judgeChosen();
    const { check } = this;
    if (!check?.valid || check.code) return;
    const id = check.readings.length > 1 ? (check.beats_as ?? check.readings[0]).id : undefined;
    this.play(this.cardsChosen, id);
  }

  pass() {
    if (this.now.last && !this.thinking && this.mine) this.play('');
  }

  takeBack() {
    if (!this.moves.length) return;
    this.callOff();
    const { line, start } = this;
    let count = line.length - 1;
    while (count > 0 && !allied(line[count - 1].to_move, start.to_move)) count--;
    this.line = line.slice(0, Math.max(1, count));
    this.moves = this.moves.slice(0, this.line.length - 1);
    this.winning = this.refuted = this.hint = null;
    this.problem = null;
    this.forget();
  }

  /** @param {Set<number>} next */
  choose(next) {
    this.chosen = next;
    this.check = null;
    this.redraw();
    this.judgeChosen();
  }

  /** Can what is chosen be played? A hint that is asked for meanwhile does not call this off. */
  async judgeChosen() {
    const { chosen } = this;
    if (!chosen.size || !this.mine) return;
    const { last, rules, hands, to_move } = this.now;
    try {
      const answer = await ask('/classify', { cards: this.cardsChosen, rules, hand: hands[to_move], ...(last && { last: { cards: last.cards, ...(last.id && { id: last.id }) } }) }, this.left.signal);
      if (this.chosen === chosen) this.check = answer;
    } catch (error) {
      if (this.left.signal.aborted) return;
      if (this.chosen === chosen) this.problem = error;
    }
    this.redraw();
  }

  /* --- the page --- */

  view() {
    const { puzzle, playing } = this;
    const columns = () => {
      const position = html`<div class="column">${playing ? board(this) : endgameForm(this)}${verdictView(this)}</div>`;
      const shelf = html`<div class="column">${puzzle || playing ? html`<p><a class="button" href="#/solve?new">${t('solve.own')}</a></p>` : nothing}${shelfView(this)}</div>`;
      return single.matches && !playing && !this.wanted ? [shelf, position] : [position, shelf];
    };
    return html`<h1 class="unseen">${t('page.solve')}</h1>
      ${trouble(this.problem)}${this.there ? columns() : nothing}`;
  }

  /** @type {Record<string, () => unknown>} */
  keys = { Enter: () => this.playChosen(), p: () => this.pass(), h: () => this.showHint(), z: () => this.takeBack(), Escape: () => this.choose(new Set()) };

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (!this.playing || isTyped(event)) return;
    if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('button, a, summary') && !event.target.closest('.hand')) return;
    const toggled = this.own ? toggledByKey(this.hand, this.chosen, event.key) : null;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (toggled) this.choose(toggled);
    else if (this.keys[key]) this.keys[key]();
    else return;
    event.preventDefault();
  }

  /** @param {string} text */
  async follow(text) {
    const [lying, rules] = await Promise.allSettled([this.all.length ? this.all : fetchShelf(), ruleSets()]);
    this.there = true;
    this.shelfMissing = lying.status === 'rejected';
    if (lying.status === 'fulfilled') this.all = lying.value;
    if (rules.status === 'fulfilled') this.known = rules.value;
    const id = new URLSearchParams(text).get('puzzle');
    const found = text === 'today' ? puzzleOfDay(this.all, Date.now()) : id && this.all.find((one) => one.id === id);
    this.wanted = text !== '';
    const given = found ? endgameOf(found) : text && text !== 'new' && text !== 'today' && !id ? decodedEndgame(text) : EXAMPLE;
    if (!(id && this.shelfMissing)) this.load(given ?? EXAMPLE, found ?? null);
    const wrong = given ? (id && !found && !this.shelfMissing ? { code: 'no_puzzle' } : null) : { code: 'wrong_position' };
    this.problem = rules.status === 'rejected' ? rules.reason : wrong;
    this.redraw();
  }

  /** @param {string} text */
  changed(text) {
    if (text !== this.link) this.follow(text);
  }

  leave() {
    this.abort.abort();
    this.left.abort();
    document.removeEventListener('keydown', this.onKey);
    for (const size of [narrow, single]) size.removeEventListener('change', this.redraw);
  }
}

/** @type {import('./router.js').Page} */
export const page = { enter: (host, query) => new SolvePage(host, query) };
