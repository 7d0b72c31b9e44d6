/* The pages beside the game, in Chromium. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { worked } from '../../../web/model/worked.js';
import { ALL, COLOURS, bringAxe, findings, goTo, ground, query, test, turn } from './console.js';

const shared = ground();
const { open } = shared;

/** The landlord plays a 3 where 34567 and the joker win at once. */
const BLUNDER = `#/review?${query({ rules: 'standard', hands: '{"landlord":"34567R","landlord_down":"89","landlord_up":"TJ"}', seats: 'me,3,3', a: '0-3,1-8,2-,0-R,1-,2-,0-4,1-9' })}`;

/** A game of another program. */
const REPLAY = readFileSync(new URL('../replays/douzero_lines.txt', import.meta.url), 'utf8');

/** Each page: how to open it, and what is there when it has been filled. */
const PAGES = {
  analyse: ['#/analyse', '.candidates tbody tr'],
  bid: [`#/analyse?${query({ hand: '33445566778899TJQ', role: '' })}`, '.advice tbody tr'],
  solve: ['#/solve', '.shelf a'],
  puzzle: ['#/solve?puzzle=1-01', '.endgame .hand'],
  hard: ['#/solve?puzzle=6-01', '.endgame .hand'],
  review: [BLUNDER, '.mistakes [data-mistake]'],
  import: ['#/review', '.import textarea'],
  rules: ['#/rules', '.sets-table tbody tr'],
  api: ['#/api', 'iframe'],
  learn: ['#/learn', '.guided .actions button'],
};

/** Above: what the whole page says where it is in Chinese. */
const HEADINGS = { analyse: '分析', bid: '分析', solve: '残局', puzzle: '残局', hard: '残局', review: '复盘', import: '复盘', rules: '牌型', api: '接口', learn: '新手' };

for (const [name, [hash, filled]] of Object.entries(PAGES))
  test(`${name} is there in both languages, in 360 pixels, and axe finds nothing in either theme`, async () => {
    const first = (page) => page.route('**/reference.html*', (route) => route.fulfill({ contentType: 'text/html', body: '' })); // has tests of its own
    const page = await open({ hash, locale: 'zh-CN', bypassCSP: true, viewport: { width: 360, height: 740 }, first });
    await page.locator(filled).first().waitFor();
    assert.equal(await page.locator('h1').textContent(), HEADINGS[name]);
    await bringAxe(page);
    const look = async (what, runOnly) => {
      assert.deepEqual(await findings(page, what, { exclude: ['iframe'], runOnly }), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what}: the page is wider than the screen`);
    };
    await look('light');
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    await page.waitForFunction(() => document.documentElement.lang === 'en');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await look('dark', COLOURS);
  });

/* --- analyse --- */

const deep = (page) => page.locator('[data-deep]').getAttribute('data-deep').then(Number);

test('analysing deepens while one looks, stops when told to, and goes on', async () => {
  const held = []; // the third question
  const hold = (route) => (route.request().postDataJSON().judge?.nodes === 200000 ? held.push(route) : route.continue());
  const page = await open({ hash: '#/analyse', nodes: ALL, first: (page) => page.route('**/robot-move', hold) });
  await page.waitForSelector('[data-deep="20000"]');
  assert.ok((await page.locator('.candidates tbody tr').count()) > 1); // those that were tried: few where others compute
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/robot-move'));
  await page.locator('[data-stop]').click();
  await asked; // it was called off
  await page.waitForSelector('[data-go]');
  assert.equal(await deep(page), 20000);
  await page.unroute('**/robot-move');
  await page.locator('[data-go]').click();
  await page.waitForSelector('[data-deep="200000"]');
});

test('a hand is clicked together, and its link holds it', async () => {
  const page = await open({ hash: `#/analyse?${query({ hand: '3' })}` });
  const key = (name) => page.locator('.palette').getByRole('button', { name });
  for (const name of ['4: 0', '4: 1', 'big joker: 0', '3: 1']) await key(new RegExp(`^${name},`)).click();
  await page.waitForFunction(() => location.hash.includes('hand=3344R'));
  await page.waitForSelector('.partition .card');
  assert.equal(await page.locator('#analyse-hand').inputValue(), 'R4433');
  await page.locator('#analyse-hand').fill('34567 10');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('hand=34567T'));
});

