/* session.js - a game while it is played: who is to act, what is chosen, what the engine has said so far.
 *
 * It drives the game on: asks for the state, lets robots act, has a new deal made when nobody called. It knows no rule:
 * every question goes to the `engine` it is given. No DOM, no clock, no network of its own, so it is tested without a
 * browser. Whatever changes, `changed` is called. An answer that comes after the game has gone elsewhere is dropped. */

import { cardsAt, fanned, places } from './cards.js';
import { after, takenBack, upTo } from './game.js';
import { HINTED, deepen, spared } from './judge.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./game.js').Action} Action
 * @typedef {import('../ask/engine.js').State} State
 * @typedef {import('../ask/engine.js').Verdict} Verdict
 *
 * @typedef {object} Engine  ask/engine.js, or another one
 * @property {(game: Game, signal?: AbortSignal) => Promise<State>} state
 * @property {(game: Game, at: State, signal?: AbortSignal) => Promise<{ action: Action, answer: any }>} robotAction
 * @property {(game: Game, at: State, signal?: AbortSignal) => Promise<any>} advice
 * @property {(game: Game, at: State, nodes: number, signal?: AbortSignal) => Promise<any>} judge
 * @property {(game: Game, at: State, judged: any, signal?: AbortSignal) => Promise<{ cards: string }[]>} hints
 * @property {(game: Game, at: State, signal?: AbortSignal) => Promise<Map<number, any>>} patterns  of earlier plays whose cards do not tell
 * @property {(game: Game, at: State, cards: string, signal?: AbortSignal) => Promise<any>} classify
 * @property {(game: Game, at: State, cards: string, signal?: AbortSignal) => Promise<Verdict | null>} verdict
 *
 * @typedef {object} Events
 * @property {() => void} changed  something is to be drawn
 * @property {(action: Action, at: State) => void} acted  an action was taken; the state after it
 * @property {(at: State) => void} over  the game has ended just now
 * @property {(mark: 'h' | 't') => void} helped  a hint was asked for, or something was taken back
 * @property {(game: Game, cards: string) => void} hinted  a first hint was given
 * @property {(game: Game) => string | null} hintOf  the one that was given
 *
 * @typedef {{ index: number, before: Game, at: State, cards: string, pending: boolean, verdict: Verdict | null }} Coaching
 */

export class Session {
  /** @param {Engine} engine @param {Events} events */
  constructor(engine, events) {
    this.engine = engine;
    this.events = events;
    /** @type {Game | null} */
    this.game = null;
    /** @type {State | null} of `game`; while a question is under way, of the game before */
    this.at = null;
    /** @type {Game | null} whose state `at` is */
    this.known = null;
    /** @type {any} the problem that keeps the game from going on */
    this.problem = null;
    this.coached = false;
    this.epoch = 0;
    this.abort = new AbortController();
    /** @type {Set<number>} places in `hand` */
    this.chosen = new Set();
    /** @type {any} why the last action was not taken */
    this.refused = null;
    /** @type {any} what the engine says of the chosen cards */
    this.check = null;
    /** @type {string | undefined} as what they are meant */
    this.reading = undefined;
    /** @type {{ cards: string }[] | null} */
    this.hints = null;
    this.hint = -1;
    /** @type {any} what is known of the position by now, deeper and deeper */
    this.judged = null;
    /** @type {Promise<void> | null} until its first step is there */
    this.judging = null;
    /** @type {any} */
    this.advised = null;
    /** @type {Coaching | null} */
    this.coaching = null;
    /** @type {Map<number, number>} what judged decisions cost, by the action */
    this.losses = new Map();
    /** @type {Map<number, any>} the patterns of the plays that were seen, by the action */
    this.patterns = new Map();
  }

  /** What is only true of one position and one choice. */
  forget() {
    this.chosen = new Set();
    this.refused = null;
    this.forgetAnswers();
  }

  /** What the engine said of one position. */
  forgetAnswers() {
    this.check = null;
    this.reading = undefined;
    this.hints = null;
    this.hint = -1;
    this.judged = this.judging = null;
    this.advised = null;
  }

  /** Go elsewhere: what was asked before is of no interest. */
  leave() {
    this.epoch++;
    this.abort.abort();
    this.abort = new AbortController();
  }

  /** @param {Game} game */
  async load(game) {
    this.leave();
    this.game = game;
    this.at = null;
    this.coaching = null;
    this.losses.clear();
    this.patterns.clear();
    this.forget();
    await this.goOn();
    await this.recall();
  }

