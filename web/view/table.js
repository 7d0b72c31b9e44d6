/* table.js - the table as one sees it from a seat: the others, what lies in the middle, the own hand and what may be done. */

import { fanned } from '../model/cards.js';
import { callKey, preset } from '../model/game.js';
import { totalOf } from '../model/score.js';
import { suitsOf } from '../model/suits.js';
import { html, nothing } from '../vendor/lit-html.js';
import { complaint, t } from '../words/words.js';
import { cardBacks, cardHand, cardRow, faceOf, playRow, spokenPlay } from './cards.js';
import { face, nickname } from './faces.js';
import { rulesName } from './parts.js';
import { roleBadge, seatName } from './seats.js';

/** @typedef {import('../model/session.js').Session} Session */

/** The name of a seat for the person who acts. @param {Session} session @param {number} seat */
export const nameOf = (session, seat) => seatName(/** @type {any} */ (session.game), seat, session.seat);

/** Who plays there, and how well. @param {import('../model/game.js').Sitter} sitter */
export const strength = (sitter) => {
  if (!sitter.robot) return '';
  const level = sitter.level ? t('robot.level', { level: sitter.level }) : t('robot.best');
  return [nickname(sitter), level, ...(sitter.style === 'steady' ? [] : [t(`style.${sitter.style}`)])].join(' · ');
};

/** The preset, and whether something in it was changed. @param {import('../model/game.js').Rules} rules */
function rulesOf(rules) {
  const name = rulesName(preset(rules));
  return typeof rules !== 'string' && Object.keys(rules).some((field) => !['preset', 'wild'].includes(field)) ? t('rules.changed', { name }) : name;
}

/** What a seat called. @param {Session} session @param {number} seat */
function callOf({ game, at }, seat) {
  const { call } = at.seats[seat];
  const when = /** @type {any} */ (game).actions.findLastIndex((/** @type {any} */ action) => action.seat === seat && action.call !== undefined);
  return call ? html`<span class="said">${t(callKey(/** @type {any} */ (game), call, when))}</span>` : nothing;
}

/** Plays and passes with the action that each is. @param {Session} session @returns {{ seat: number, cards: string, action: number }[]} */
const made = ({ game }) => /** @type {any} */ (game).actions.flatMap((/** @type {any} */ { seat, cards }, /** @type {number} */ action) => (cards === undefined ? [] : [{ seat, cards, action }]));

/** What a seat did last. @param {Session} session @param {number} seat @param {import('../model/suits.js').Suits | null} suits */
function lastOf(session, seat, suits) {
  const { at } = session;
  if (at.phase !== 'play' && at.phase !== 'over') return callOf(session, seat);
  const plays = made(session);
  const index = plays.findLastIndex((one) => one.seat === seat);
  if (index < 0) return nothing;
  const { cards, action } = plays[index];
  if (!cards) return html`<span class="said">${t('call.pass')}</span>`;
  const pattern = session.patterns.get(action);
  const past = at.last?.seat !== seat;
  return html`<div class="played ${past ? 'past' : ''} ${cards.length > 5 ? 'long' : ''}">${playRow(cards, { pattern, wild: at.wild, suits: suits?.plays[index] })}
    ${pattern ? html`<span class="pattern">${t(`pattern.${pattern.type}`)}</span>` : nothing}</div>`;
}

/** Did this seat do one of the last two things? @param {Session} session @param {number} seat */
const isRecent = (session, seat) => session.at.phase !== 'play' || made(session).slice(-2).some((one) => one.seat === seat);

/** What was played last, in the middle: who sits nearest is nearest. @param {Session} session @param {unknown} graded @param {import('../model/suits.js').Suits | null} suits */
function middle(session, graded, suits) {
  const place = (/** @type {string} */ where, /** @type {number} */ turn) => {
    const seat = (session.seat + turn) % 3;
    return html`<div class="last of-${where} ${isRecent(session, seat) ? '' : 'old'}" data-of=${seat}>${lastOf(session, seat, suits)}${turn ? nothing : graded}</div>`;
  };
  return html`<div class="middle">${place('left', 2)}${place('right', 1)}${place('own', 0)}</div>`;
}

/** Seconds as people read them. @param {number} ms */
const clock = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

/** Face, name, role, strength, cards left, time used. @param {Session} session @param {number} seat @param {number[]} used */
function heading(session, seat, used) {
  const { game, at } = /** @type {any} */ (session);
  const { role, left, factor } = at.seats[seat];
  const sitter = game.sitters[seat];
  const acts = at.turn === seat;
  return html`<h2>${face(sitter, role, { acts, thinks: acts && sitter.robot })}
    <span class="who"><span class="name">${nameOf(session, seat)}</span> ${roleBadge(role)}</span>
    <span class="what"><span class="left"><span class="back" aria-hidden="true"></span><b>${left}</b><span class="unseen">${t('seat.cards')}</span></span>
      ${factor > 1 ? html`<span class="role">×${factor}</span>` : nothing}
      <span class="strength">${strength(sitter)}${used[seat] >= 1000 ? ` ${clock(used[seat])}` : ''}</span></span>
    ${acts && sitter.robot ? html`<span class="unseen">${t('seat.thinking')}</span>` : nothing}</h2>`;
}