test('what cannot be read is said at its field, and goes when it can', async () => {
  const page = await open({ hash: `#/analyse?${query({ hand: '3' })}`, allow: [/422/] }); // so few cards contradict the history
  const write = async (field, text) => {
    await page.locator(field).fill(text);
    await page.locator(field).blur();
  };
  for (const [field, text, piece] of [['#analyse-hand', '33你好', '你好'], ['#analyse-history', '345 不要 X', 'X']]) {
    await write(field, text);
    await page.locator(`${field}-wrong`, { hasText: `“${piece}” cannot be read.` }).waitFor();
    assert.equal(await page.locator(field).inputValue(), text);
    assert.equal(await page.locator(field).getAttribute('aria-invalid'), 'true');
  }
  assert.ok(page.url().includes('hand=3&'));
  await write('#analyse-history', '♠3 不要 过');
  await page.waitForFunction(() => location.hash.includes('history=3.-.-'));
  await write('#analyse-hand', '大王 小王 ♠3 10');
  await page.waitForFunction(() => location.hash.includes('hand=3TBR'));
  await page.waitForFunction(() => [...document.querySelectorAll('.wrong')].every((one) => !one.textContent));
});

test('a candidate is laid out, with what is left, and taken back', async () => {
  const page = await open({ hash: `#/analyse?${query({ hand: '334567' })}` });
  await page.locator('.candidates button.play').first().click();
  const cards = await page.locator('.candidates button[aria-pressed=true] .cards').getAttribute('aria-label');
  assert.equal(await page.locator('.laid-out > .cards').getAttribute('aria-label'), cards);
  await page.locator('.laid-out > div .card').first().waitFor();
  assert.equal(cards.split(' ').length + (await page.locator('.laid-out > div .card').count()), 6);
  await page.locator('.laid-out button').click();
  await page.waitForSelector('.laid-out', { state: 'detached' });
});

test('one card and one and a half are shaded differently, and nothing is cut in 360 pixels', async () => {
  const page = await open({ hash: '#/analyse', viewport: { width: 360, height: 640 } });
  await page.locator('.unseen-cards td[class^=shade]').first().waitFor();
  const shades = await page.locator('.unseen-cards td[class^=shade]').evaluateAll((cells) => cells.map((cell) => [cell.textContent, getComputedStyle(cell).backgroundColor]));
  const of = (expected) => shades.find(([text]) => text === expected)?.[1];
  assert.equal(new Set([of('0.5'), of('1.0'), of('1.5')]).size, 3, JSON.stringify(shades));
  for (const [hash, table] of [['#/analyse', '.unseen-cards table'], ['#/rules', '.sets-table table']]) {
    await goTo(page, hash);
    const right = await page.locator(table).evaluate((one) => Math.max(...[...one.querySelectorAll('th, td')].map((cell) => cell.getBoundingClientRect().right)));
    assert.ok(right <= 360, `${table} ends at ${right}`);
  }
});

test('before the calls the advice has the other half of the page', async () => {
  const page = await open({ hash: PAGES.bid[0] });
  await page.locator('.column:nth-of-type(2) .advice tbody tr').first().waitFor();
  assert.equal(await page.locator('.candidates').count(), 0);
  await page.locator('.advice .within', { hasText: '…' }).first().waitFor();
  for (const [phase, calls, said] of [['call', '', ['Pass', 'Call']], ['rob', 'pass,call', ['Don’t rob', 'Rob']]]) {
    await goTo(page, `#/analyse?${query({ rules: 'huanle', hand: '22QQQJT9887765333', role: '', phase, calls })}`);
    await page.locator('.advice tbody', { hasText: said[1] }).waitFor();
    assert.deepEqual(await page.locator('.advice tbody th').allTextContents(), said);
  }
});

test('a position is taken over from a game, its calls too', async () => {
  const page = await open({ hash: '#/analyse?rules=standard&seed=3&seats=me,3,3' });
  await page.waitForSelector('.advice tbody tr');
  assert.equal(await page.locator('.advice tbody tr').count(), 4);
  await goTo(page, '#/analyse?rules=standard&seed=3&seats=me,3,3&a=c3');
  await page.waitForSelector('.candidates tbody tr');
  assert.equal(await page.locator('#analyse-hand').inputValue().then((hand) => hand.length), 20);
});