  /** What a wildcard stood for in earlier plays. */
  async recall() {
    const { game, at, abort } = this;
    if (!game || !at?.wild.length || !game.actions.some(({ id }) => id)) return;
    const found = await this.engine.patterns(game, at, abort.signal).catch(() => null); // the cards lie there without it
    if (!found || abort.signal.aborted) return;
    for (const [action, pattern] of found) this.patterns.set(action, pattern);
    this.events.changed();
  }

  /** The seat of the person to act, or null; null too until an action is answered, so that nobody acts twice. */
  get acting() {
    if (!this.game || this.known !== this.game || !this.at || this.at.turn === null || this.problem) return null;
    return this.game.sitters[this.at.turn].robot ? null : this.at.turn;
  }

  /** The seat one looks from: the person to act, else the person who acted last, else seat 0. */
  get seat() {
    if (this.acting !== null) return this.acting;
    const { actions, sitters } = /** @type {Game} */ (this.game);
    const own = actions.findLast(({ seat }) => seat !== undefined && !sitters[seat].robot);
    return own?.seat ?? Math.max(0, sitters.findIndex((sitter) => !sitter.robot));
  }

  /** The cards of that seat, as they are held. */
  get hand() {
    return this.at ? fanned(this.at.seats[this.seat].hand) : '';
  }

  get chosenCards() {
    return cardsAt(this.hand, this.chosen);
  }

  /** Is passing what the hint proposes? */
  get passHinted() {
    return this.hints?.[this.hint]?.cards === '' && !this.chosen.size;
  }

  /** May the chosen cards be played now? */
  get playable() {
    return this.acting !== null && this.at.phase === 'play' && Boolean(this.check?.valid && this.check.beats !== false && this.check.code === 0);
  }

  /**
   * @template T @param {() => Promise<T>} question
   * @returns {Promise<T | undefined>} undefined: the game went elsewhere, or `problem` says what is wrong
   */
  async asked(question) {
    const epoch = this.epoch;
    try {
      const answer = await question();
      if (epoch !== this.epoch) return undefined;
      this.problem = null;
      return answer;
    } catch (error) {
      if (epoch !== this.epoch) return undefined;
      this.problem = error;
      this.events.changed();
      return undefined;
    }
  }

  /** From here to the next decision of a person, or to the end. */
  async goOn() {
    const { signal } = this.abort;
    while (this.game) {
      const game = this.game;
      const at = await this.asked(() => this.engine.state(game, signal));
      if (!at) return;
      this.arrive(at);
      if (at.phase === 'over') return;
      if (at.phase === 'redeal') this.game = after(game, { deal: true });
      else if (!game.sitters[at.turn].robot) return;
      else {
        const move = await this.asked(() => this.engine.robotAction(game, at, signal));
        if (!move) return;
        this.game = after(game, move.action);
      }
      this.forgetAnswers();
    }
  }

  /** The state of the game has come. @param {State} at */
  arrive(at) {
    const action = this.game?.actions.at(-1);
    const fromHere = this.at !== null;
    this.at = at;
    this.known = this.game;
    const play = this.game?.actions.findLastIndex(({ cards }) => cards) ?? -1;
    if (at.last && play >= 0) this.patterns.set(play, at.last.pattern);
    if (fromHere && action) this.events.acted(action, at);
    if (fromHere && at.phase === 'over') this.events.over(at);
    this.events.changed();
    if (this.acting !== null && this.chosen.size) this.judgeChosen(); // chosen while others were to act
    if (this.acting !== null && at.phase === 'play') this.judge();
  }

  /** The own turn has come: what is best is looked for, deeper and deeper, so that a hint is there when it is wanted. */
  judge() {
    const { game, at, abort } = this;
    this.judging = new Promise((first) => {
      const question = (/** @type {number} */ nodes) => this.engine.judge(/** @type {Game} */ (game), at, nodes, abort.signal);
      const arrived = (/** @type {any} */ answer) => {
        this.judged = answer;
        first();
      };
      deepen(question, arrived, abort.signal, HINTED).catch(() => {}).finally(first); // a hint asks once more
    });
  }

  /** A person's action. @param {Action} action */
  async act(action) {
    if (this.acting === null || !this.game) return;
    const before = this.game;
    const at = this.at;
    this.leave();
    this.game = after(before, { seat: at.turn, ...action });
    this.forget();
    this.losses.delete(before.actions.length);
    if (this.coached && action.cards !== undefined) this.coach(before, at, action.cards);
    await this.goOn();
    if (!this.problem || this.game.actions.length > before.actions.length + 1) return;
    this.game = before;
    this.refused = this.problem;
    this.problem = null;
    this.events.changed();
  }

