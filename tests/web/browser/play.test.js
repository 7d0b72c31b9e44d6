/* #/play in Chromium. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { actions, bringAxe, byClick, decide, findings, game, ground, openPage, playOut, startProxy, startService, turn } from './console.js';

const shared = ground();
const { open } = shared;

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
  const { page, done } = await open({ hash: `#/play?rules=standard&hands=${hands}&seats=me,3,3` });
  await turn(page);
  await page.locator('.coach [role=switch]').click();
  await page.keyboard.press('3');
  await page.waitForSelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.coach .grade.bad');
  await page.locator('.coach button', { hasText: 'better' }).click();
  assert.match(await page.locator('.coach .cards').last().getAttribute('aria-label'), /^3 4 5 6 7/);
  await page.locator('.coach button', { hasText: 'again' }).click();
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

test('a token is asked for, and a wrong one asked for again', async () => {
  const { writeFileSync, rmSync } = await import('node:fs');
  const file = `/tmp/ddz-console-tokens-${process.pid}`;
  writeFileSync(file, 'the-token-of-this-test\n');
  const guarded = await startService({ options: ['--tokens', file] });
  const { page, done } = await openPage(shared.browser, guarded, { hash: game('douzero', 36), allow: [/401/] });
  for (const [token, said] of [['not-the-right-token', /only with a token/], ['the-token-of-this-test', /does not accept/]]) {
    await page.locator('dialog[open] p', { hasText: said }).waitFor();
    await page.locator('dialog[open] input[type=password]').fill(token);
    await page.keyboard.press('Enter');
  }
  await turn(page);
  await page.reload();
  await turn(page);
  await done();
  await guarded.stop();
  rmSync(file);
});

test('a service that goes away in the middle of a game is waited for', async () => {
  let service = await startService();
  const proxy = await startProxy(service);
  const { page, done } = await openPage(shared.browser, proxy, { hash: game('douzero', 37), allow: [/ERR_EMPTY|ERR_SOCKET|ERR_CONNECTION/] });
  await turn(page);
  const begun = await actions(page);
  proxy.to(null);
  await service.stop();
  await page.keyboard.press('h');
  await page.waitForSelector('.trouble[role=alert]');
  assert.match(await page.locator('.trouble').textContent(), /cannot be reached/);
  service = await startService();
  proxy.to(service);
  await page.waitForSelector('.trouble', { state: 'detached' });
  await decide(page, byClick);
  assert.ok((await actions(page)) > begun);
  await done();
  await proxy.stop();
  await service.stop();
});

test('a proxy may put it under a path of its own', async () => {
  const proxy = await startProxy(shared.service, '/games/ddz');
  const { page, done } = await openPage(shared.browser, proxy, { hash: game('huanle', 41) });
  await turn(page);
  await decide(page, byClick);
  await done();
  await proxy.stop();
});

test('what the service says against a game is shown in words', async () => {
  const { page, done } = await open({ hash: game('standard', 38, '&a=0-34'), allow: [/422/] });
  const text = await page.locator('.trouble[role=alert] p').textContent();
  assert.ok(text.length > 10, text);
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

test('the first load is at most 60 kB over the wire', async () => {
  const context = await shared.browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  await page.goto(shared.service.url + game('standard', 40));
  await turn(page);
  console.log(`first load of #/play: ${bytes} bytes, heads included`);
  assert.ok(bytes < 60000, `${bytes} bytes`);
  await context.close();
});