/* --- solve --- */

/** Choose these cards and play them. */
async function play(page, cards) {
  for (const card of cards) await page.keyboard.press(card.toLowerCase());
  const moves = Number(await page.locator('.endgame').getAttribute('data-moves'));
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => {
    const { moves: made, stage, thinking } = document.querySelector('.endgame').dataset;
    return Number(made) > n && (stage === 'solved' || stage === 'lost' || (stage === 'own' && thinking === 'false'));
  }, moves);
  return page.locator('.endgame').getAttribute('data-stage');
}

const LADDER = `#/solve?puzzle=1-01`;
const own = (page) => page.locator('.endgame .hand').getAttribute('aria-label');

/** What the solver would play in the position that is shown. */
async function solved(page, solutions, better) {
  const hands = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.hand-shown')].map((seat) => [seat.dataset.role,
    [...seat.querySelectorAll('.hand .rank, .cards:not(h3 .cards) .rank')].map((card) => ({ 10: 'T', '☆': 'B', '★': 'R' })[card.textContent] ?? card.textContent).join('')])));
  const last = await page.evaluate(() => [...document.querySelectorAll('.hand-shown')].map((seat) => [seat.dataset.role,
    [...seat.querySelectorAll('h3 .cards .rank')].map((card) => ({ 10: 'T', '☆': 'B', '★': 'R' })[card.textContent] ?? card.textContent).join('')]).find(([, cards]) => cards));
  const body = { ...(hands.farmer === undefined ? { hands } : hands), to_move: 'landlord', solutions: 'scored', ...(last && { last: { role: last[0], cards: last[1] } }) };
  const answer = await (await page.request.post(`${shared.service.url}solve`, { data: body })).json();
  assert.ok(answer.moves, JSON.stringify([answer, body]));
  return answer.moves.find(({ result }) => result === better)?.cards;
}

test('a puzzle is solved, and stays ticked', async () => {
  const page = await open({ hash: LADDER });
  await page.waitForSelector('.endgame .hand');
  assert.ok(await own(page));
  let stage = 'own';
  for (let i = 0; i < 12 && stage === 'own'; i++) {
    const cards = await solved(page, 'scored', 'win');
    assert.notEqual(cards, undefined, 'the win is kept');
    if (cards) stage = await play(page, cards);
    else {
      await page.keyboard.press('p');
      await page.waitForFunction(() => ['own', 'solved', 'lost'].includes(document.querySelector('.endgame').dataset.stage) && document.querySelector('.endgame').dataset.thinking === 'false');
      stage = await page.locator('.endgame').getAttribute('data-stage');
    }
  }
  assert.equal(stage, 'solved');
  await page.waitForSelector('[data-end=solved]');
  await page.reload();
  await page.waitForSelector('.shelf a.done');
  assert.equal(await page.locator('.shelf a.done').count(), 1);
});

test('hands with a small joker and a jack are solved, and played by who is faster than the referee', async () => {
  const page = await open({ hash: '#/solve?rules=standard&landlord=34444JB&farmer=5666JR&to=landlord' });
  await page.route('**/classify', (route) => setTimeout(() => route.continue(), 500));
  await page.locator('[data-solve]').click();
  await page.waitForSelector('[data-result=win]');
  await page.locator('[data-play]').click();
  await page.waitForSelector('.endgame .hand');
  assert.equal(await play(page, '4444JB'), 'own');
});

