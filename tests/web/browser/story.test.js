/* What people met at the table and in the review, in Chromium: each was a fault once. */
import assert from 'node:assert/strict';

import { SCRIPT } from '../../../web/model/lesson.js';
import { ALL, actions, devices, decide, game, goTo, ground, playOut, query, test, turn } from './console.js';

const { open } = ground();

const hands = '{"landlord":"34567R","landlord_down":"89","landlord_up":"TJ"}';
const BLUNDER = { rules: 'standard', hands, seats: 'me,3,3', a: '0-3,1-8,2-,0-R,1-,2-,0-4,1-9' };
const SAMPLE = 'rules=standard&seed=8&seats=me,8,8&a=0c3,0-JJ,1-QQ,2-KK,0-22,1-,2-,0-9992,1-,2-3AAA,0-,1-,2-TT,0-,1-,2-3456789,0-BR,1-,2-,0-8,1-J,2-2,0-,1-,2-Q';

/** Play these cards by their keys. */
async function play(page, cards) {
  for (const card of cards) await page.keyboard.press(card);
  await page.locator('.actions [aria-keyshortcuts=Enter][aria-disabled=false]').waitFor();
  await page.keyboard.press('Enter');
}

test('a deal that is taken back and finished again counts once', async () => {
  const page = await open({ hash: `#/play?${query({ rules: 'standard', hands: '{"landlord":"3","landlord_down":"89","landlord_up":"TJ"}', seats: 'me,3,3' })}` });
  for (let i = 0; i < 2; i++) {
    await turn(page);
    await play(page, '3');
    await page.waitForSelector('.end');
    if (i === 0) await page.keyboard.press('z');
    if (i === 0) await page.waitForFunction(() => document.querySelector('.table').dataset.state === 'acting');
  }
  assert.equal(await page.locator('.points tbody tr').count(), 1);
});

test('reasons are in the language that is spoken', async () => {
  const page = await open({ hash: `#/review?${SAMPLE}&step=7` });
  await page.locator('.decision .why', { hasText: /[a-z]{4}/ }).waitFor();
  await page.getByRole('button', { name: '中文' }).click();
  await page.locator('.decision .why', { hasText: /[\u4e00-\u9fff]{2}/ }).waitFor();
  assert.doesNotMatch(await page.locator('.page').innerText(), /[a-z]{4,}/);
  assert.match(await page.title(), /复盘 · 斗地主/);
});

test('each page has a title of its own', async () => {
  const page = await open({ hash: '#/rules' });
  await page.waitForFunction(() => document.title === 'Rules · Dou Dizhu');
  await goTo(page, '#/learn');
  await page.waitForFunction(() => document.title === 'Learn · Dou Dizhu');
});

test('a link with an illegal action is a game until there', async () => {
  const page = await open({ hash: `#/play?${query({ ...BLUNDER, a: '0-3,1-8,2-,0-4' })}`, allow: [/422/] });
  await page.locator('.trouble', { hasText: 'Step 4 of this link is not legal' }).waitFor();
  await turn(page);
  assert.equal(await actions(page), 3);
  await goTo(page, '#/play?rules=nothing&seed=3');
  await page.locator('.trouble', { hasText: 'no readable game' }).waitFor();
  await turn(page);
});

test('five of a rank are no play anywhere, and what cannot be read is not read as before', async () => {
  const page = await open({ hash: `#/rules?${query({ cards: '33333' })}` });
  await page.locator('.sets li').first().waitFor();
  const marks = await page.locator('.sets li span:last-child').allTextContents();
  assert.deepEqual([...new Set(marks)].sort(), ['Needs the rank that is wild', '✗']);
  await page.locator('#rules-cards').fill('33你');
  await page.locator('#rules-cards').blur();
  await page.locator('#rules-cards-wrong', { hasText: '你' }).waitFor();
  assert.equal(await page.locator('.readings-list .card').count(), 0);
});

test('a wildcard says what it stands for, on the table and in the log', async () => {
  const wild = { rules: '{"preset":"laizi","wild":["9"]}', hands: '{"landlord":"3944","landlord_down":"89T","landlord_up":"TJQ"}', seats: 'me,me,me', a: '0-39~pair-3-1,1-,2-,0-4' };
  const page = await open({ hash: `#/play?${query(wild)}` });
  await turn(page);
  await page.locator('.course li', { hasText: '=3' }).waitFor();
  await page.keyboard.press('z');
  await page.keyboard.press('z');
  await page.waitForSelector('.table[data-actions="2"]');
  assert.equal(await page.locator('.played .card[data-as="3"]').count(), 1);
  assert.match(await page.locator('.played .cards').getAttribute('aria-label'), /3 9 as 3/);
});

