/* play.js - the page #/play: a game against robots, with hints, a coach, a counter, and points over several games.
 *
 * The game stands in the address, so it survives a reload and can be sent. */

import * as engine from '../ask/engine.js';
import { fresh, preset } from '../model/game.js';
import { decoded, encoded } from '../model/link.js';
import { Session } from '../model/session.js';
import { html, nothing } from '../vendor/lit-html.js';
import { complaint, t } from '../words/words.js';
import { cardName, spoken, toggledByKey } from './cards.js';
import { coach, counter, course, points } from './panels.js';
import { drawing } from './redraw.js';
import { has, keep } from './router.js';
import { say } from './say.js';
import { keyOf, seatName, tableView } from './table.js';

/** @typedef {import('../model/game.js').Game} Game */

/** What is remembered from game to game. */
const stored = {
  /** @param {string} name @param {any} otherwise */
  get(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`ddz.${name}`) ?? 'null') ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  /** @param {string} name @param {unknown} value */
  set(name, value) {
    localStorage.setItem(`ddz.${name}`, JSON.stringify(value));
  },
};

/** For a deal that nobody has seen. */
const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const narrow = matchMedia('(max-width: 640px)');

/** @param {HTMLElement} host @param {string} query @returns {import('./router.js').Shown} */
function enter(host, query) {
  let open = false;
  let coached = stored.get('coach', false);
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

  const session = new Session(engine, {
    changed() {
      if (session.game) keep('play', encoded(session.game));
      redraw();
    },
    acted(action, at) {
      clockStops(action.seat);
      say(spokenAction(action, at));
    },
    over(at) {
      games = [...games, at.score].slice(-200);
      stored.set('points', games);
      say(result(at));
    },
  });
  session.coached = coached;

  /** @param {import('../model/game.js').Action} action @param {any} at */
  function spokenAction(action, at) {
    const who = action.seat === undefined ? '' : seatName(session, action.seat);
    if (action.deal) return t('call.deal');
    if (action.call !== undefined) return `${who} ${t(`call.${action.call}`)}.`;
    if (!action.cards) return `${who} ${t('call.pass')}.`;
    const name = at.last?.seat === action.seat ? t(`pattern.${at.last.pattern.type}`) : '';
    return `${who} ${name} ${spoken(action.cards)}, ${t('say.left', { left: at.seats[action.seat ?? 0].left })}.`;
  }

  /** @param {any} at */
  function result(at) {
    const landlordWon = at.seats[at.winner].role === 'landlord';
    const spring = at.spring ? ` ${t(landlordWon ? 'end.spring' : 'end.anti_spring')}` : '';
    return `${t(landlordWon ? 'end.landlord' : 'end.farmers')}${spring}`;
  }

  /** @param {Game} game */
  function begin(game) {
    bestShown = false;
    used = [0, 0, 0];
    since = performance.now();
    session.load(game);
  }

  function another() {
    const { rules, sitters } = session.game ?? { rules: 'standard', sitters: undefined };
    begin(fresh(rules, freshSeed(), sitters));
  }

  async function setUp() {
    const game = session.game;
    try {
      const { askForSetup } = await import('./setup.js');
      const chosen = await askForSetup({ rules: game ? preset(game.rules) : 'standard', seed: null, sitters: game?.sitters ?? fresh('', 0).sitters });
      if (chosen) begin(fresh(chosen.rules, chosen.seed ?? freshSeed(), chosen.sitters));
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

  const end = () => {
    const { at } = session;
    if (at?.phase !== 'over') return nothing;
    const own = at.score[session.seat];
    return html`<section class="end" aria-label=${t('end.title')}>
      <h2>${result(at)}</h2>
      <p class="score ${own < 0 ? 'minus' : 'plus'}">${own > 0 ? '+' : '−'}${Math.abs(own)}</p>
      <div class="actions"><button type="button" class="first" @click=${another}>${t('end.another')}</button>
        ${has('review') ? html`<a class="button" href="#/review?${encoded(/** @type {Game} */ (session.game))}">${t(`page.${'review'}`)}</a>` : nothing}
        <button type="button" @click=${() => session.takeBack()}>${t('action.take_back')}</button></div>
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

  const notice = () => (wrongLink ? html`<div class="trouble" role="alert"><p>${complaint(wrongLink)}</p></div>` : nothing);

  const tools = () => html`<div class="tools" role="toolbar" aria-label=${t('tools.title')}>
    <button type="button" @click=${setUp}>${t('tools.new')}</button>
    <button type="button" aria-keyshortcuts="Z" aria-disabled=${!session.game?.actions.length} @click=${() => session.takeBack()}>${t('action.take_back')}</button>
    <button type="button" aria-pressed=${open} @click=${() => { open = !open; redraw(); }}>${t('tools.open')}</button>
    ${has('analyse') && session.at?.phase === 'play' ? html`<a class="button" href="#/analyse?${encoded(/** @type {Game} */ (session.game))}">${t(`page.${'analyse'}`)}</a>` : nothing}
    ${narrow.matches ? Object.keys(panels).map((name) => html`
      <button type="button" aria-expanded=${sheet === name} @click=${() => { sheet = sheet === name ? null : name; redraw(); }}>${t(`panel.${name}`)}</button>`) : nothing}
  </div>`;

  const side = () => {
    if (!session.at) return nothing;
    if (!narrow.matches) return html`<aside>${Object.values(panels).map((panel) => panel())}</aside>`;
    const panel = sheet && /** @type {Record<string, () => unknown>} */ (panels)[sheet];
    return panel ? html`<aside class="sheet">${panel()}
      <button type="button" class="quiet close" aria-label=${t('tools.close')} @click=${() => { sheet = null; redraw(); }}>✕</button></aside>` : nothing;
  };

  const redraw = drawing(host, () => html`<h1 class="unseen">${t('page.play')}</h1>
    ${tools()} ${tableView(session, { open, rows: narrow.matches ? 2 : 1, used, end: end(), notice: notice() })} ${side()}`);

  /** The call of a key; of several the one that is advised, else the first. @param {string} key */
  function callBy(key) {
    const open = session.at.legal_calls.filter((/** @type {string} */ call) => keyOf(call) === key);
    const call = open.includes(session.advised?.call) ? session.advised.call : open[0];
    if (call) session.call(call);
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    Enter: () => (session.at?.phase === 'over' ? another() : session.at?.legal_calls.length ? callBy('Enter') : session.play()),
    p: () => (session.at?.legal_calls.length ? callBy('p') : session.pass()),
    h: () => session.showHint(),
    z: () => session.takeBack(),
    Escape: () => (sheet ? (sheet = null, redraw()) : session.choose(new Set())),
  };

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, select, textarea')) return;
    if (event.key === 'Enter' && target?.closest('button, a') && !target.closest('.hand')) return;
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
    say(session.chosen.size ? spoken(session.chosenCards) : t('say.none', { card: cardName(key) }));
  }

  /** @param {string} text */
  function follow(text) {
    const game = text ? decoded(text) : null;
    wrongLink = text && !game ? { code: 'wrong_link' } : null;
    begin(game ?? fresh('standard', freshSeed()));
  }

  document.addEventListener('keydown', pressed);
  narrow.addEventListener('change', redraw);
  redraw();
  follow(query);
  return {
    changed: (text) => {
      if (!session.game || text !== encoded(session.game)) follow(text);
    },
    redraw,
    leave() {
      session.leave();
      document.removeEventListener('keydown', pressed);
      narrow.removeEventListener('change', redraw);
    },
  };
}

/** @type {import('./router.js').Page} */
export const page = { enter };
