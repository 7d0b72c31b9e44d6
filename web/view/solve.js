/* solve.js - the page #/solve: open hands, who can force the win, and the proof of it by playing.
 *
 * The endgame stands in the address, or a puzzle of the shelf by its name. Which puzzles were solved the browser keeps. */

import { ask } from '../ask/ask.js';
import { ruleSets } from '../ask/engine.js';
import { BASE } from '../base.js';
import { cardsAt, fanned, laid, parsed, places } from '../model/cards.js';
import { afterPlay, allied, decodedEndgame, encodedEndgame, perfectPlay, players, solveQuestion, winner } from '../model/endgame.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { keep } from './address.js';
import { cardHand, cardRow, faceOf, spoken, toggledByKey } from './cards.js';
import { keepPuzzle, kept } from './kept.js';
import { cardField, hasFlower, isTyped, roleName, rulesField, textField, trouble } from './parts.js';
import { drawing } from './redraw.js';
import { say } from './say.js';

/** @typedef {import('../model/endgame.js').Endgame} Endgame */

const narrow = matchMedia('(max-width: 640px)');
/** Is there one column? Then the puzzles come first. */
const single = matchMedia('(max-width: 960px)');

/** How long a proof may take, ms. */
const PATIENCE = 10000;

/** How a puzzle is marked. @type {Record<import('../model/own.js').Mark, string>} */
const MARKS = { solved: '✓', shown: '◐' };

/** @type {Endgame} */
const EXAMPLE = { rules: 'standard', hands: { landlord: '46899JKAA', farmer: '3346TTJA2' }, to_move: 'landlord', last: null };

/** The shelf is fetched once; when that fails, again the next time. @type {Promise<any[]> | null} */
let shelf = null;
const puzzles = () => (shelf ??= fetchShelf().catch((error) => { shelf = null; throw error; }));

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

