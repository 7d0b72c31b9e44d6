/* play.js - the page #/play: a game against robots, with hints, a coach, a counter, and points over several games.
 *
 * The game stands in the address, so it survives a reload and can be sent. */

import * as engine from '../ask/engine.js';
import { fanned, laid } from '../model/cards.js';
import { callKey, fresh, preset } from '../model/game.js';
import { decoded, encoded } from '../model/link.js';
import { ownSeat } from '../model/own.js';
import { factorsOf } from '../model/score.js';
import { Session } from '../model/session.js';
import { html, nothing } from '../vendor/lit-html.js';
import { complaint, t } from '../words/words.js';
import { add, keep } from './address.js';
import { cardName, spoken, toggledByKey } from './cards.js';
import { moment, sound } from './effects.js';
import { keepGame } from './kept.js';
import { deal as dealt, fly, turnUp } from './motion.js';
import { showKeys } from './keys.js';
import { coach, counter, course, points } from './panels.js';
import { drawing } from './redraw.js';
import { say } from './say.js';
import { askForSettings, setting, stored } from './settings.js';
import { askForSetup } from './setup.js';
import { compared, shareDeal } from './share.js';
import { callBy, seatName, tableView } from './table.js';

/** @typedef {import('../model/game.js').Game} Game */

/** Where this tab keeps a game that is not over, while another page is shown. */
const UNDER_WAY = 'ddz.under_way';

/** From one action of a robot to the next, ms, by the setting. @type {Record<string, number>} */
const PACES = { quick: 500, calm: 1200, once: 0 };
const pace = () => PACES[setting('pace')];

/** A person waits so long without a word, ms. */
const LATE = 700;

/** @param {string} name of a sound, where they are wanted */
const heard = (name) => setting('sound') === 'on' && sound(name);

/** For a deal that nobody has seen. */
const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const narrow = matchMedia('(max-width: 640px)');
/** Where panels and most tools do not stand beside the table. */
const small = matchMedia('(max-width: 640px), (max-height: 480px)');

