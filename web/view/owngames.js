/* owngames.js - where #/review begins: a sample, the own last games, what all of them say together, and all of it as a file. */

import { dealOfDay } from '../model/daily.js';
import { exported, imported, lastGames, summary } from '../model/own.js';
import { decoded, encoded } from '../model/link.js';
import { preset } from '../model/game.js';
import { html, nothing } from '../vendor/lit-html.js';
import { lang, t } from '../words/words.js';
import { forgetGames, keepMore, kept, training } from './kept.js';
import { helpText, percent, roleName, rulesName, saveAs, signed } from './parts.js';

/** A game in which three plays were mistakes. */
const SAMPLE = 'rules=standard&seed=8&seats=me,8,8&a=0c3,0-JJ,1-QQ,2-KK,0-22,1-,2-,0-9992,1-,2-3AAA,0-,1-,2-TT,0-,1-,2-3456789,0-BR,1-,2-,0-8,1-J,2-2,0-,1-,2-Q';

/** A file is at most so long, bytes. */
const LONGEST = 2 << 20;

/** @param {string} level of a row */
const levelName = (level) => level.split(',').map((one) => (one === '0' ? t('robot.best') : t('robot.level', { level: one }))).filter((name, i, all) => all.indexOf(name) === i).join(' + ');

/** @param {import('../model/own.js').Row} row */
const gameLine = (row) => html`<li><a href="#/review?${row.game}">
  <span>${new Date(row.at).toLocaleString(lang() === 'zh' ? 'zh-CN' : 'en-GB', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })}</span>
  <span>${rulesName(preset(decoded(row.game)?.rules ?? 'standard'))} · ${roleName(row.role)} · ${levelName(row.level)} ${row.help ? html`<em>${helpText(row.help)}</em>` : nothing}</span>
  <b class=${row.points < 0 ? 'minus' : 'plus'}>${t(row.won ? 'own.won' : 'own.lost')} ${signed(row.points)}</b></a></li>`;

/** @param {[number, number]} share won and played */
const shareOf = ([won, of]) => (of ? `${percent(won / of)} (${won}/${of})` : '–');

/** @param {import('../model/own.js').Line} line @param {string} name */
const statistics = (line, name) => html`<tr><th scope="row">${name}</th><td>${shareOf(line.landlord)}</td><td>${shareOf(line.farmer)}</td>
  <td>${signed(line.points)}</td><td>${line.loss === null ? '–' : percent(line.loss, 1)}</td><td data-rating>${line.rating ?? '–'}</td></tr>`;

/** What is the same for all today, and the own mistakes once more. */
function today() {
  const own = training().sort((a, b) => Number(a.solved) - Number(b.solved));
  const exercise = (/** @type {import('../model/own.js').Exercise} */ { game, action, loss, solved }) => html`<li><a href="#/review?${game}&step=${action}&try=1">
    <span>${t('own.exercise', { step: action + 1 })} ${solved ? '✓' : ''}</span><b class="minus">−${percent(loss)}</b></a></li>`;
  return html`<section class="panel own-games today"><h2>${t('daily.today')}</h2>
    <div class="actions"><a class="button" data-deal href="#/play?${encoded(dealOfDay(Date.now()))}">${t('daily.deal')}</a> <a class="button" href="#/solve?today">${t('daily.puzzle')}</a></div>
    <h3>${t('own.training')} <span class="soft">${own.filter(({ solved }) => solved).length} / ${own.length}</span></h3>
    ${own.length ? html`<ol>${own.slice(0, 8).map(exercise)}</ol>` : html`<p class="soft">${t('own.training_why')}</p>`}</section>`;
}

/**
 * @param {() => void} redraw @param {(problem: unknown) => void} failed
 * @returns what stands in the two columns
 */
export function ownGames(redraw, failed) {
  const all = kept();
  const { lines, all: together } = summary(all.games);
  const take = async (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    const more = file && file.size <= LONGEST ? imported(await file.text()) : null;
    if (!more) return failed({ code: 'wrong_file' });
    keepMore(more);
    failed(null);
  };
  const games = () => html`<section class="panel own-games"><h2>${t('own.last')}</h2>
    <ol>${lastGames(all.games).map(gameLine)}</ol>
    ${all.games.length ? nothing : html`<p class="soft">${t('own.none')}</p>`}
    <p><a class="button" data-sample href="#/review?${SAMPLE}">${t('own.sample')}</a></p></section>`;
  const numbers = () => html`<section class="panel statistics"><h2>${t('own.statistics')} <span class="soft">${t('own.count', { count: all.games.length })}</span></h2>
    ${all.games.length ? html`<div class="wide" tabindex="0" role="region" aria-label=${t('own.statistics')}><table>
      <thead><tr><th scope="col">${t('own.against')}</th><th scope="col">${t('own.as', { role: roleName('landlord') })}</th><th scope="col">${t('own.as', { role: roleName('farmer') })}</th>
        <th scope="col">${t('own.points')}</th><th scope="col">${t('own.loss')}</th><th scope="col">${t('own.rating')}</th></tr></thead>
      <tbody>${lines.map((line) => statistics(line, levelName(line.level)))}${lines.length > 1 ? statistics(together, t('own.all')) : nothing}</tbody></table></div>
      <p class="soft">${t('own.why')} ${t('own.rating_why')}</p>` : nothing}
    <div class="actions"><button type="button" data-export @click=${() => saveAs('ddz-games.json', exported(all), 'application/json')}>${t('own.export')}</button>
      <label class="button">${t('own.import')} <input type="file" class="unseen" data-import accept=".json,application/json" @change=${take}></label>
      ${all.games.length ? html`<button type="button" class="quiet" @click=${() => { if (confirm(t('own.forget_all'))) { forgetGames(); redraw(); } }}>${t('own.forget')}</button>` : nothing}</div></section>`;
  return [today(), games(), numbers()];
}