/** @param {Session} session @param {number} turn 1 right, 2 left @param {Look} look @param {import('../model/suits.js').Suits | null} suits */
function other(session, turn, { open, used }, suits) {
  const { at } = /** @type {any} */ (session);
  const seat = (session.seat + turn) % 3;
  return html`<section class="seat ${turn === 1 ? 'at-right' : 'at-left'} ${at.turn === seat ? 'to-act' : ''}" data-seat=${seat} aria-label=${nameOf(session, seat)}>
    ${heading(session, seat, used)}
    ${open || at.phase === 'over' ? html`<div class="open">${cardRow(fanned(at.seats[seat].hand), { wild: at.wild, suits: suits?.hands[seat] })}</div>` : nothing}
  </section>`;
}

/** @param {Session} session @param {import('../model/suits.js').Suits | null} suits */
function facts(session, suits) {
  const { game, at } = /** @type {any} */ (session);
  const total = totalOf(at, session.seat);
  return html`<dl class="facts">
    <div class="rules"><dt>${t('table.rules')}</dt><dd>${rulesOf(game.rules)}</dd></div>
    <div><dt>${t('table.multiplier')}</dt><dd>×${at.multiplier}</dd></div>
    ${total === null ? nothing : html`<div><dt>${t('table.total')}</dt><dd data-total=${total}>×${total}</dd></div>`}
    <div><dt>${t('table.kitty')}</dt><dd>${at.landlord === null ? cardBacks(at.kitty.length, t('table.down')) : cardRow(at.kitty, { wild: at.wild, suits: suits?.kitty })}</dd></div>
    ${at.wild.length && at.wild[0] !== 'F'
      ? html`<div><dt>${t('table.wild')}</dt><dd>${cardRow(at.wild.join(''), { wild: at.wild })}</dd></div>`
      : nothing}
  </dl>`;
}

/** What the chosen cards are, wildcards with what they stand for. @param {Session} session */
function meant({ check, reading, readings }) {
  const one = readings.find((/** @type {any} */ { id }) => id === reading) ?? check.beats_as ?? check.pattern;
  const stands = (one.stands_for ?? []).map((/** @type {any} */ stand) => t('cardset.stands', { card: faceOf(stand.card), as: faceOf(stand.as) }));
  return [t(`pattern.${one.type}`), ...stands].join(' · ');
}

/** What is to be said to the person: one line, always in its place. @param {Session} session @param {boolean} slow */
function message(session, slow) {
  const { at, chosen, check, refused, hints, advised } = session;
  if (slow) return t('message.slow');
  if (refused) return complaint(refused);
  if (session.acting === null) return at.phase === 'over' ? '' : t('message.wait');
  if (advised) return html`${t('message.advice', { call: t(callKey(/** @type {any} */ (session.game), advised.call)) })} <span class="reason">${advised.reason?.text ?? ''}</span>`;
  if (at.phase !== 'play') return at.legal_calls.includes('3') ? t('message.score') : t(`message.${at.phase}`);
  if (hints && !hints.length) return t('message.nothing_beats');
  if (session.passHinted) return t('message.advice', { call: t('call.pass') });
  if (chosen.size && check?.code) return t(`check.${check.code}`);
  if (chosen.size && check) return meant(session);
  return at.last ? t('message.beat', { cards: spokenPlay(at.last.cards, at.last.pattern), pattern: t(`pattern.${at.last.pattern.type}`) }) : t('message.lead');
}

/** @param {string} word @param {string} key @param {boolean} can @param {() => void} act @param {string} [look] */
const action = (word, key, can, act, look = '') => html`
  <button type="button" class=${look} aria-disabled=${!can} aria-keyshortcuts=${key} @click=${() => can && act()}>${t(word)}</button>`;

/** A bid's key is its number, the key of no is P, of the others Enter. @param {string} call */
export const keyOf = (call) => (/^\d$/.test(call) ? call : ['pass', 'none'].includes(call) ? 'p' : 'Enter');

/** The call that a key makes: Enter that which is advised, of several with a key the first. @param {Session} session @param {string} key */
export const callBy = ({ at, advised }, key) =>
  key === 'Enter' && advised ? advised.call : at.legal_calls.find((/** @type {string} */ call) => keyOf(call) === key);

/** The keys of a call, as they are told. @param {Session} session @param {string} call */
const keysOf = (session, call) => [...new Set([keyOf(call), 'Enter'])].filter((key) => callBy(session, key) === call).join(' ').replace('p', 'P');

