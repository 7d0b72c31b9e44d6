/* #/play in Chromium. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { actions, bringAxe, byClick, byNodes, decide, findings, game, ground, playOut, turn } from './console.js';

const { open } = ground();

test('cards are chosen by a drag over them, by their keys, and what is no play is said at once', async () => {
  const { page, done } = await open({ hash: '#/play?rules=douzero&hands=' + encodeURIComponent('{"landlord":"33445566778","landlord_down":"9TJQKA2","landlord_up":"99TTJJQ"}') + '&seats=me,3,3' });
  await turn(page);
  const chosen = (count) => page.waitForFunction((n) => document.querySelectorAll('.hand [aria-pressed=true]').length === n, count);
  const at = async (place) => {
    const box = await page.locator(`.hand [data-place="${place}"]`).boundingBox();
    return [box.x + 8, box.y + box.height / 2];
  };
  await page.mouse.move(...(await at(1)));
  await page.mouse.down();
  await page.mouse.move(...(await at(4)), { steps: 6 });
  await page.mouse.move(...(await at(6)), { steps: 6 });
  await page.mouse.up();
  await chosen(6); // 7 7 6 6 5 5
  await page.waitForSelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false]');
  await page.mouse.click(...(await at(6)));
  await chosen(5);
  await page.waitForSelector('.message.no');
  await page.keyboard.press('Escape');
  await chosen(0);
  for (const key of ['3', '3', '4', '4', '5', '5']) await page.keyboard.press(key);
  await chosen(6);
  await page.keyboard.press('3');
  await chosen(4);
  await page.locator('.hand [data-place="0"]').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Space', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), '1');
  await chosen(6);
  await done();
});

test('hints go round, and what was taken back can be played again', async () => {
  const { page, done } = await open({ hash: game('douzero', 42) });
  await turn(page);
  const begun = await actions(page);
  const marked = () => page.locator('.hand [aria-pressed=true]').evaluateAll((cards) => cards.map((card) => card.dataset.place).join());
  await page.keyboard.press('h');
  await page.waitForSelector('.hand [aria-pressed=true]');
  const first = await marked();
  await page.keyboard.press('h');
  await page.waitForFunction((old) => [...document.querySelectorAll('.hand [aria-pressed=true]')].map((card) => card.dataset.place).join() !== old, first);
  for (let i = 0; i < 3; i++) {
    if ((await turn(page)) === 'over') break;
    await decide(page, byClick);
  }
  await turn(page);
  for (let i = 0; i < 3; i++) await page.keyboard.press('z');
  await page.waitForFunction((n) => Number(document.querySelector('.table')?.dataset.actions) === n, begun);
  await decide(page, byClick);
  await done();
});

test('the address holds the whole game: a reload and another browser go on with it', async () => {
  const { page, done } = await open({ hash: game('standard', 32) });
  for (let i = 0; i < 3; i++) {
    if ((await turn(page)) === 'over') break;
    await decide(page, byClick);
  }
  await turn(page);
  const [url, count, hand] = [page.url(), await actions(page), await page.locator('.hand').innerText()];
  await page.reload();
  await turn(page);
  assert.equal(await actions(page), count);
  assert.equal(await page.locator('.hand').innerText(), hand);
  const other = await open({ hash: new URL(url).hash });
  await turn(other.page);
  assert.equal(await other.page.locator('.hand').innerText(), hand);
  await other.done();
  await done();
});

test('a link that holds no game says so and deals another', async () => {
  const { page, done } = await open({ hash: '#/play?seed=1&a=zz' });
  await page.waitForSelector('[role=alert]');
  await turn(page);
  await done();
});

test('the coach says what a bad play cost, shows the better one, and lets it be played', async () => {
  const hands = encodeURIComponent('{"landlord":"34567R","landlord_down":"89","landlord_up":"TJ"}');
  const { page, done } = await open({ hash: `#/play?rules=standard&hands=${hands}&seats=me,3,3`, first: byNodes(20000) });
  await turn(page);
  await page.locator('.coach [role=switch]').click();
  await page.keyboard.press('3');
  await page.waitForSelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.coach .grade.bad');
  await page.locator('.coach button', { hasText: 'better' }).click();
  assert.match(await page.locator('.coach .cards').last().getAttribute('aria-label'), /^3 4 5 6 7/);
  await page.locator('.coach button', { hasText: 'back' }).click();
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.actions === '0');
  await done();
});

test('the counter counts what the others hold, and open hands show it', async () => {
  const { page, done } = await open({ hash: game('douzero', 33) });
  await turn(page);
  const counted = await page.locator('.counter li').evaluateAll((items) => items.reduce((sum, item) => sum + Number(item.querySelector('b').textContent), 0));
  const left = await page.locator('.seat h2 .left b').allTextContents();
  assert.equal(counted, left.reduce((sum, text) => sum + Number(text), 0));
  await page.getByRole('button', { name: 'Open' }).click();
  await page.waitForSelector('.seat .open');
  assert.equal(await page.locator('.seat .open .card').count(), counted);
  await done();
});

test('rules, robots and deal are chosen in a dialog', async () => {
  const { page, done } = await open({ hash: game('standard', 34) });
  await turn(page);
  await page.getByRole('button', { name: 'New' }).click();
  await page.locator('select[name=rules]').selectOption('laizi');
  await page.locator('select[name=who1]').selectOption('5');
  await page.locator('select[name=style1]').selectOption('aggressive');
  await page.locator('select[name=who2]').selectOption('0');
  await page.locator('input[name=seed]').fill('77');
  await page.getByRole('button', { name: 'Deal' }).click();
  await page.waitForFunction(() => location.hash.includes('rules=laizi&seed=77&seats=me,5a,0'));
  await turn(page);
  await done();
});

test('both languages have words for all of it, remembered with the theme', async () => {
  const { page, done } = await open({ hash: game('standard', 35), locale: 'zh-CN' });
  await turn(page);
  assert.match(await page.locator('.panel h2').first().textContent(), /记牌器/);
  await page.getByRole('button', { name: 'EN' }).click();
  await page.waitForSelector('.panel h2:text("Unseen")');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await page.reload();
  await turn(page);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  assert.match(await page.locator('.panel h2').first().textContent(), /Unseen/);
  await done();
});

test('who goes to another page while the engine is asked stays there when it answers', async () => {
  const { page, done } = await open({ hash: game('douzero', 43) });
  await turn(page);
  const held = [];
  await page.route('**/table', (route) => held.push(route));
  const asked = page.waitForRequest('**/table');
  await page.keyboard.press('h');
  await page.waitForSelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false], .message[data-nothing=true]');
  await page.keyboard.press((await page.locator('.message[data-nothing=true]').count()) ? 'p' : 'Enter');
  await asked;
  await page.locator('nav a[href="#/analyse"]').click();
  await page.waitForSelector('.candidates');
  await page.unroute('**/table');
  for (const route of held) await route.continue().catch(() => {}); // it may have been called off
  await page.waitForSelector('.candidates tbody tr');
  assert.match(page.url(), /#\/analyse/);
  assert.equal(await page.locator('.table').count(), 0);
  await done();
});