test('a puzzle is lost: the defender takes what is given, and a move can be taken back', async () => {
  const page = await open({ hash: LADDER });
  await page.waitForSelector('.endgame .hand');
  const wrong = await solved(page, 'scored', 'loss');
  let stage = await play(page, wrong);
  if (stage === 'own') await page.waitForSelector('[data-gone]');
  await page.locator('.refuted', { hasText: 'loses the win. The best reply is' }).waitFor();
  for (let i = 0; i < 12 && stage === 'own'; i++) {
    const cards = await solved(page, 'scored', 'loss');
    if (cards) stage = await play(page, cards);
    else {
      const before = Number(await page.locator('.endgame').getAttribute('data-moves'));
      await page.keyboard.press('p');
      await page.waitForFunction((n) => Number(document.querySelector('.endgame').dataset.moves) > n + 1 || document.querySelector('[data-end]'), before);
      stage = await page.locator('.endgame').getAttribute('data-stage');
    }
  }
  assert.equal(stage, 'lost');
  assert.equal(await page.locator('.shelf a.done').count(), 0);
  for (let moves; (moves = Number(await page.locator('.endgame').getAttribute('data-moves'))); ) {
    await page.keyboard.press('z');
    await page.waitForFunction((n) => Number(document.querySelector('.endgame').dataset.moves) < n, moves);
  }
  await page.waitForSelector('.endgame[data-stage=own]');
});

test('a hint tells the kind, then the play, and what was shown is marked', async () => {
  const page = await open({ hash: LADDER, viewport: { width: 360, height: 640 } });
  await page.waitForSelector('.endgame .hand');
  await page.keyboard.press('h');
  await page.locator('[data-hint="1"]', { hasText: 'Kind of a winning play' }).waitFor();
  assert.equal(await page.locator('.shelf a.shown, .hand [aria-pressed=true]').count(), 0);
  await page.keyboard.press('h');
  await page.waitForSelector('[data-hint="2"]');
  assert.ok((await page.locator('.hand [aria-pressed=true]').count()) > 0);
  assert.equal(await page.locator('.shelf a.shown').getAttribute('aria-label'), '1-01 Solution seen');
  await page.waitForSelector('.endgame [aria-keyshortcuts=Enter][aria-disabled=false]');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => Number(document.querySelector('.endgame').dataset.moves) > 0);
  assert.equal(await page.locator('.refuted').count(), 0);
  await goTo(page, '#/solve?puzzle=1-02');
  await page.locator('.endgame h2', { hasText: '1-02' }).waitFor();
  await page.locator('[data-solve]').click();
  await page.waitForSelector('[data-result=win]');
  assert.equal(await page.locator('.shelf a.shown').count(), 2);
  await goTo(page, '#/solve?new');
  await page.waitForSelector('.panel.form');
  await goTo(page, '#/solve');
  await page.waitForFunction(() => document.querySelector('.shelf')?.getBoundingClientRect().top < document.querySelector('.panel.form')?.getBoundingClientRect().top); // puzzles first
});

test('open hands have a verdict with all winning plays', async () => {
  const page = await open({ hash: `#/solve?${query({ landlord: '46899JKAA', farmer: '3346TTJA2', rules: 'douzero', to: 'landlord' })}` });
  await page.locator('[data-solve]').click();
  await page.waitForSelector('[data-result=win]');
  assert.equal(await page.locator('.verdict .plays li').count(), 3);
  await page.locator('[data-hands]').selectOption('3');
  await page.waitForSelector('#solve-landlord_up');
});

/* The example stood there until the address was read; who asked for a verdict by then got none. */
test('nothing can be asked of a position that is not there yet', async () => {
  let go = () => {};
  const held = new Promise((resolve) => (go = resolve));
  const first = (page) => page.route('**/puzzles.json', (route) => held.then(() => route.continue()));
  const page = await open({ hash: `#/solve?${query({ landlord: '46899JKAA', farmer: '3346TTJA2', rules: 'douzero', to: 'landlord' })}`, first });
  await page.waitForSelector('h1', { state: 'attached' });
  assert.equal(await page.locator('[data-solve], [data-play]').count(), 0);
  go();
  await page.locator('[data-solve]').click();
  await page.waitForSelector('[data-result=win]');
});

test('a shelf that cannot be fetched is said to be missing, and fetched again', async () => {
  const first = (page) => page.route('**/puzzles.json', (route) => route.fulfill({ status: 404 }));
  const page = await open({ hash: '#/solve?puzzle=1-01', allow: [/404/], first });
  await page.locator('.shelf [role=alert]', { hasText: 'could not be fetched' }).waitFor();
  await page.locator('.panel.form select').first().waitFor(); // the rest of the page is there
  await page.unroute('**/puzzles.json');
  await page.locator('.shelf button').click();
  await page.waitForSelector('.endgame .hand');
  assert.ok((await page.locator('.shelf a').count()) >= 60);
});

