/* play.js - the page #/play: a game against robots, with hints, a coach, a counter, and points over several games.
 *
 * The game stands in the address, so it survives a reload and can be sent. */

import * as engine from '../ask/engine.js';
import { fanned } from '../model/cards.js';
import { dealOfDay } from '../model/daily.js';
import { callKey, fresh, upTo } from '../model/game.js';
import { decoded, encoded } from '../model/link.js';
import { refusedAction } from '../model/record.js';
import { Session } from '../model/session.js';
import { html, nothing } from '../vendor/lit-html.js';
import { complaint, t } from '../words/words.js';
import { add, keep } from './address.js';
import { cardName, spoken, spokenPlay, toggledByKey } from './cards.js';
import { moment, sound } from './effects.js';
import { ending, outcome, result, springWord, won } from './ending.js';
import { hintGiven, kept, keepGame, keepHint, keepJudgement, keepPoints, noteHelp, points } from './kept.js';
import { deal as dealt, fly, turnUp } from './motion.js';
import { showKeys } from './keys.js';
import { coach, counter, course, pointsPanel } from './panels.js';
import { drawing } from './redraw.js';
import { say } from './say.js';
import { askForSettings, setting, stored } from './settings.js';
import { askForSetup } from './setup.js';
import { compared } from './share.js';
import { callBy, nameOf, tableView } from './table.js';

/** @typedef {import('../model/game.js').Game} Game @typedef {import('../model/game.js').Action} Action */

/** Where this tab keeps a game that is not over, while another page is shown. */
const UNDER_WAY = 'ddz.under_way';

/** From one action of a robot to the next, ms, by the setting. @type {Record<string, number>} */
const PACES = { quick: 500, calm: 1200, once: 0 };
const pace = () => PACES[setting('pace')];

/** A person waits so long without a word, ms. */
const LATE = 700;

/** So few cards left in a hand say that the end is near. */
const NEAR_END = 6;

/** @param {string} name of a sound, where they are wanted */
const heard = (name) => setting('sound') === 'on' && sound(name);

/** For a deal that nobody has seen. */
const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const narrow = matchMedia('(max-width: 640px)');
/** Where panels and most tools do not stand beside the table. */
const small = matchMedia('(max-width: 640px), (max-height: 480px)');

/** A button of the tools. @param {string} word @param {() => void} act @param {{ pressed?: boolean, look?: string, key?: string, can?: boolean }} [more] */
const tool = (word, act, { pressed, look = '', key, can = true } = {}) => html`<button type="button" class=${look} aria-pressed=${pressed ?? nothing} aria-keyshortcuts=${key ?? nothing}
  aria-disabled=${can ? nothing : 'true'} @click=${act}>${t(word)}</button>`;

class PlayPage {
  open = false;
  /** What was drawn last, to see what is new. @type {any} */
  drawn = null;
  /** What was done since. @type {Action[]} */
  arrived = [];
  bestShown = false;
  /** @type {string | null} the panel that is a sheet now, on a small screen */
  sheet = null;
  /** What is wrong with the link. @type {string} */
  wrongLink = '';
  /** @type {number[]} ms that each seat has used here */
  used = [0, 0, 0];
  since = performance.now();
  /** Is an answer late? */
  slow = false;
  /** How many actions have been seen: what is taken back makes no noise. */
  seen = 0;
  /** The rule sets, once they were wanted. @type {any} */
  known = null;
  /** @type {Promise<void> | null} */
  asking = null;
  /** The button that a pointer has pressed: it has the focus, but Enter is for the table. @type {Element | null} */
  pointed = null;
  shown = new AbortController();

  /** @param {HTMLElement} host @param {string} query */
  constructor(host, query) {
    this.host = host;
    this.coached = stored.get('coach', false);
    this.counted = stored.get('counter', false);
    this.session = new Session(this.paced(), {
      changed: () => this.noted(),
      acted: (action, at) => this.acted(action, at),
      over: (at) => this.over(at),
      helped: (mark) => this.session.at?.phase !== 'over' && noteHelp(this.game, mark),
      hinted: (game, cards) => keepHint(game, cards),
      hintOf: hintGiven,
    });
    this.session.coached = this.coached;
    this.redraw = drawing(host, () => this.view(), () => this.afterDrawing());
    this.listen();
    this.redraw();
    this.follow(query || sessionStorage.getItem(UNDER_WAY) || '');
  }