/** @param {Session} session */
function calls(session) {
  const { at, advised } = session;
  return html`${at.legal_calls.map(
    (/** @type {string} */ call) => html`
      <button type="button" class=${advised?.call === call ? 'first' : ''} data-key=${keyOf(call)} aria-keyshortcuts=${keysOf(session, call) || nothing} @click=${() => session.call(call)}>${t(callKey(/** @type {any} */ (session.game), call))}</button>`,
  )}${action('action.hint', 'H', true, () => session.showHint())}`;
}

/** @param {Session} session */
function moves(session) {
  const { at } = session;
  const mine = session.acting !== null;
  return html`
    ${action('action.pass', 'P', mine && at.can_pass, () => session.pass(), session.passHinted ? 'first' : '')}
    ${action('action.hint', 'H', mine, () => session.showHint())}
    ${action('action.play', 'Enter', session.playable, () => session.play(), 'first')}`;
}

/** Wildcards may stand for this or that. @param {Session} session */
const readings = (session) =>
  session.readings.length < 2
    ? nothing
    : html`<div class="readings" role="group" aria-label=${t('action.reading')}>${session.readings.map(
        (/** @type {any} */ one, /** @type {number} */ i) => html`
        <button type="button" class="chip" aria-pressed=${session.reading ? session.reading === one.id : i === 0}
          @click=${() => session.read(one.id)}>${t(`pattern.${one.type}`)} ${faceOf(one.rank)}</button>`,
      )}</div>`;

/** @param {Session} session @param {Look} look @param {import('../model/suits.js').Suits | null} suits */
function own(session, { rows, used, slow, end }, suits) {
  const { game, at, seat, hand } = /** @type {any} */ (session);
  const calling = session.acting !== null && at.phase !== 'play';
  const wrong = session.refused || (session.chosen.size && session.check?.code);
  const choosing = { chosen: () => session.chosen, choose: (/** @type {Set<number>} */ places) => session.choose(places) };
  return html`<section class="own ${at.turn === seat ? 'to-act' : ''}" data-seat=${seat} aria-label=${nameOf(session, seat)}>
    ${at.phase === 'over' ? end : html`<p class="message ${wrong ? 'no' : ''}" data-nothing=${Boolean(session.hints && !session.hints.length)}>${message(session, slow)}</p>
    ${readings(session)}
    <div class="actions">${calling ? calls(session) : moves(session)}</div>`}
    ${heading(session, seat, used)}
    ${game.sitters[seat].robot || at.phase === 'over'
      ? cardRow(hand, { wild: at.wild, suits: suits?.hands[seat], small: false })
      : cardHand(hand, choosing, { wild: at.wild, suits: suits?.hands[seat], rows: hand.length > 10 ? rows : 1, label: t('seat.hand') })}
  </section>`;
}

/** The engine is away, or says no. @param {Session} session */
const trouble = (session) =>
  session.problem
    ? html`<div class="trouble" role="alert"><p>${complaint(session.problem)}</p>
        <button type="button" @click=${() => session.retry()}>${t('action.retry')}</button></div>`
    : nothing;

/** Is this the felt, and nothing that lies on it? @param {Event} event */
const isFelt = ({ target }) => target instanceof Element && !target.closest('button, a, .hand, .end, summary');

/** A touch on the felt, down and up, clears the choice. @param {Session} session */
function felt(session) {
  let down = false;
  return {
    down: (/** @type {Event} */ event) => { down = isFelt(event); },
    up: (/** @type {Event} */ event) => { if (down && isFelt(event) && session.chosen.size) session.choose(new Set()); },
  };
}

/**
 * All hands shown; rows of the own hand; ms used by each seat; is an answer late; what lies in the middle of a finished game; what is wrong,
 * above all; what the coach says of the own play.
 * @typedef {{ open: boolean, rows: number, used: number[], slow: boolean, end: unknown, notice: unknown, graded: unknown }} Look
 */

/** @param {Session} session @param {Look} look */
export function tableView(session, look) {
  if (!session.at) return html`<div class="table">${look.notice}${trouble(session)}
    <p class="message">${look.slow ? t('message.slow') : ''}</p></div>`;
  const suits = suitsOf(/** @type {any} */ (session.game), session.at);
  const state = session.acting !== null ? 'acting' : session.at.phase === 'over' ? 'over' : 'waiting';
  const { down, up } = felt(session);
  return html`<div class="table" data-state=${state} data-actions=${session.game?.actions.length} @pointerdown=${down} @click=${up}>
    ${look.notice}${trouble(session)}
    <div class="others">${other(session, 2, look, suits)}${facts(session, suits)}${other(session, 1, look, suits)}</div>
    ${middle(session, look.graded, suits)}
    ${own(session, look, suits)}
  </div>`;
}