test('a puzzle that is not there is said to be missing', async () => {
  const page = await open({ hash: '#/solve?puzzle=9-99' });
  await page.locator('.trouble', { hasText: 'There is no puzzle of this name' }).waitFor();
});

for (const [width, height] of [[360, 640], [390, 844]])
  test(`on ${width} x ${height} the last plays are large, own ranks stay together, and a tap on the felt clears the choice`, async () => {
    const deal = '{"landlord":"333456789TTTTJQKA2BR","landlord_down":"4456789JQQKKAA2","landlord_up":"556789JJKA22"}';
    const page = await open({ hash: `#/play?${query({ rules: 'standard', hands: deal, kitty: '345', seats: 'me,me,me', a: '0-4' })}`, ...devices['Galaxy S8'], viewport: { width, height }, defaultBrowserType: undefined });
    await turn(page);
    assert.ok((await page.locator('.middle .card').first().boundingBox()).width >= 56);
    const rows = await page.locator('.fan').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('.rank')].map((rank) => rank.textContent)));
    assert.equal(rows.length, 2);
    assert.notEqual(rows[0].at(-1), rows[1][0]);
    assert.equal(new Set(await page.locator('.facts .card').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))).size, 1);
    await page.locator('.hand [data-place="3"]').tap();
    await page.waitForSelector('.hand [aria-pressed=true]');
    const felt = await page.locator('.middle').boundingBox();
    await page.touchscreen.tap(felt.x + felt.width / 2, felt.y + 8);
    await page.waitForFunction(() => !document.querySelector('.hand [aria-pressed=true]'));
  });

test('a card that a finger chose stays chosen when its click comes late', async () => {
  const page = await open({ hash: `#/play?${query({ rules: 'standard', hands, seats: 'me,3,3' })}` });
  await turn(page);
  const pressed = await page.evaluate(async () => {
    const card = document.querySelector('.hand [data-place="3"]'), { x, y } = card.getBoundingClientRect();
    Element.prototype.releasePointerCapture = () => {}; // there is no finger behind these events
    const later = (ms) => new Promise((go) => { setTimeout(go, ms); });
    const at = { bubbles: true, button: 0, clientX: x + 4, clientY: y + 4 };
    card.dispatchEvent(new PointerEvent('pointerdown', at));
    card.dispatchEvent(new PointerEvent('pointerup', at));
    await later(50);
    card.dispatchEvent(new MouseEvent('click', { ...at, detail: 1 }));
    await later(50);
    return document.querySelector('.hand [data-place="3"]').getAttribute('aria-pressed');
  });
  assert.equal(pressed, 'true');
});

test('on a phone on its side a tap on a mistake shows the board', async () => {
  const page = await open({ hash: `#/review?${query(BLUNDER)}&step=5`, viewport: { width: 740, height: 360 } });
  await page.locator('[data-mistake="0"]').click();
  await page.waitForSelector('[data-step="0"]');
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector('.board').getBoundingClientRect();
    return top > -10 && top < 200 && bottom > 100;
  });
});

const shifts = () => {
  globalThis.shifted = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => one.hadRecentInput || (globalThis.shifted += one.value))).observe({ type: 'layout-shift', buffered: true });
};
for (const [name, hash, filled] of [['analyse', '#/analyse', '[data-deep="200000"]'], ['review', `#/review?${SAMPLE}&step=7`, '.chance[aria-busy=false]'], ['rules', '#/rules', '.sets-table'], ['solve', '#/solve', '.shelf a'], ['learn', '#/learn', '.guided']])
  for (const [width, height] of [[1280, 800], [360, 640]])
    test(`nothing jumps on ${name} at ${width} x ${height}`, async () => {
      const page = await open({ hash, viewport: { width, height }, prepare: shifts });
      await page.locator(filled).first().waitFor();
      const shifted = await page.evaluate(() => globalThis.shifted);
      assert.ok(shifted <= 0.02, String(shifted));
    });