/* --- review --- */

test('a review finds the blunder, goes there, and shows what was better', async () => {
  const page = await open({ hash: BLUNDER, nodes: 20000 });
  await page.locator('[data-mistake="0"]').waitFor();
  await page.keyboard.press('End');
  await page.waitForSelector('[data-step="8"]');
  assert.match(await page.locator('.board').innerText(), /farmers win/i);
  await page.locator('[data-mistake="0"]').click();
  await page.waitForSelector('[data-step="0"]');
  assert.match(await page.locator('.decision .cards').nth(1).getAttribute('aria-label'), /^7 6 5 4 3/);
  assert.equal(await page.locator('.curve .point.size-2[data-action="0"]').count(), 1);
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('[data-step="1"]');
  await page.waitForFunction(() => location.hash.endsWith('step=1'));
  await page.locator('.curve .point[data-action="3"]').click();
  await page.waitForSelector('[data-step="3"]');
  await page.getByRole('link', { name: 'Play on from here' }).click();
  await page.waitForSelector('.table[data-actions="3"]');
});

test('a game is read from a text, with others beside it, and saved again', async () => {
  const body = '{"rules":"standard","hands":{"landlord":"34567R","landlord_down":"89","landlord_up":"TJ"},"actions":[{"role":"landlord","cards":"3"}]}';
  const page = await open({ hash: '#/review' });
  const read = page.getByRole('button', { name: 'Review', exact: true });
  for (const [text, told] of [[REPLAY.replace('22,,,2,X', '22,,,2,Y'), 'DouZero, line 1, card_play_action_seq[16]: “Y” cannot be read.'], [`${body}\nhello`, 'Line 2: a game cannot begin with “hello”.']]) {
    await page.locator('.import textarea').fill(text);
    await read.click();
    await page.locator('.trouble', { hasText: told }).waitFor();
  }
  await page.locator('.import textarea').fill(REPLAY);
  await read.click();
  await page.locator('.where', { hasText: '1 / 19' }).waitFor();
  await page.getByRole('button', { name: 'Open a game' }).click();
  await page.locator('.import textarea').fill(`${body}\n${body}`);
  await read.click();
  await page.locator('[data-mistake="0"]').waitFor();
  assert.equal(await page.locator('.tools select option').count(), 2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save' }).click();
  assert.deepEqual(JSON.parse(readFileSync(await (await download).path(), 'utf8')), JSON.parse(body));
});

test('a game plays itself, and stops when one steps', async () => {
  const page = await open({ hash: `${BLUNDER}&step=0` });
  await page.waitForSelector('[data-step="0"]');
  await page.locator('[data-speed]').selectOption('600');
  await page.locator('[data-run]').click();
  await page.waitForSelector('[data-step="2"]');
  await page.waitForSelector('[data-run][aria-pressed=true]');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('[data-run][aria-pressed=false]');
  await page.keyboard.press(' ');
  await page.waitForSelector('[data-step="8"]'); // to the end
  await page.waitForSelector('[data-run][aria-pressed=false]');
});

test('at a mistake one tries oneself, and is told', async () => {
  const page = await open({ hash: BLUNDER, nodes: 20000, viewport: { width: 360, height: 640 } });
  await page.locator('[data-try="0"]').click();
  await page.waitForFunction(() => document.activeElement?.matches('.seats .hand [data-place]'));
  assert.equal(await page.locator('.decision:not(.retry), .candidates').count(), 0); // the answer is not shown
  const play = async (cards) => {
    for (const card of cards) await page.keyboard.press(card);
    await page.keyboard.press('Enter');
  };
  await play('7');
  await page.waitForSelector('.retry [data-tried=blunder]');
  await page.keyboard.press('7');
  await play('34567');
  await page.waitForSelector('.retry [data-tried=best]');
  await page.locator('[data-show]').click();
  await page.locator('.decision:not(.retry) tbody tr').first().waitFor();
});

test('of a refused game it is said which action of whom, and the rest is reviewed', async () => {
  const wrong = { rules: 'standard', hands: '{"landlord":"34567R","landlord_down":"89","landlord_up":"TJ"}', seats: 'me,3,3', a: '0-3,1-8,2-,0-4,1-9' };
  const page = await open({ hash: `#/review?${query(wrong)}`, allow: [/422/] });
  await page.locator('[data-refused="3"]', { hasText: 'Step 4 is not legal; the review ends before it: You · Landlord, 4. It does not beat the play before.' }).waitFor();
  await page.waitForSelector('[data-step="3"]');
  await page.locator('[data-mistake="0"]').waitFor();
});

test('the page begins with a sample, the last games, and what they say; a file takes them elsewhere', async () => {
  const one = await open({ hash: '#/review', locale: 'en-GB' });
  await one.locator('[data-sample]').click();
  await one.locator('.mistakes [data-mistake]').first().waitFor();
  await goTo(one, '#/play?rules=standard&seed=8&seats=me,8,8&a=0c3,0-JJ,1-QQ,2-KK,0-22,1-,2-,0-9992,1-,2-3AAA,0-,1-,2-TT,0-,1-,2-3456789,0-BR,1-,2-,0-8,1-J,2-2,0-,1-');
  await turn(one); // and the robot ends it
  await goTo(one, '#/review');
  const line = one.locator('.own-games li a');
  assert.match(await line.innerText(), /Standard · Landlord · Level 8\s+Lost −12/);
  assert.match(await one.locator('.statistics tbody tr').innerText(), /Level 8\s+0% \(0\/1\)\s+–\s+−12\s+–/);
  await line.click();
  await one.locator('.mistakes table tbody tr').first().waitFor();
  await one.waitForSelector('.chance[aria-busy=false]'); // before it is left: the first judgement may be of a part
  await goTo(one, '#/review');
  await one.waitForFunction(() => /%$/.test(document.querySelector('.statistics tbody td:nth-child(5)')?.textContent ?? '')); // it was judged
  const download = one.waitForEvent('download');
  await one.locator('[data-export]').click();
  const path = await (await download).path();
  const other = await open({ hash: '#/review' });
  await other.locator('[data-import]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"format":"ddz-own","games":[]}') });
  await other.locator('.trouble', { hasText: 'This file is not one of exported games' }).waitFor();
  await other.locator('[data-import]').setInputFiles(path);
  await other.locator('.own-games li a').waitFor();
  await other.waitForSelector('.trouble', { state: 'detached' });
});