/** @param {HTMLElement} host @param {string} query @returns {import('./router.js').Shown} */
function enter(host, query) {
  let open = false;
  let coached = stored.get('coach', false);
  let counted = stored.get('counter', false);
  /** What was drawn last, to see what is new. @type {any} */
  let drawn = null;
  /** What was done since. @type {import('../model/game.js').Action[]} */
  let arrived = [];
  let bestShown = false;
  /** @type {number[][]} */
  let games = stored.get('points', []);
  /** @type {string | null} the panel that is a sheet now, on a small screen */
  let sheet = null;
  /** @type {unknown} */
  let wrongLink = null;

  /** @type {number[]} ms that each seat has used here */
  let used = [0, 0, 0];
  let since = performance.now();

  /** @param {number | undefined} seat */
  function clockStops(seat) {
    const now = performance.now();
    if (seat !== undefined) used = used.map((ms, i) => (i === seat ? ms + now - since : ms));
    since = now;
  }

  /** Is an answer late? */
  let slow = false;

  /** With a word where the answer is late. @template {any[]} A @template T @param {(...args: A) => Promise<T>} ask */
  const waited = (ask) => async (/** @type {A} */ ...args) => {
    const late = setTimeout(() => {
      slow = true;
      say(t('message.slow'));
      redraw();
    }, LATE);
    try {
      return await ask(...args);
    } finally {
      clearTimeout(late);
      slow = false;
    }
  };

  /** The engine at the pace of a table: what each robot does is seen in its order. */
  const table = {
    ...engine,
    state: waited(engine.state),
    hints: waited(engine.hints),
    advice: waited(engine.advice),
    /** @type {typeof engine.robotAction} */
    robotAction: async (...args) => (await Promise.all([engine.robotAction(...args), new Promise((resolve) => setTimeout(resolve, pace()))]))[0],
  };

  /** How many actions have been seen: what is taken back makes no noise. */
  let seen = 0;

  const session = new Session(table, {
    changed() {
      if (session.game) keep('play', encoded(session.game));
      sessionStorage.setItem(UNDER_WAY, session.game && underWay() ? encoded(session.game) : '');
      redraw();
    },
    acted(action, at) {
      clockStops(action.seat);
      say(spokenAction(action, at));
      const count = /** @type {Game} */ (session.game).actions.length;
      if (count > seen) show(action, at);
      if (count > seen) arrived.push(action);
      seen = count;
    },
    over(at) {
      keepGame(/** @type {Game} */ (session.game), at, [...session.losses.values()]);
      games = [...stored.get('points', []), at.score].slice(-200);
      stored.set('points', games);
      say(`${outcome(at)} ${result(at)}`);
    },
  });
  session.coached = coached;

  /** What is new moves: a deal, the kitty, what was laid. */
  function afterDrawing() {
    const [before, { at, game }] = [drawn, session];
    drawn = at;
    if (!at || !game) return;
    if (!before || before.deals !== at.deals) {
      if (!game.actions.some(({ cards }) => cards !== undefined)) dealt(host.querySelectorAll('.own .slot'));
    } else if (before.landlord === null && at.landlord !== null) turnUp(host.querySelector('.facts .cards'));
    for (const { seat } of arrived.splice(0)) {
      const place = host.querySelector(`[data-seat="${seat}"]`);
      fly(place?.querySelector('.last :is(.cards, .said)') ?? null, (seat === session.seat && place?.querySelector('.hand')) || (place?.querySelector('.left') ?? null));
    }
  }

  /** What is seen and heard of an action besides the cards. @param {import('../model/game.js').Action} action @param {any} at */
  function show(action, at) {
    const type = action.cards ? at.last?.pattern.type : '';
    const rare = type === 'bomb' || type === 'rocket';
    if (rare) moment(t(`moment.${type}`));
    if (at.phase !== 'over') {
      heard(rare ? type : action.cards ? 'play' : 'pass');
      if (session.acting !== null) heard('turn');
      return;
    }
    if (at.spring) moment(springWord(at));
    heard(won(at) === false ? 'lost' : 'won');
  }

  /** Has the one person won? Null: nobody's own game. @param {any} at */
  function won(at) {
    const seat = ownSeat(/** @type {Game} */ (session.game));
    return seat === null ? null : at.score[seat] > 0;
  }

  /** @param {any} at */
  const outcome = (at) => (won(at) === null ? '' : t(won(at) ? 'end.won' : 'end.lost'));

  /** @param {any} at */
  const springWord = (at) => t(at.winner === at.landlord ? 'end.spring' : 'end.anti_spring');

  /** @param {import('../model/game.js').Action} action @param {any} at */
  function spokenAction(action, at) {
    const game = /** @type {Game} */ (session.game);
    const who = action.seat === undefined ? '' : seatName(session, action.seat);
    if (action.deal) return t('call.deal');
    if (action.call !== undefined) return `${who} ${t(callKey(game, action.call, game.actions.lastIndexOf(action)))}.`;
    if (!action.cards) return `${who} ${t('call.pass')}.`;
    const name = at.last?.seat === action.seat ? t(`pattern.${at.last.pattern.type}`) : '';
    return `${who} ${name} ${spoken(laid(action.cards, name ? at.last.pattern : null))}, ${t('say.left', { left: at.seats[action.seat ?? 0].left })}.`;
  }

  /** @param {any} at */
  function result(at) {
    return `${t(at.winner === at.landlord ? 'end.landlord' : 'end.farmers')}${at.spring ? ` ${springWord(at)}` : ''}`;
  }

  /** @param {Game} game */
  function begin(game) {
    bestShown = false;
    used = [0, 0, 0];
    since = performance.now();
    seen = game.actions.length;
    session.load(game);
  }

  /** A new game, with an address of its own: Back leads to the one before. @param {Game} game */
  function deal(game) {
    add('play', encoded(game));
    begin(game);
  }

  function another() {
    const { rules, sitters } = session.game ?? { rules: 'standard', sitters: undefined };
    deal(fresh(rules, freshSeed(), sitters));
  }

  /** Has a person acted in a game that is not over? */
  const underWay = () => session.at?.phase !== 'over' && Boolean(session.game?.actions.some(({ seat }) => seat !== undefined && !session.game?.sitters[seat].robot));

  async function setUp() {
    const game = session.game;
    try {
      const chosen = await askForSetup({ rules: game ? preset(game.rules) : 'standard', seed: null, sitters: game?.sitters ?? fresh('', 0).sitters }, underWay());
      // The same preset again is the same rules, with what was changed in them.
      if (chosen) deal(fresh(game && chosen.rules === preset(game.rules) ? game.rules : chosen.rules, chosen.seed ?? freshSeed(), chosen.sitters));
    } catch (error) {
      session.refused = error;
      redraw();
    }
  }

  /** @param {boolean} on */
  function turnCoach(on) {
    coached = session.coached = on;
    stored.set('coach', on);
    redraw();
  }

  /** The rule sets, once they were wanted. @type {any} */
  let known = null;

  /** How the points came about. @param {any} at */
  function cameAbout(at) {
    const { rules, base } = /** @type {Game} */ (session.game);
    const set = known?.presets.find((/** @type {any} */ one) => one.name === preset(rules));
    if (!set) return nothing;
    const factors = factorsOf(at, session.seat, set.scoring, base).filter(({ what, times }) => what === 'base' || times !== 1);
    return html`<ul class="factors">${factors.map(({ what, times, count }) => html`<li data-times=${times}>${t(`factor.${what}`, { count })} <b>${what === 'base' ? '' : '×'}${times}</b></li>`)}</ul>`;
  }

  const end = () => {
    const { at } = session;
    if (at?.phase !== 'over') return nothing;
    if (!known) engine.ruleSets().then((answer) => { known = answer; redraw(); }, () => {}); // the points stand without it
    const own = at.score[session.seat];
    return html`<section class="end" aria-label=${t('end.title')}>
      <h2>${outcome(at) || result(at)}</h2>
      ${outcome(at) ? html`<p>${result(at)}</p>` : nothing}
      <p class="score ${own < 0 ? 'minus' : 'plus'}">${own > 0 ? '+' : '−'}${Math.abs(own)}</p>
      ${cameAbout(at)}
      ${compared(session.game, own)}
      <div class="actions"><button type="button" class="first" @click=${another}>${t('end.another')}</button>
        <a class="button" href="#/review?${encoded(/** @type {Game} */ (session.game))}">${t('page.review')}</a>
        ${shareDeal(/** @type {Game} */ (session.game), own)}</div>
    </section>`;
  };

  const panels = {
    counter: () => counter(session),
    coach: () => coach(session, {
      on: coached,
      shown: bestShown,
      turn: turnCoach,
      show: () => { bestShown = true; redraw(); },
      again: () => { bestShown = false; session.backTo(session.coaching?.index ?? 0); },
    }),
    course: () => course(session),
    points: () => points(session, { games, clear: () => { games = []; stored.set('points', games); redraw(); } }),
  };

  const notice = () => (wrongLink ? html`<div class="trouble" role="alert"><p>${complaint(wrongLink)}</p></div>` : session.at?.phase === 'over' ? nothing : compared(session.game));

  /** What stands in the row, or on a small screen behind one button. */
  const moreTools = () => html`<button type="button" aria-pressed=${open} @click=${() => { open = !open; redraw(); }}>${t('tools.open')}</button>
    ${session.at?.phase === 'play' ? html`<a class="button" href="#/analyse?${encoded(/** @type {Game} */ (session.game))}">${t('page.analyse')}</a>` : nothing}
    ${small.matches ? ['coach', 'course', 'points'].map((name) => html`<button type="button" @click=${() => { sheet = name; redraw(); }}>${t(`panel.${name}`)}</button>`) : nothing}
    <button type="button" @click=${() => askForSettings(redraw)}>${t('settings.title')}</button>
    <button type="button" class="for-keys" aria-keyshortcuts="?" @click=${showKeys}>${t('tools.keys')}</button>`;

  const tools = () => html`<div class="tools" role="toolbar" aria-label=${t('tools.title')}>
    <button type="button" @click=${setUp}>${t('tools.new')}</button>
    <button type="button" aria-keyshortcuts="Z" aria-disabled=${!session.game?.actions.length} @click=${() => session.takeBack()}>${t('action.take_back')}</button>
    ${small.matches ? html`<button type="button" aria-pressed=${counted} @click=${() => { counted = !counted; stored.set('counter', counted); redraw(); }}>${t('panel.counter')}</button>
      <button type="button" popovertarget="more" aria-label=${t('tools.more')}>⋯</button>
      <div id="more" class="menu" popover @click=${(/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.currentTarget).hidePopover()}>${moreTools()}</div>` : moreTools()}
  </div>`;

  /** What the coach says, where its panel is not beside the table. */
  const graded = () => {
    const verdict = coached && small.matches && session.coaching?.verdict?.verdict;
    return verdict ? html`<button type="button" class="grade ${verdict}" @click=${() => { sheet = 'coach'; redraw(); }}>${t(`verdict.${verdict}`)}</button>` : nothing;
  };

  const side = () => {
    if (!session.at) return nothing;
    if (!small.matches) return html`<aside>${Object.values(panels).map((panel) => panel())}</aside>`;
    const panel = sheet && /** @type {Record<string, () => unknown>} */ (panels)[sheet];
    return html`${counted && !open && session.at.phase !== 'over' ? html`<aside class="strip">${panels.counter()}</aside>` : nothing}${panel ? html`<aside class="sheet">${panel()}
      <button type="button" class="quiet close" aria-label=${t('tools.close')} @click=${() => { sheet = null; redraw(); }}>✕</button></aside>` : nothing}`;
  };

  const redraw = drawing(host, () => html`<h1 class="unseen">${t('page.play')}</h1>
    ${tools()} ${tableView(session, { open, rows: narrow.matches ? 2 : 1, used, slow, end: end(), notice: notice(), graded: graded() })} ${side()}`, afterDrawing);

  /** @param {string} key */
  function callWith(key) {
    const call = callBy(session, key);
    if (call) session.call(call);
  }

  /** The button that a pointer has pressed: it has the focus, but Enter is for the table. @type {Element | null} */
  let pointed = null;

  /** @param {Event} event a press, or the focus has come here */
  function touched({ type, target }) {
    const at = target instanceof Element && !target.closest('dialog') ? target : null; // from a dialog the focus comes back
    if (at && type === 'focusin' && at !== pointed) pointed = null;
    if (at && type === 'pointerdown') pointed = at.closest('button');
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    Enter: () => (session.at?.phase === 'over' ? another() : session.at?.legal_calls.length ? callWith('Enter') : session.passHinted ? session.pass() : session.play()),
    p: () => (session.at?.legal_calls.length ? callWith('p') : session.pass()),
    h: () => session.showHint(),
    z: () => session.takeBack(),
    '?': showKeys,
    Escape: () => (sheet ? (sheet = null, redraw()) : session.choose(new Set())),
  };

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open], :popover-open')) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, select, textarea')) return;
    if (event.key === 'Enter' && target?.closest('button, a') && !target.closest('.hand') && target !== pointed) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const calling = session.acting !== null && session.at.legal_calls.includes(key);
    const toggled = calling ? null : toggledByKey(session.hand, session.chosen, event.key);
    if (calling) session.call(key);
    else if (toggled && session.at) chooseByKey(event.key, toggled);
    else if (keys[key]) keys[key]();
    else return;
    event.preventDefault();
  }

  /** @param {string} key @param {Set<number>} toggled */
  function chooseByKey(key, toggled) {
    session.choose(toggled);
    const place = Math.min(...session.chosen);
    const focused = document.activeElement;
    const card = host.querySelector(`.hand [data-place="${place}"]`);
    if (focused?.closest('button') && !focused.closest('.hand') && card instanceof HTMLElement) card.focus(); // so that Enter plays
    say(session.chosen.size ? spoken(fanned(session.chosenCards)) : t('say.none', { card: cardName(key) }));
  }

  /** @param {string} text */
  function follow(text) {
    const game = text ? decoded(text) : null;
    wrongLink = text && !game ? { code: 'wrong_link' } : null;
    begin(game ?? fresh('standard', freshSeed()));
  }

  /** Another tab has written. @param {StorageEvent} event */
  function writtenElsewhere({ key }) {
    if (key === 'ddz.points') games = stored.get('points', []);
    redraw();
  }

  const shown = new AbortController();
  const { signal } = shown;
  document.addEventListener('keydown', pressed, { signal });
  for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, touched, { signal });
  addEventListener('storage', writtenElsewhere, { signal });
  for (const size of [narrow, small]) size.addEventListener('change', redraw, { signal });
  redraw();
  follow(query || sessionStorage.getItem(UNDER_WAY) || '');
  return {
    changed: (text) => {
      if (!text && underWay()) {
        history.back();
        setUp();
      } else if (!session.game || text !== encoded(session.game)) follow(text);
    },
    redraw,
    leave() {
      session.leave();
      shown.abort();
    },
  };
}

/** @type {import('./router.js').Page} */
export const page = { enter };