  /** Play what is chosen; who is faster than the answer is waited for. */
  async play() {
    if (!this.check) await this.judgeChosen();
    if (!this.playable) return;
    const { readings, beats_as: beating } = this.check;
    const id = readings.length > 1 ? (this.reading ?? beating?.id ?? readings[0].id) : undefined;
    await this.act({ cards: this.chosenCards, ...(id && { id }) });
  }

  async pass() {
    if (this.acting !== null && this.at.can_pass) await this.act({ cards: '' });
  }

  /** @param {string} call */
  async call(call) {
    if (this.acting !== null && this.at.legal_calls.includes(call)) await this.act({ call });
  }

  /** The ways in which the chosen cards can be led, best first; what beats another play the engine knows alone. */
  get readings() {
    return this.playable && !this.at.last ? this.check.readings : [];
  }

  /** @param {string} id */
  read(id) {
    this.reading = id;
    this.events.changed();
  }

  /** @param {Set<number>} places */
  async choose(places) {
    const same = places.size === this.chosen.size && [...places].every((place) => this.chosen.has(place));
    if (same) return;
    this.chosen = places;
    this.check = null;
    this.refused = null;
    this.reading = undefined;
    this.events.changed();
    await this.judgeChosen();
  }

  /** Are they a play? */
  async judgeChosen() {
    const places = this.chosen;
    if (!places.size || this.acting === null || this.at.phase !== 'play' || !this.game) return;
    const { game, at, abort, chosenCards } = this;
    const check = await this.asked(() => this.engine.classify(game, at, chosenCards, abort.signal));
    if (!check || this.chosen !== places) return;
    this.check = check;
    this.events.changed();
  }

  /** The next proposal: a play, each in its turn, or a call. */
  async showHint() {
    if (this.acting === null || !this.game) return;
    const { game, at, abort } = this;
    this.events.helped('h');
    if (at.phase !== 'play') {
      this.advised ??= await this.asked(() => this.engine.advice(game, at, abort.signal));
      return this.events.changed();
    }
    if (!this.judged) await this.judging;
    const answer = this.hints ?? (await this.asked(() => this.engine.hints(game, at, this.judged, abort.signal)));
    if (!answer || abort.signal.aborted) return;
    this.hints = answer;
    if (!answer.length) return this.events.changed();
    this.hint = (this.hint + 1) % answer.length;
    if (this.hint === 0) this.events.hinted(game, answer[0].cards);
    await this.choose(places(this.hand, answer[this.hint].cards));
    this.events.changed();
  }

  /** Ask again what was not answered. */
  async retry() {
    this.leave();
    this.problem = null;
    this.events.changed();
    await this.goOn();
  }

  /** Back to a person's last decision. */
  async takeBack() {
    if (this.game) await this.backTo(takenBack(this.game).actions.length);
  }

  /** @param {number} count so many actions stay */
  async backTo(count) {
    if (!this.game || count >= this.game.actions.length) return;
    const { coaching } = this;
    this.events.helped('t');
    await this.jump(upTo(this.game, count));
    this.coaching = coaching && coaching.index < count ? coaching : null;
    this.events.changed();
  }

  /** Another position of the same game: what is known of it stays in sight until the new state has come. @param {Game} game */
  async jump(game) {
    this.leave();
    this.game = game;
    this.problem = null;
    for (const action of this.patterns.keys()) if (action >= game.actions.length) this.patterns.delete(action);
    this.forget();
    this.events.changed();
    await this.goOn();
  }

  /** What a play cost, beside the game. @param {Game} before @param {State} at @param {string} cards */
  async coach(before, at, cards) {
    /** @type {Coaching} */
    const coaching = { index: before.actions.length, before, at, cards, pending: true, verdict: null };
    this.coaching = coaching;
    try {
      const verdict = await this.engine.verdict(before, at, cards);
      coaching.verdict = verdict && spared(verdict, this.events.hintOf(before));
      if (coaching.verdict?.verdict && this.game?.actions[coaching.index]?.cards === cards) this.losses.set(coaching.index, coaching.verdict.loss ?? 0); // close: no loss
    } catch {
      coaching.verdict = null; // the game does not depend on it
    }
    coaching.pending = false;
    if (this.coaching === coaching) this.events.changed();
  }
}