/** @param {HTMLElement} host @param {string} query @returns {import('./router.js').Shown} */
function enter(host, query) {
  /** @type {any[]} */
  let all = [];
  let shelfMissing = false;
  let there = false; /* is it known which position the address names? Before, nothing can be asked of it */
  /** @type {any} */
  let known = null;
  /** @type {any} the puzzle, where it is one */
  let puzzle = null;
  /** @type {Endgame} */
  let start = EXAMPLE;
  /** @type {Endgame[]} the positions since the start */
  let line = [EXAMPLE];
  /** @type {{ role: string, cards: string }[]} */
  let moves = [];
  let playing = false;
  let wanted = false; /* does the address name a position? */
  let focused = 'landlord';
  let marks = kept().puzzles;
  /** @type {any} what the solver says of the start */
  let verdict = null;
  let thinking = false;
  /** @type {boolean | null} is the win still there? */
  let winning = null;
  /** @type {{ cards: string, line: { role: string, cards: string }[] } | null} the play that gave the win away, and what follows */
  let refuted = null;
  /** @type {{ cards: string, pattern: string, shown: boolean } | null} a winning play: first its kind is told, then it is shown */
  let hint = null;
  /** @type {Set<number>} */
  let chosen = new Set();
  /** @type {any} */
  let check = null;
  /** @type {unknown} */
  let problem = null;
  let abort = new AbortController();

  const now = () => /** @type {Endgame} */ (line.at(-1));
  const mine = () => allied(now().to_move, start.to_move);
  const over = () => winner(now());
  /** @returns {'solved' | 'lost' | 'defence' | 'own'} */
  const stage = () => {
    const out = over();
    if (out) return allied(out, start.to_move) ? 'solved' : 'lost';
    return mine() ? 'own' : 'defence';
  };
  const hand = () => fanned(now().hands[now().to_move]);
  const cardsChosen = () => cardsAt(hand(), chosen);

  function leave() {
    abort.abort();
    abort = new AbortController();
    thinking = false;
    return abort.signal;
  }

  /** @param {Endgame} endgame @param {string} solutions @param {AbortSignal} signal */
  const solve = (endgame, solutions, signal) => ask('/solve', { ...solveQuestion(endgame), solutions, limit: { ms: PATIENCE } }, signal);

  /** Ask the engine, and say so while it thinks. @template T @param {(signal: AbortSignal) => Promise<T>} question @returns {Promise<T | undefined>} */
  async function asked(question) {
    const signal = leave();
    thinking = true;
    problem = null;
    redraw();
    try {
      const answer = await question(signal);
      if (signal.aborted) return undefined;
      thinking = false;
      return answer;
    } catch (error) {
      if (signal.aborted) return undefined;
      thinking = false;
      problem = error;
      redraw();
      return undefined;
    }
  }

  async function judge() {
    const found = await asked((signal) => solve(start, 'all', signal));
    if (!found) return;
    verdict = found;
    mark('shown');
    say(t(`result.${verdict.result}`, { role: roleName(start.to_move) }));
    redraw();
  }

  /** @param {import('../model/own.js').Mark} how */
  function mark(how) {
    if (!puzzle) return;
    keepPuzzle(puzzle.id, how);
    marks = kept().puzzles;
  }

  async function showHint() {
    if (stage() !== 'own' || thinking) return;
    if (hint) {
      mark('shown');
      hint = { ...hint, shown: true };
      return choose(places(hand(), hint.cards));
    }
    const answer = await asked((signal) => solve(now(), 'scored', signal));
    if (!answer) return;
    if (answer.result === 'loss') winning = false;
    const best = answer.result === 'win' ? answer.moves.find((/** @type {any} */ move) => move.cards === perfectPlay(answer)?.cards) : null;
    hint = best && { cards: best.cards, pattern: best.pattern?.type ?? '', shown: false };
    say(hintText());
    redraw();
  }

  /** What the hint says. */
  const hintText = () => (!hint ? '' : hint.pattern ? t('solve.hint_kind', { pattern: t(`pattern.${hint.pattern}`) }) : t('solve.hint_pass'));

  /** @param {Endgame} next @param {any} [from] */
  function load(next, from = null) {
    leave();
    puzzle = from;
    start = next;
    verdict = problem = null;
    playing = Boolean(from);
    again();
    keep('solve', from ? `puzzle=${from.id}` : encodedEndgame(next));
  }

  function again() {
    leave();
    line = [start];
    moves = [];
    winning = refuted = null;
    forget();
  }

  function forget() {
    chosen = new Set();
    check = null;
    redraw();
  }

  function end() {
    const won = stage() === 'solved';
    if (won) mark('solved');
    say(`${t(won ? 'solve.solved' : 'solve.lost')} ${refutation()}`);
    redraw();
  }

  /** @param {string} cards @param {string} [id] */
  function put(cards, id) {
    moves = [...moves, { role: now().to_move, cards }];
    say(`${roleName(now().to_move)} ${cards ? spoken(laid(cards)) : t('call.pass')}.`);
    line = [...line, afterPlay(now(), cards, id)];
    hint = null;
    forget();
  }

  /** The other side plays, until it is the own side's turn. */
  async function defend() {
    while (stage() === 'defence') {
      const answer = await asked(async (signal) => {
        const quick = await solve(now(), 'one', signal);
        return quick.result === 'win' && winner(afterPlay(now(), quick.plays[0])) ? quick : solve(now(), 'scored', signal);
      });
      if (!answer) return;
      const won = winning ?? (puzzle !== null || verdict?.result === 'win');
      winning = answer.result === 'unknown' ? winning : answer.result === 'loss';
      if (won && winning === false) refuted = { cards: moves.findLast(({ role }) => allied(role, start.to_move))?.cards ?? '', line: answer.line };
      /** @type {{ cards: string, id?: string } | null} */
      const play = answer.moves ? perfectPlay(answer) : { cards: answer.plays[0] };
      if (!play) return;
      put(play.cards, play.id);
    }
    if (over()) end();
    else if (refuted) say(refutation());
  }

  /** Why the last play was wrong. */
  const refutation = () => {
    if (!refuted) return '';
    const [reply] = refuted.line;
    const name = (/** @type {string} */ cards) => (cards ? spoken(laid(cards)) : t('call.pass'));
    return t('solve.refuted', { cards: name(refuted.cards), role: roleName(reply.role), reply: name(reply.cards) });
  };

  /** @param {string} cards @param {string} [id] */
  function play(cards, id) {
    put(cards, id);
    defend();
  }

  function playChosen() {
    if (!check?.valid || check.code) return;
    const id = check.readings.length > 1 ? (check.beats_as ?? check.readings[0]).id : undefined;
    play(cardsChosen(), id);
  }

  const pass = () => now().last && !thinking && mine() && play('');

  function takeBack() {
    leave();
    let count = line.length - 1;
    while (count > 0 && !allied(line[count - 1].to_move, start.to_move)) count--;
    line = line.slice(0, Math.max(1, count));
    moves = moves.slice(0, line.length - 1);
    winning = refuted = hint = null;
    problem = null;
    forget();
  }

  /** @param {Set<number>} next */
  async function choose(next) {
    chosen = next;
    check = null;
    redraw();
    if (!next.size || !mine()) return;
    const { last, rules } = now();
    try {
      const answer = await ask('/classify', { cards: cardsChosen(), rules, hand: now().hands[now().to_move], ...(last && { last: { cards: last.cards, ...(last.id && { id: last.id }) } }) }, abort.signal);
      if (chosen === next) check = answer;
    } catch (error) {
      if (chosen === next && !(/** @type {any} */ (error).name === 'AbortError')) problem = error;
    }
    redraw();
  }

  /* --- what one sees --- */

  const wild = () => /** @type {any} */ (start.rules).wild ?? '';
  const shown = (/** @type {string} */ cards) => (cards ? cardRow(laid(cards), { wild: wild() }) : html`<b>${t('call.pass')}</b>`);

  const banner = () => {
    const at = stage();
    if (at === 'solved' || at === 'lost') return html`<p class="banner ${at}" data-end=${at} role="status"><b>${t(`solve.${at}`)}</b></p>${at === 'lost' ? why() : nothing}`;
    if (thinking) return html`<p class="banner">${t('coach.thinking')}</p>`;
    if (winning === false) return html`<p class="banner lost" data-gone>${t('solve.gone')}</p>${why()}`;
    if (hint && !check?.code) return html`<p class="banner" data-hint=${hint.shown ? 2 : 1}>${hintText()}</p>`;
    return html`<p class="banner">${check?.code ? t(`check.${check.code}`) : t('solve.task', { role: roleName(now().to_move) })}</p>`;
  };

  const lineView = (/** @type {{ role: string, cards: string }[]} */ plays) => html`<ol class="moves">${plays.map(({ role, cards }) => html`<li><span class="who">${roleName(role)}</span>
    ${cards ? [...laid(cards)].map(faceOf).join(' ') : t('call.pass')}</li>`)}</ol>`;

  /** The reason, and how it goes on. */
  const why = () => (refuted ? html`<div class="refuted"><p>${refutation()}</p><details><summary>${t('solve.refuted_line')}</summary>${lineView(refuted.line)}</details></div>` : nothing);

  /** @param {string} role */
  const seat = (role) => {
    const at = now();
    const acts = at.to_move === role && !over();
    const last = moves.findLast((move) => move.role === role);
    const cards = fanned(at.hands[role]);
    return html`<section class="hand-shown ${acts ? 'to-act' : ''}" data-role=${role} aria-label=${roleName(role)}>
      <h3><span class="name">${roleName(role)}</span> <b>${cards.length}</b> ${at.last?.role === role ? html`<span class="soft">${t('review.lies')}</span> ${shown(at.last.cards)}`
        : last ? html`<span class="soft">${last.cards ? [...laid(last.cards)].map(faceOf).join(' ') : t('call.pass')}</span>` : nothing}</h3>
      ${acts && mine() && playing && !thinking ? cardHand(cards, { chosen: () => chosen, choose }, { wild: wild(), rows: narrow.matches && cards.length > 10 ? 2 : 1, label: t('seat.hand') }) : cards ? cardRow(cards, { wild: wild(), small: false }) : html`<p class="soft">${t('review.out')}</p>`}
    </section>`;
  };

  const actions = () => {
    const own = stage() === 'own' && !thinking;
    const ready = own && check?.valid && check.code === 0 && check.beats !== false;
    return html`<div class="actions">
      <button type="button" aria-keyshortcuts="P" aria-disabled=${!(own && now().last)} @click=${() => own && pass()}>${t('call.pass')}</button>
      <button type="button" class="first" aria-keyshortcuts="Enter" aria-disabled=${!ready} @click=${() => ready && playChosen()}>${t('action.play')}</button>
      <button type="button" aria-keyshortcuts="H" aria-disabled=${!own || hint?.shown} @click=${showHint}>${t('action.hint')}</button>
      <button type="button" aria-keyshortcuts="Z" aria-disabled=${moves.length === 0} @click=${() => moves.length && takeBack()}>${t('action.take_back')}</button>
      <button type="button" aria-disabled=${moves.length === 0} @click=${() => moves.length && again()}>${t('solve.again')}</button>
      ${puzzle ? html`<button type="button" @click=${next}>${t('solve.next')}</button>` : html`<button type="button" @click=${() => { playing = false; again(); }}>${t('solve.edit')}</button>`}
    </div>`;
  };

  function next() {
    const at = all.indexOf(puzzle);
    const found = [...all.slice(at + 1), ...all.slice(0, at)].find(({ id }) => !marks[id]) ?? all[(at + 1) % all.length];
    load(endgameOf(found), found);
  }

  const board = () => html`<section class="panel board endgame" data-stage=${stage()} data-moves=${moves.length} data-thinking=${thinking}>
    <h2>${puzzle ? t('solve.puzzle', { id: puzzle.id, grade: puzzle.grade }) : t('solve.play')}
      ${puzzle && marks[puzzle.id] ? html`<span class="tick" role="img" aria-label=${t(`mark.${marks[puzzle.id]}`)}>${MARKS[marks[puzzle.id]]}</span>` : nothing}</h2>
    ${rulesLine()}
    ${players(start).filter((role) => role !== 'landlord').map(seat)}${seat('landlord')}
    ${banner()}${actions()}
    ${moves.length ? lineView(moves) : nothing}
  </section>`;

  const rulesLine = () => {
    const forbid = /** @type {any} */ (start.rules).forbid ?? [];
    return forbid.length ? html`<p class="soft">${t('solve.forbidden')} ${forbid.map((/** @type {string} */ kind) => t(`pattern.${kind}`)).join(' · ')}</p>` : nothing;
  };

  const verdictView = () => html`<section class="panel verdict"><h2>${t('solve.verdict')}</h2>
    ${verdict ? html`<p class="result ${verdict.result}" data-result=${verdict.result}><b>${t(`result.${verdict.result}`, { role: roleName(start.to_move) })}</b></p>
      ${verdict.plays.length ? html`<p>${t('solve.plays', { count: verdict.plays_count ?? verdict.plays.length })}</p>
        <ul class="plays">${verdict.plays.map((/** @type {string} */ cards) => html`<li>${playing ? shown(cards) : html`<button type="button" @click=${() => { playing = true; again(); play(cards); }}>${shown(cards)}</button>`}</li>`)}</ul>` : nothing}
      ${verdict.line.length ? html`<details><summary>${t('solve.line')}</summary>${lineView(verdict.line)}</details>` : nothing}
      <p class="soft">${t('solve.cost', { ms: (verdict.elapsed_us / 1000).toFixed(1), nodes: verdict.nodes })}</p>`
      : html`<div class="actions"><button type="button" class=${playing ? '' : 'first'} data-solve @click=${judge}>${t(puzzle ? 'solve.show' : 'solve.solve')}</button>
        ${thinking && !playing ? html`<button type="button" data-stop @click=${() => { leave(); redraw(); }}>${t('analyse.stop')}</button>` : nothing}</div>`}
  </section>`;

  /** @param {Partial<Endgame>} changes */
  const change = (changes) => load({ ...start, last: null, ...changes });
  const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;

  /** @param {boolean} three */
  const hold = (three) => {
    const { landlord, farmer = '', landlord_down = '', landlord_up = '' } = start.hands;
    const hands = three ? { landlord, landlord_down: farmer, landlord_up: '' } : { landlord, farmer: landlord_down || landlord_up };
    change({ hands: /** @type {any} */ (hands), to_move: 'landlord' });
  };

  const form = () => {
    const order = players(start);
    const ready = order.every((role) => start.hands[role]);
    return html`<section class="panel form"><h2>${t('solve.position')}</h2>
      <div class="fields"><label>${t('solve.hands')} <select data-hands @change=${(/** @type {Event} */ event) => hold(value(event) === '3')}>
        ${[2, 3].map((count) => html`<option value=${count} .selected=${count === order.length}>${t('solve.count', { count })}</option>`)}</select></label>
      <label>${t('solve.to_move')} <select data-to-move @change=${(/** @type {Event} */ event) => change({ to_move: value(event) })}>
        ${order.map((role) => html`<option value=${role} .selected=${role === start.to_move}>${roleName(role)}</option>`)}</select></label>
      ${rulesField(start.rules, known, (rules) => change({ rules }), redraw, { forbid: true })}</div>
      ${order.map((role) => cardField({
        id: `solve-${role}`, label: roleName(role), value: start.hands[role], flower: hasFlower(start.rules, known), open: focused === role, redraw,
        change: (cards) => change({ hands: { ...start.hands, [role]: cards } }),
        focus: () => { if (focused !== role) { focused = role; redraw(); } },
      }))}
      <div class="fields">
        <div class="card-field">${textField({ id: 'solve-last', label: t('solve.last'), value: start.last?.cards ?? '', redraw, change: (text) => {
          const cards = parsed(text);
          change({ last: cards ? { role: start.last?.role ?? order[(order.indexOf(start.to_move) + order.length - 1) % order.length], cards } : null });
        } })}</div></div>
      <div class="actions"><button type="button" aria-disabled=${!ready} data-play @click=${() => { if (ready) { playing = true; again(); defend(); } }}>${t('solve.play')}</button></div></section>`;
  };

  const shelfView = () => {
    if (shelfMissing) return html`<section class="panel shelf"><h2>${t('solve.shelf')}</h2><div class="trouble" role="alert"><p>${t('solve.no_shelf')}</p>
      <button type="button" @click=${() => follow(location.hash.split('?')[1] ?? '')}>${t('action.retry')}</button></div></section>`;
    if (!all.length) return nothing;
    const grades = [...new Set(all.map(({ grade }) => grade))];
    const done = all.filter(({ id }) => marks[id] === 'solved').length;
    return html`<section class="panel shelf"><h2>${t('solve.shelf')} <span class="soft">${done} / ${all.length}</span></h2>
      ${grades.map((grade) => html`<div class="grade-row"><h3>${t('solve.grade', { grade })}</h3><ul>${all.filter((one) => one.grade === grade).map((one) => html`
        <li><a class="button chip ${marks[one.id] === 'solved' ? 'done' : marks[one.id] ?? ''}" href="#/solve?puzzle=${one.id}" aria-current=${one === puzzle ? 'true' : 'false'}
          aria-label=${`${one.id} ${marks[one.id] ? t(`mark.${marks[one.id]}`) : ''}`}>${one.id.split('-').at(-1)}${marks[one.id] ? ` ${MARKS[marks[one.id]]}` : ''}</a></li>`)}</ul></div>`)}
    </section>`;
  };

  const page = () => {
    const position = html`<div class="column">${playing ? board() : form()}${verdictView()}</div>`;
    const shelf = html`<div class="column">${puzzle || playing ? html`<p><a class="button" href="#/solve?new">${t('solve.own')}</a></p>` : nothing}${shelfView()}</div>`;
    return single.matches && !playing && !wanted ? [shelf, position] : [position, shelf];
  };

  const redraw = drawing(host, () => html`<h1 class="unseen">${t('page.solve')}</h1>
    ${trouble(problem)}${there ? page() : nothing}`);

  /** @type {Record<string, () => unknown>} */
  const keys = { Enter: playChosen, p: pass, h: showHint, z: () => moves.length && takeBack(), Escape: () => choose(new Set()) };

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (!playing || isTyped(event)) return;
    if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('button, a, summary') && !event.target.closest('.hand')) return;
    const toggled = stage() === 'own' && !thinking ? toggledByKey(hand(), chosen, event.key) : null;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (toggled) choose(toggled);
    else if (keys[key]) keys[key]();
    else return;
    event.preventDefault();
  }

  /** @param {string} text */
  async function follow(text) {
    const [lying, rules] = await Promise.allSettled([puzzles(), ruleSets()]);
    there = true;
    shelfMissing = lying.status === 'rejected';
    if (lying.status === 'fulfilled') all = lying.value;
    if (rules.status === 'fulfilled') known = rules.value;
    const id = new URLSearchParams(text).get('puzzle');
    const found = id && all.find((one) => one.id === id);
    wanted = text !== '';
    const given = found ? endgameOf(found) : text && text !== 'new' && !id ? decodedEndgame(text) : EXAMPLE;
    if (!(id && shelfMissing)) load(given ?? EXAMPLE, found || null);
    problem = rules.status === 'rejected' ? rules.reason : given ? null : { code: 'wrong_position' };
    redraw();
  }

  document.addEventListener('keydown', pressed);
  narrow.addEventListener('change', redraw);
  single.addEventListener('change', redraw);
  redraw();
  follow(query);
  return {
    changed: (text) => { if (text !== (puzzle ? `puzzle=${puzzle.id}` : encodedEndgame(start))) follow(text); },
    redraw,
    leave() {
      abort.abort();
      document.removeEventListener('keydown', pressed);
      narrow.removeEventListener('change', redraw);
      single.removeEventListener('change', redraw);
    },
  };
}

/** @type {import('./router.js').Page} */
export const page = { enter };