test('why a decision is not judged is said', async () => {
  const byRules = (route) => { // they tell no chances
    const { judge, ...body } = route.request().postDataJSON();
    return route.continue({ postData: JSON.stringify({ ...body, engine: 'rules' }) });
  };
  const page = await open({ hash: BLUNDER, first: (page) => page.route('**/review', byRules) });
  await page.locator('.decision', { hasText: 'not judged: the engine gives no winning chances here' }).waitFor();
  assert.match(await page.locator('.curve .point').first().getAttribute('aria-label'), /Not judged/);
});

/* --- a service that is busy --- */

for (const [name, asked] of Object.entries({ analyse: 'batch', solve: 'rules', review: 'review', rules: 'batch', api: 'version' }))
  test(`${name} asks again while the service is busy, and says so`, async () => {
    const [hash, filled] = PAGES[name];
    // So long that nobody but the button asks again: a page that asks by itself takes the button away before the click.
    const busy = (route) => route.fulfill({ status: 503, headers: { 'Retry-After': '600' }, contentType: 'application/problem+json', body: '{"code":"queue_full"}' });
    const page = await open({ hash, allow: [/503/], first: (page) => page.route(`**/${asked}`, busy) });
    await page.locator('.away[role=alert]', { hasText: 'The service is busy' }).waitFor();
    await page.unroute(`**/${asked}`);
    await page.locator('.away button').click();
    await page.locator(filled).first().waitFor();
    await page.waitForSelector('.away', { state: 'detached' });
    assert.equal(await page.locator('.trouble').count(), 0);
  });

/* --- rules, api --- */

