/* share.js - the same deal for a friend: one link, with the points to compare. */

import { challenge } from '../model/own.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../words/words.js';
import { helpOf } from './kept.js';
import { helpText, signed } from './parts.js';
import { say } from './say.js';

/** @typedef {import('../model/game.js').Game} Game */

/**
 * Hand a link on: by what the phone has for it, else by the clipboard, else as a text to copy.
 * @param {string} url @returns {Promise<string>} what to tell; '' where nothing is to be told
 */
async function handOn(url) {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) return navigator.share({ url, title: t('title') }).then(() => '', () => '');
  try {
    await navigator.clipboard.writeText(url);
    return t('friend.copied');
  } catch {
    prompt(t('friend.copy'), url); // no clipboard without https
    return '';
  }
}

/** @param {Game} game that is over @param {number} points the own ones */
export const shareDeal = (game, points) => html`<button type="button" data-share @click=${async (/** @type {Event} */ event) => {
  const told = /** @type {HTMLElement} */ (event.target).nextElementSibling;
  const text = await handOn(new URL(`#/play?${challenge(game, points, helpOf(game))}`, location.href).href);
  if (told) told.textContent = text;
  say(text);
}}>${t('friend.share')}</button><span class="soft"></span>`;

/** What somebody else made of this deal, beside the own points where the game is over. @param {Game | null} game @param {number} [own] */
export function compared(game, own) {
  if (game?.against === undefined) return nothing;
  const friend = signed(game.against);
  return html`<p class="friend" data-friend=${game.against}>${own === undefined ? t('friend.before', { friend }) : t('friend.after', { friend, own: signed(own) })}
    ${game.aided ? t('friend.aided', { help: helpText(game.aided) }) : t('friend.alone')}</p>`;
}