test('the coach and the review say the same word, and a review opened again too', async () => {
  const page = await open({ hash: `#/play?${query({ ...BLUNDER, a: '' })}`, kept: { coach: true }, nodes: ALL });
  await turn(page);
  await play(page, '3');
  const coached = await page.locator('.coach .grade').textContent();
  const words = async () => {
    await page.waitForSelector('.chance[aria-busy=false]');
    return page.locator('.curve .point').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  };
  await goTo(page, `#/review?${query(BLUNDER)}&step=0`);
  const first = await words();
  assert.equal(await page.locator('.decision .grade').textContent(), coached);
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  assert.deepEqual(await words(), first);
});

test('a hint is there at once, and who plays it is not blamed', async () => {
  const page = await open({ hash: game('douzero', 42), kept: { coach: true }, nodes: ALL });
  for (let i = 0; i < 4 && (await turn(page)) !== 'over'; i++) {
    await decide(page);
    await page.waitForFunction(() => !/Thinking/.test(document.querySelector('.coach').textContent));
    assert.equal(await page.locator('.coach :is(.inaccuracy, .mistake, .blunder)').count(), 0);
  }
});

test('the curve is one line with zones, and shows what one seat saw', async () => {
  const page = await open({ hash: `#/review?${SAMPLE}&step=7` });
  await page.waitForSelector('.chance[aria-busy=false]');
  assert.equal(await page.locator('.curve .line').count(), 1);
  assert.ok((await page.locator('.curve .zone').count()) > 0);
  const seen = await page.locator('.curve .seen').getAttribute('points');
  assert.equal(await page.locator('[data-seer]').inputValue(), '0');
  await page.locator('[data-seer]').selectOption('1');
  await page.waitForFunction((old) => document.querySelector('.curve .seen').getAttribute('points') !== old, seen);
  await page.locator('.decision [data-open]', { hasText: /\d+% to \d+%/ }).waitFor();
  assert.doesNotMatch(await page.locator('.decision').innerText(), /\b[RBT]\b|best result over many/);
});

for (const viewport of [{ width: 360, height: 640 }, { width: 1280, height: 800 }])
  test(`the guided hand is played in ten steps at ${viewport.width} x ${viewport.height}`, async () => {
    const page = await open({ hash: '#/learn', viewport });
    await page.locator('.guided [data-call]').click();
    await page.waitForSelector('.guided[data-step="1"] .hand');
    await page.keyboard.press('4');
    await page.keyboard.press('Enter');
    await page.locator('.guided .message.no', { hasText: 'That is a play, too' }).waitFor();
    for (let step = 1; step < SCRIPT.length; step++) {
      await page.waitForSelector(`.guided[data-step="${step}"]`);
      if (SCRIPT[step][0].cards === '') await page.locator('.guided [aria-keyshortcuts=P]').click();
      else {
        await page.locator('.guided [data-show]').click();
        await page.locator('.guided [aria-keyshortcuts=Enter][aria-disabled=false]').click();
      }
    }
    await page.locator('.guided .task', { hasText: 'You won as the landlord' }).waitFor();
  });

test('a day has its puzzle and its deal', async () => {
  const page = await open({ hash: '#/solve?today' });
  await page.waitForSelector('.endgame .hand');
  assert.match(await page.locator('.shelf [data-today]').getAttribute('href'), /puzzle=\d-\d\d/);
  await goTo(page, '#/review');
  await page.locator('.today [data-deal]').click();
  await page.waitForFunction(() => /seed=20\d{6}&/.test(location.hash));
  await turn(page);
});

test('own mistakes come back to be trained, and help that was used is told', async () => {
  const page = await open({ hash: `#/play?${query({ ...BLUNDER, a: '' })}` });
  await turn(page);
  await play(page, '3');
  await turn(page);
  await playOut(page);
  await page.locator('.end a[href^="#/review"]').click();
  await page.waitForSelector('.chance[aria-busy=false]');
  await goTo(page, '#/review');
  await page.locator('.own-games li em', { hasText: 'hint' }).waitFor();
  await page.locator('.today li a').first().click();
  await page.waitForSelector('.retry');
  assert.equal(await page.locator('.decision:not(.retry)').count(), 0);
  await play(page, '34567');
  await page.waitForSelector('.retry [data-tried=best]');
  await goTo(page, '#/review');
  await page.locator('.today li', { hasText: '✓' }).waitFor();
});