test('what a set of cards is, under every rule set', async () => {
  const page = await open({ hash: `#/rules?${query({ cards: '333444BR' })}` });
  await page.waitForSelector('[data-readings]');
  assert.equal(await page.locator('[data-readings]').getAttribute('data-readings'), '0');
  await page.locator('[data-rules]').selectOption('botzone');
  await page.waitForSelector('[data-readings="1"]');
  await page.locator('.sets-table .example').first().click();
  await page.waitForFunction(() => !location.hash.includes('333444BR'));
});

test('a switch makes rules of one\'s own, and they are played', async () => {
  const page = await open({ hash: `#/rules?${query({ cards: '333344' })}` });
  await page.waitForSelector('[data-readings="1"]');
  await page.locator('details summary', { hasText: 'Other switches' }).click();
  await page.locator('[data-switch=four_pair]').click();
  await page.waitForSelector('[data-readings="0"]');
  await page.locator('[data-switch=long_bombs]').click();
  await page.locator('.trouble', { hasText: 'long_bombs' }).waitFor();
  await page.locator('[data-switch=long_bombs]').click();
  await page.waitForSelector('[data-readings="0"]');
  await page.locator('[data-play]').click();
  await page.locator('.facts', { hasText: 'Standard, changed' }).waitFor();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Deal', exact: true }).click();
  await page.waitForFunction(() => !document.querySelector('dialog'));
  assert.deepEqual(JSON.parse(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('rules')), { preset: 'standard', four_pair: false });
});

test('the reference is shown, try-it-out posts, and axe finds nothing in it', async () => {
  const page = await open({ hash: '#/api', bypassCSP: true });
  const frame = page.frameLocator('iframe');
  await frame.getByText('/classify', { exact: true }).first().click();
  const answered = page.waitForResponse((response) => response.url().endsWith('/classify'));
  await frame.getByRole('button', { name: 'TRY' }).first().click();
  const response = await answered;
  assert.equal(response.request().method(), 'POST');
  assert.equal(response.status(), 200);
  assert.ok('readings' in (await response.json()));
  for (const language of ['Python', 'JavaScript', 'Go', 'curl']) {
    await page.getByRole('button', { name: language, exact: true }).click();
    assert.ok((await page.locator('pre').textContent()).includes(`${shared.service.url}table`), language);
  }
  await lookInside(page, 'light');
});

/** Axe at the reference, with one operation tried and another opened. */
async function lookInside(page, what) {
  const frame = page.frameLocator('iframe');
  await frame.locator('pre[tabindex][style*="--resp-area-height"]').first().waitFor();
  await frame.getByText('/table', { exact: true }).first().click();
  const inside = page.frames().find((one) => one.url().includes('reference.html'));
  await bringAxe(inside);
  assert.deepEqual(await findings(inside, what), []);
}

test('axe finds nothing in the reference in the dark theme', async () => {
  const page = await open({ hash: '#/api', bypassCSP: true, colorScheme: 'dark' });
  const frame = page.frameLocator('iframe');
  await frame.getByText('/classify', { exact: true }).first().click();
  await frame.getByRole('button', { name: 'TRY' }).first().click();
  await lookInside(page, 'dark');
});

test('the reference is in the language of the console', async () => {
  const page = await open({ hash: '#/api', locale: 'zh-CN', bypassCSP: true });
  const frame = page.frameLocator('iframe');
  await frame.getByText('判断牌型：是什么牌，能不能压过上一手').first().waitFor();
  await page.getByRole('button', { name: 'EN', exact: true }).click();
  await frame.getByText('Identify cards: which play they are, and whether they beat the last one').first().waitFor();
});

/* Go and curl with jq are not everywhere; they are there to be read. */
for (const [language, program, option] of [['JavaScript', 'node', '--eval'], ['Python', 'python3', '-c']])
  test(`the worked game in ${language} plays to its end`, async () => {
    const text = language === 'JavaScript' ? `(async () => {${worked(language, shared.service.url)}})()` : worked(language, shared.service.url);
    const { stdout } = await promisify(execFile)(program, [option, text], { timeout: 60000 });
    const score = JSON.parse(stdout);
    assert.equal(score.length, 3);
    assert.equal(score.reduce((sum, points) => sum + points, 0), 0);
  });