  listen() {
    const { signal } = this.shown;
    document.addEventListener('keydown', (event) => this.pressed(event), { signal });
    for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, (event) => this.touched(event), { signal });
    addEventListener('storage', () => this.redraw(), { signal }); // another tab has written
    for (const size of [narrow, small]) size.addEventListener('change', () => this.redraw(), { signal });
  }

  /** @returns {Game} */
  get game() {
    return /** @type {Game} */ (this.session.game);
  }

  /* --- the engine at the pace of a table --- */

  /** With a word where the answer is late. @template {any[]} A @template T @param {(...args: A) => Promise<T>} ask */
  waited(ask) {
    return async (/** @type {A} */ ...args) => {
      const late = setTimeout(() => {
        this.slow = true;
        say(t('message.slow'));
        this.redraw();
      }, LATE);
      try {
        return await ask(...args);
      } finally {
        clearTimeout(late);
        this.slow = false;
      }
    };
  }

  /** What each robot does is seen in its order. */
  paced() {
    return {
      ...engine,
      state: this.waited(engine.state),
      hints: this.waited(engine.hints),
      advice: this.waited(engine.advice),
      /** @type {typeof engine.robotAction} */
      robotAction: async (...args) => (await Promise.all([engine.robotAction(...args), new Promise((resolve) => setTimeout(resolve, pace()))]))[0],
      /** @type {typeof engine.verdict} */
      verdict: async (game, at, cards, signal) => {
        const verdict = await engine.verdict(game, at, cards, signal);
        if (verdict) keepJudgement(game, cards, verdict);
        return verdict;
      },
    };
  }

  /* --- what happens --- */

  noted() {
    const { session } = this;
    if (session.game) keep('play', encoded(session.game));
    sessionStorage.setItem(UNDER_WAY, session.game && this.underWay ? encoded(session.game) : '');
    this.redraw();
  }

  /** @param {Action} action @param {any} at */
  acted(action, at) {
    const now = performance.now();
    if (action.seat !== undefined) this.used = this.used.map((ms, i) => (i === action.seat ? ms + now - this.since : ms));
    this.since = now;
    if (at.phase === 'play' && at.seats.some((/** @type {any} */ { left }) => left <= NEAR_END)) this.askRules();
    say(this.spokenAction(action, at));
    const count = this.game.actions.length;
    if (count > this.seen) this.show(action, at);
    if (count > this.seen) this.arrived.push(action);
    this.seen = count;
  }

  /** @param {any} at */
  over(at) {
    keepGame(this.game, at, [...this.session.losses.values()]);
    keepPoints(this.game, at.score);
    say(`${outcome(this.game, at)} ${result(at)}`);
  }

  /** What is new moves: a deal, the kitty, what was laid. */
  afterDrawing() {
    const [before, { at, game }, { host }] = [this.drawn, this.session, this];
    this.drawn = at;
    if (!at || !game) return;
    if (!before || before.deals !== at.deals) {
      if (!game.actions.some(({ cards }) => cards !== undefined)) dealt(host.querySelectorAll('.own .slot'));
    } else if (before.landlord === null && at.landlord !== null) turnUp(host.querySelector('.facts .cards'));
    for (const { seat } of this.arrived.splice(0)) {
      const place = host.querySelector(`[data-seat="${seat}"]`);
      fly(host.querySelector(`[data-of="${seat}"] :is(.cards, .said)`), (seat === this.session.seat && place?.querySelector('.hand')) || (place?.querySelector('.left') ?? null));
    }
  }

  /** What is seen and heard of an action besides the cards. @param {Action} action @param {any} at */
  show(action, at) {
    const type = action.cards ? at.last?.pattern.type : '';
    const rare = type === 'bomb' || type === 'rocket';
    if (rare) moment(t(`moment.${type}`));
    if (at.phase !== 'over') {
      heard(rare ? type : action.cards ? 'play' : 'pass');
      if (this.session.acting !== null) heard('turn');
      return;
    }
    if (at.spring) moment(springWord(at));
    heard(won(this.game, at) === false ? 'lost' : 'won');
  }

  /** @param {Action} action @param {any} at */
  spokenAction(action, at) {
    const { game } = this;
    const who = action.seat === undefined ? '' : nameOf(this.session, action.seat);
    if (action.deal) return t('call.deal');
    if (action.call !== undefined) return `${who} ${t(callKey(game, action.call, game.actions.lastIndexOf(action)))}.`;
    if (!action.cards) return `${who} ${t('call.pass')}.`;
    const pattern = at.last?.seat === action.seat ? at.last.pattern : null;
    return `${who} ${pattern ? t(`pattern.${pattern.type}`) : ''} ${spokenPlay(action.cards, pattern)}, ${t('say.left', { left: at.seats[action.seat ?? 0].left })}.`;
  }

  /* --- which game --- */

  /** @param {Game} game */
  async begin(game) {
    this.bestShown = false;
    this.used = [0, 0, 0];
    this.since = performance.now();
    this.seen = game.actions.length;
    await this.session.load(game);
    if (this.session.game === game && this.session.problem && !this.session.at) this.mend(game, this.session.problem);
  }

  /** A link that is no game: as far as it is one, else another deal. @param {Game} game @param {any} problem */
  mend(game, problem) {
    const action = refusedAction(problem);
    if (action === null || action >= game.actions.length) return this.begin(this.another({ code: 'wrong_link' }));
    this.wrongLink = t('problem.cut_link', { step: action + 1, why: complaint(problem) });
    return this.begin(upTo(game, action));
  }

  /** @param {unknown} [why] @returns {Game} a fresh one */
  another(why) {
    this.wrongLink = why ? complaint(why) : '';
    return fresh('standard', freshSeed());
  }

  /** A new game, with an address of its own: Back leads to the one before. @param {Game} game */
  deal(game) {
    this.wrongLink = '';
    add('play', encoded(game));
    this.begin(game);
  }

  again() {
    const { rules, sitters } = this.session.game ?? { rules: 'standard', sitters: undefined };
    this.deal(fresh(rules, freshSeed(), sitters));
  }

  /** Has a person acted in a game that is not over? */
  get underWay() {
    const { at, game } = this.session;
    return at?.phase !== 'over' && Boolean(game?.actions.some(({ seat }) => seat !== undefined && !game.sitters[seat].robot));
  }

  async setUp() {
    const { game } = this.session;
    try {
      const chosen = await askForSetup({ rules: game?.rules ?? 'standard', seed: null, sitters: game?.sitters ?? fresh('', 0).sitters }, this.underWay);
      if (chosen === 'today') return this.deal(dealOfDay(Date.now()));
      if (chosen) this.deal(fresh(chosen.rules, chosen.seed ?? freshSeed(), chosen.sitters));
    } catch (error) {
      this.session.refused = error;
      this.redraw();
    }
  }

  /** @param {string} text */
  follow(text) {
    const game = text ? decoded(text) : null;
    this.wrongLink = '';
    this.begin(game ?? this.another(text ? { code: 'wrong_link' } : null));
  }

  /** @param {string} text */
  changed(text) {
    if (!text && this.underWay) {
      history.back();
      this.setUp();
    } else if (!this.session.game || text !== encoded(this.session.game)) this.follow(text);
  }

  leave() {
    this.session.leave();
    this.shown.abort();
  }

  /** Another language is spoken: so shall the engine. */
  translated() {
    const { coaching } = this.session;
    if (coaching?.verdict) this.session.coach(coaching.before, coaching.at, coaching.cards);
    this.session.advised = null;
    this.redraw();
  }

  /* --- what one sees --- */

  turnOpen() {
    this.open = !this.open;
    if (this.open && this.session.at?.phase !== 'over') noteHelp(this.game, 'o');
    this.redraw();
  }

  /** @param {boolean} on */
  turnCoach(on) {
    this.coached = this.session.coached = on;
    stored.set('coach', on);
    this.redraw();
  }

  end() {
    const { at } = this.session;
    if (at?.phase !== 'over') return nothing;
    this.askRules();
    return ending(this.game, at, this.session.seat, this.known, () => this.again());
  }

  /** What points came from is known by the rule sets: there before the end is, so that nothing moves then. */
  askRules() {
    this.asking ??= engine.ruleSets().then((answer) => { this.known = answer; this.redraw(); }, () => {}); // the points stand without it
  }

  coachPanel() {
    return coach(this.session, {
      on: this.coached,
      shown: this.bestShown,
      turn: (on) => this.turnCoach(on),
      show: () => { this.bestShown = true; this.redraw(); },
      again: () => { this.bestShown = false; this.session.backTo(this.session.coaching?.index ?? 0); },
    });
  }

  /** @type {Record<string, () => unknown>} */
  panels = {
    counter: () => counter(this.session),
    coach: () => this.coachPanel(),
    course: () => course(this.session),
    points: () => pointsPanel(this.session, { games: points(), clear: () => { stored.set('points', []); this.redraw(); } }),
  };

  notice() {
    if (this.wrongLink) return html`<div class="trouble" role="alert"><p>${this.wrongLink}</p></div>`;
    return this.session.at?.phase === 'over' ? nothing : compared(this.session.game);
  }

  /** What stands in the row, or on a small screen behind one button. */
  moreTools() {
    return html`${tool('tools.open', () => this.turnOpen(), { pressed: this.open })}
      ${this.session.at?.phase === 'play' ? html`<a class="button" href="#/analyse?${encoded(this.game)}">${t('page.analyse')}</a>` : nothing}
      ${small.matches ? ['coach', 'course', 'points'].map((name) => tool(`panel.${name}`, () => { this.sheet = name; this.redraw(); })) : nothing}
      ${tool('settings.title', () => askForSettings(this.redraw))}
      ${tool('tools.keys', showKeys, { look: 'for-keys', key: '?' })}`;
  }

  tools() {
    const { session } = this;
    return html`<div class="tools" role="toolbar" aria-label=${t('tools.title')}>
      ${kept().games.length ? nothing : html`<a class="button" href="#/learn" title=${t('learn.new')}>${t('page.learn')}</a>`}
      ${tool('tools.new', () => this.setUp())}
      ${tool('action.take_back', () => session.takeBack(), { key: 'Z', can: Boolean(session.game?.actions.length) })}
      ${small.matches ? html`${tool('panel.counter', () => { this.counted = !this.counted; stored.set('counter', this.counted); this.redraw(); }, { pressed: this.counted })}
        <button type="button" popovertarget="more" aria-label=${t('tools.more')}>⋯</button>
        <div id="more" class="menu" popover @click=${(/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.currentTarget).hidePopover()}>${this.moreTools()}</div>` : this.moreTools()}
    </div>`;
  }

  /** What the coach says, where its panel is not beside the table. */
  graded() {
    const verdict = this.coached && small.matches && this.session.coaching?.verdict?.verdict;
    return verdict ? html`<button type="button" class="grade ${verdict}" @click=${() => { this.sheet = 'coach'; this.redraw(); }}>${t(`verdict.${verdict}`)}</button>` : nothing;
  }

  side() {
    if (!this.session.at) return nothing;
    if (!small.matches) return html`<aside>${Object.values(this.panels).map((panel) => panel())}</aside>`;
    const panel = this.sheet && this.panels[this.sheet];
    return html`${this.counted && !this.open && this.session.at.phase !== 'over' ? html`<aside class="strip">${this.panels.counter()}</aside>` : nothing}${panel ? html`<aside class="sheet">${panel()}
      <button type="button" class="quiet close" aria-label=${t('tools.close')} @click=${() => this.closeSheet()}>✕</button></aside>` : nothing}`;
  }

  closeSheet() {
    this.sheet = null;
    this.redraw();
  }

  view() {
    const { open, used, slow } = this;
    return html`<h1 class="unseen">${t('page.play')}</h1>
      ${this.tools()} ${tableView(this.session, { open, rows: narrow.matches ? 2 : 1, used, slow, end: this.end(), notice: this.notice(), graded: this.graded() })} ${this.side()}`;
  }

  /* --- keys --- */

  /** @param {Event} event a press, or the focus has come here */
  touched({ type, target }) {
    const at = target instanceof Element && !target.closest('dialog') ? target : null; // from a dialog the focus comes back
    if (at && type === 'focusin' && at !== this.pointed) this.pointed = null;
    if (at && type === 'pointerdown') this.pointed = at.closest('button');
  }

  /** @param {string} key */
  callWith(key) {
    const call = callBy(this.session, key);
    if (call) this.session.call(call);
  }

  enter() {
    const { session } = this;
    if (session.at?.phase === 'over') this.again();
    else if (session.at?.legal_calls.length) this.callWith('Enter');
    else if (session.passHinted) session.pass();
    else session.play();
  }

  /** @type {Record<string, () => unknown>} */
  keys = {
    Enter: () => this.enter(),
    p: () => (this.session.at?.legal_calls.length ? this.callWith('p') : this.session.pass()),
    h: () => this.session.showHint(),
    z: () => this.session.takeBack(),
    '?': showKeys,
    Escape: () => (this.sheet ? this.closeSheet() : this.session.choose(new Set())),
  };

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { session } = this;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open], :popover-open')) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, select, textarea')) return;
    if (event.key === 'Enter' && target?.closest('button, a') && !target.closest('.hand') && target !== this.pointed) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const calling = session.acting !== null && session.at.legal_calls.includes(key);
    const toggled = calling ? null : toggledByKey(session.hand, session.chosen, event.key);
    if (calling) session.call(key);
    else if (toggled && session.at) this.chooseByKey(event.key, toggled);
    else if (this.keys[key]) this.keys[key]();
    else return;
    event.preventDefault();
  }

  /** @param {string} key @param {Set<number>} toggled */
  chooseByKey(key, toggled) {
    const { session } = this;
    session.choose(toggled);
    const place = Math.min(...session.chosen);
    const focused = document.activeElement;
    const card = this.host.querySelector(`.hand [data-place="${place}"]`);
    if (focused?.closest('button') && !focused.closest('.hand') && card instanceof HTMLElement) card.focus(); // so that Enter plays
    say(session.chosen.size ? spoken(fanned(session.chosenCards)) : t('say.none', { card: cardName(key) }));
  }
}

/** @type {import('./router.js').Page} */
export const page = { enter: (host, query) => new PlayPage(host, query) };