test('what the service says against a game is shown in words', async () => {
  const { page, done } = await open({ hash: game('standard', 38, '&a=0-34'), allow: [/422/] });
  const text = await page.locator('.trouble[role=alert] p').textContent();
  assert.ok(text.length > 10, text);
  await done();
});

/** The longest time that anything on the page takes to change its look, s. */
const motion = (page) => page.evaluate(() => Math.max(...[...document.querySelectorAll('*')].flatMap((element) => [null, '::before', '::after'].flatMap((part) => {
  const { transitionDuration, animationDuration } = getComputedStyle(element, part);
  return `${transitionDuration},${animationDuration}`.split(',').map(parseFloat);
}))));

for (const [reducedMotion, least, most] of [['no-preference', 0.001, 0.15], ['reduce', 0, 0]])
  test(`motion takes at most ${most} s where the person wishes ${reducedMotion}`, async () => {
    const hands = encodeURIComponent('{"landlord":"34567R","landlord_down":"89","landlord_up":"TJ"}');
    const { page, done } = await open({ hash: `#/play?rules=standard&hands=${hands}&seats=me,3,3`, reducedMotion });
    await turn(page);
    await page.keyboard.press('3');
    await page.waitForSelector('.hand [aria-pressed=true]');
    const longest = await motion(page);
    assert.ok(longest >= least && longest <= most, `${longest} s`);
    if (reducedMotion === 'reduce') assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    await done();
  });

for (const colorScheme of ['light', 'dark'])
  test(`axe finds nothing on #/play in the ${colorScheme} theme`, async () => {
    const { page, done } = await open({ hash: game('laizi', 39), colorScheme, bypassCSP: true });
    await turn(page);
    await bringAxe(page);
    const look = async (what) => assert.deepEqual(await findings(page, what), []);
    await look('calling');
    await decide(page, byClick);
    await turn(page);
    await page.keyboard.press('h');
    await look('playing');
    await playOut(page, byClick);
    await look('over');
    await page.getByRole('button', { name: 'New' }).click();
    await page.waitForSelector('dialog[open]');
    await look('dialog');
    await done();
  });
