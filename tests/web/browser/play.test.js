/* #/play in Chromium. */
import assert from 'node:assert/strict';

import { COLOURS, acted, actions, bringAxe, byClick, decide, findings, game, goTo, ground, query, test, turn } from './console.js';

const { open } = ground();

test('cards are chosen by a drag over them, by their keys, and what is no play is said at once', async () => {
  const page = await open({ hash: '#/play?rules=douzero&hands=' + encodeURIComponent('{"landlord":"33445566778","landlord_down":"9TJQKA2","landlord_up":"99TTJJQ"}') + '&seats=me,3,3' });
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
});

test('cards that are chosen faster than the table is drawn are all chosen', async () => {
  const page = await open({ hash: game('douzero', 42) });
  await turn(page);
  const count = await page.evaluate(async () => {
    const card = (place) => document.querySelector(`.hand [data-place="${place}"]`);
    for (const place of [0, 1, 2]) {
      card(place).click();
      await null; // the first of a frame is drawn now, the others wait for the next frame
    }
    card(3).dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return document.querySelectorAll('.hand [aria-pressed=true]').length;
  });
  assert.equal(count, 4);
});

test('a small joker and a jack are played together', async () => {
  const page = await open({ hash: '#/play?rules=douzero&hands=' + encodeURIComponent('{"landlord":"4444JB","landlord_down":"9TJ","landlord_up":"99T"}') + '&seats=me,3,3' });
  await turn(page);
  for (const key of ['b', 'j', '4', '4', '4', '4']) await page.keyboard.press(key);
  await page.waitForSelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.table[data-state=over]');
});

test('hints go round, and what was taken back can be played again', async () => {
  const page = await open({ hash: game('douzero', 42) });
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
    await decide(page);
  }
  await turn(page);
  for (let i = 0; i < 3; i++) await page.keyboard.press('z');
  await page.waitForFunction((n) => Number(document.querySelector('.table')?.dataset.actions) === n, begun);
  await decide(page);
});

test('who has clicked goes on with Enter: a hint is played, a call is made, a switch stays', async () => {
  const page = await open({ hash: game('standard', 42) });
  const shown = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one, '::after').content));
  await turn(page);
  assert.ok((await shown('.own .actions button')).every((key) => key.startsWith('"') || key.startsWith('attr')), 'each button shows its key');
  let count = await actions(page);
  await page.locator('.own .actions [aria-keyshortcuts=H]').click();
  await page.waitForSelector('.own .actions button.first');
  await page.keyboard.press('Enter');
  await acted(page, count + 1);
  for (let i = 0; i < 2 && (await turn(page)) !== 'over'; i++) {
    count = await actions(page);
    if (await page.locator('.own .actions [data-key]').count()) await decide(page, byClick);
    else {
      await page.locator('.own .actions [aria-keyshortcuts=H]').click();
      await page.waitForSelector('.own .actions button.first[aria-disabled=false], .message[data-nothing=true]');
      const nothing = await page.locator('.message[data-nothing=true]').count();
      await page.locator('.coach [role=switch]').click();
      const coached = await page.locator('.coach [role=switch]').getAttribute('aria-checked');
      await page.keyboard.press(nothing ? 'p' : 'Enter');
      await acted(page, count + 1);
      assert.equal(await page.locator('.coach [role=switch]').getAttribute('aria-checked'), coached);
    }
  }
  await turn(page);
  await page.locator('.coach [role=switch]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  const coached = await page.locator('.coach [role=switch]').getAttribute('aria-checked');
  await page.keyboard.press('Enter'); // who came with Tab means the switch
  await page.waitForSelector(`.coach [role=switch]:not([aria-checked=${coached}])`);
});

test('a game under way is not lost: a new deal asks, Back leads to the game before, another page and back too', async () => {
  const page = await open({ hash: game('douzero', 42) });
  await turn(page);
  await decide(page);
  await turn(page);
  const first = page.url();
  await page.locator('nav a[href="#/play"]').click();
  await page.waitForSelector('dialog[open] p');
  await page.keyboard.press('Escape');
  await page.waitForFunction((url) => location.href === url, first);
  await page.locator('nav a[href="#/rules"]').click();
  await page.waitForSelector('.page.rules');
  await page.locator('nav a[href="#/play"]').click();
  await turn(page);
  assert.equal(page.url(), first);
  await page.getByRole('button', { name: 'New' }).click();
  await page.locator('input[name=seed]').fill('77');
  await page.getByRole('button', { name: 'Deal', exact: true }).click();
  await page.waitForFunction(() => location.hash.includes('seed=77'));
  await turn(page);
  await page.goBack();
  await page.waitForFunction((url) => location.href === url, first);
  assert.equal(await turn(page), 'acting');
});

test('what is said soon after another thing is said too', async () => {
  const page = await open({ hash: game('douzero', 42) });
  await turn(page);
  await page.evaluate(() => {
    globalThis.heard = [];
    new MutationObserver((changes) => globalThis.heard.push(...changes.flatMap(({ removedNodes }) => [...removedNodes]))).observe(document.querySelector('#said'), { childList: true });
  });
  for (const key of ['4', '5', '6']) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  assert.deepEqual(await page.evaluate(() => [document.querySelector('#said').getAttribute('role'), globalThis.heard.length]), ['log', 0]);
  assert.ok((await page.locator('#said p').count()) >= 3);
});

test('two tabs add to the same points', async () => {
  const deal = (down) => `#/play?${query({ rules: 'standard', hands: `{"landlord":"3","landlord_down":"${down}","landlord_up":"TJ"}`, seats: 'me,3,3' })}`;
  const page = await open({ hash: deal('89') });
  await turn(page);
  const other = await page.context().newPage();
  await other.goto(page.url().split('#')[0] + deal('78'));
  for (const tab of [page, other]) {
    await turn(tab);
    await tab.keyboard.press('3');
    await tab.waitForSelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false]');
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('.end');
  }
  for (const tab of [other, page]) await tab.waitForFunction(() => document.querySelectorAll('.points tbody tr').length === 2);
});

test('? shows the keys', async () => {
  const page = await open({ hash: game('douzero', 42), bypassCSP: true });
  await turn(page);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open] .keys');
  await bringAxe(page);
  assert.deepEqual(await findings(page, 'keys'), []);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
});

/**
 * Note what the page waits for, every count of actions that is drawn, every moment, and every tone. Waits are short, but
 * between two robots there is a frame: beside other work both would be drawn in one.
 */
function watch() {
  const [plainWait, PlainTone] = [setTimeout, OscillatorNode];
  Object.assign(globalThis, { waits: [], counts: [], moments: [], tones: 0 });
  globalThis.setTimeout = (run, ms, ...more) => {
    globalThis.waits.push(ms);
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame(run));
    return plainWait([500, 1200].includes(ms) ? drawn : run, ms && ms / 100, ...more);
  };
  globalThis.OscillatorNode = class extends PlainTone {
    constructor(...options) {
      super(...options);
      globalThis.tones++;
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const one of addedNodes) if (one.className === 'moment') globalThis.moments.push(one.textContent);
    const count = Number(document.querySelector('.table')?.dataset.actions);
    if (count >= 0 && count !== globalThis.counts.at(-1)) globalThis.counts.push(count);
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

for (const [pace, ms] of [['quick', 500], ['calm', 1200], ['once', 0]])
  test(`robots act one after the other: ${pace}`, async () => {
    const page = await open({ hash: game('huanle', 42), kept: { pace }, prepare: watch });
    for (let i = 0; i < 3 && (await turn(page)) !== 'over'; i++) await decide(page);
    await turn(page);
    const { counts, waits } = await page.evaluate(() => ({ counts: globalThis.counts, waits: globalThis.waits }));
    const robots = (await page.evaluate(() => location.hash)).match(/(?<=[=,])[12](?=[a-z-])/g).length;
    assert.ok(robots > 0);
    if (ms) assert.equal(waits.filter((one) => one === ms).length, robots);
    if (ms) assert.deepEqual(counts, counts.map((_, i) => counts[0] + i), 'each is drawn');
  });

for (const [what, options, moments, heard] of [
  ['a rocket, a bomb and a spring have their moment, and sounds where they are wanted', { kept: { sound: 'on' } }, ['Rocket!', 'Bomb!', 'Spring!'], true],
  ['no sound by default, and nothing moves where nothing shall', { reducedMotion: 'reduce' }, [], false]])
  test(what, async () => {
    const deal = ['333456789TJQKA222', '44455566677788899', '39TTTJJJQQQKKKAAA'];
    const hash = `#/play?rules=standard&hands=${encodeURIComponent(JSON.stringify(deal))}&kitty=BR2&seats=me,3,3&a=0c3`;
    const page = await open({ hash, prepare: watch, ...options });
    await turn(page);
    for (const keys of ['br', '3456789tjqka', '2222', '33']) {
      await turn(page);
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForSelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false]');
      const count = await actions(page);
      await page.keyboard.press('Enter');
      await acted(page, count + 1);
    }
    assert.equal(await turn(page), 'over');
    assert.match(await page.locator('.end').textContent(), /Spring/);
    const seen = await page.evaluate(() => ({ moments: globalThis.moments, tones: globalThis.tones }));
    assert.deepEqual([seen.moments, seen.tones > 0], [moments, heard]);
  });

test('while an answer is late the table says so', async () => {
  let goOn;
  const held = new Promise((resolve) => (goOn = resolve));
  const first = (page) => page.route('**/table', async (route) => {
    await held;
    await route.continue();
  });
  const page = await open({ hash: game('douzero', 42), first });
  await page.waitForSelector('.table .message:text("One moment")');
  goOn();
  await turn(page);
  assert.equal(await page.locator('.message:text("One moment")').count(), 0);
});

test('the address holds the whole game: a reload and another browser go on with it', async () => {
  const page = await open({ hash: game('standard', 32) });
  for (let i = 0; i < 3; i++) {
    if ((await turn(page)) === 'over') break;
    await decide(page);
  }
  await turn(page);
  const [url, count, hand] = [page.url(), await actions(page), await page.locator('.hand').innerText()];
  await page.reload();
  await turn(page);
  assert.equal(await actions(page), count);
  assert.equal(await page.locator('.hand').innerText(), hand);
  const other = await open({ hash: new URL(url).hash });
  await turn(other);
  assert.equal(await other.locator('.hand').innerText(), hand);
});

test('a link that holds no game says so and deals another', async () => {
  const page = await open({ hash: '#/play?seed=1&a=zz' });
  await page.waitForSelector('[role=alert]');
  await turn(page);
});

test('the coach says what a bad play cost, shows the better one, and lets it be played', async () => {
  const hands = encodeURIComponent('{"landlord":"34567R","landlord_down":"89","landlord_up":"TJ"}');
  const page = await open({ hash: `#/play?rules=standard&hands=${hands}&seats=me,3,3`, nodes: 20000 });
  await turn(page);
  await page.locator('.coach [role=switch]').click();
  await page.keyboard.press('3');
  await page.waitForSelector('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.coach .grade.blunder');
  await page.locator('.coach button', { hasText: 'better' }).click();
  assert.match(await page.locator('.coach .cards').last().getAttribute('aria-label'), /^7 6 5 4 3/);
  await page.locator('.coach button', { hasText: 'back' }).click();
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.actions === '0');
});

test('on a phone the coach says it at the table, and a tap on that tells the rest', async () => {
  const hands = '{"landlord":"34567R","landlord_down":"89","landlord_up":"TJ"}';
  const page = await open({ hash: `#/play?${query({ rules: 'standard', hands, seats: 'me,3,3', a: '' })}`, nodes: 20000, kept: { coach: true }, viewport: { width: 360, height: 640 } });
  await turn(page);
  await page.keyboard.press('3');
  await page.locator('.own .actions [aria-keyshortcuts=Enter][aria-disabled=false]').click();
  await page.locator('.middle .grade.blunder').click();
  await page.waitForSelector('.sheet .coach .grade.blunder');
});

test('the counter counts what the others hold, and open hands show it', async () => {
  const page = await open({ hash: game('douzero', 33) });
  await turn(page);
  const counted = await page.locator('.counter li').evaluateAll((items) => items.reduce((sum, item) => sum + Number(item.querySelector('b').textContent), 0));
  const left = await page.locator('.seat h2 .left b').allTextContents();
  assert.equal(counted, left.reduce((sum, text) => sum + Number(text), 0));
  await page.getByRole('button', { name: 'Show hands' }).click();
  await page.waitForSelector('.seat .open');
  assert.equal(await page.locator('.seat .open .card').count(), counted);
});

/** Cards of a row whose rank the next card covers, as texts. */
const cutRanks = (page) => page.evaluate(() => [...document.querySelectorAll('.fan, .cards')].flatMap((row) => {
  const ranks = [...row.querySelectorAll('.rank')].map((rank) => {
    const range = document.createRange();
    range.selectNodeContents(rank);
    return [rank.textContent, range.getBoundingClientRect(), rank.closest('.card').getBoundingClientRect()];
  });
  return ranks.filter(([, text, card], i) => {
    const next = ranks[i + 1]?.[2];
    return text.right > card.right || (next && next.top < text.bottom && next.bottom > text.top && next.left > card.left && next.left < text.right - 1);
  }).map(([rank]) => rank);
}));

for (const face of ['classic', 'large'])
  test(`no rank is cut on ${face} cards, on any screen`, async () => {
    const hands = encodeURIComponent('{"landlord":"333456789TTTTJQKA2BR","landlord_down":"4456789JQQKKAA2","landlord_up":"556789JJKA22"}');
    const page = await open({ hash: `#/play?rules=standard&hands=${hands}&seats=me,me,me&a=0-3456789TJQKA,1-,2-`, kept: { face } });
    await turn(page);
    await page.getByRole('button', { name: 'Show hands' }).click();
    await page.waitForSelector('.seat .open');
    assert.ok((await page.locator('.rank').count()) > 40);
    for (const [width, height] of [[1280, 800], [820, 1180], [740, 360], [360, 640]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn))); }));
      assert.deepEqual(await cutRanks(page), [], `${width} x ${height}`);
    }
  });

test('a dealt game has suits, a game of given ranks has none, and the cards are as one likes them', async () => {
  const page = await open({ hash: game('douzero', 33) });
  await turn(page);
  const held = await page.locator('.hand .card:not(.joker)').count();
  assert.equal(await page.locator('.hand .suit').count(), held);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Large ranks' }).check();
  await page.getByRole('radio', { name: 'Four' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await turn(page);
  assert.deepEqual(await page.evaluate(() => ({ ...document.documentElement.dataset })), { face: 'large', suits: 'four' });
  const hands = encodeURIComponent('{"landlord":"4QQQ","landlord_down":"89","landlord_up":"TJ"}');
  await page.evaluate((to) => (location.hash = to), `#/play?rules=standard&hands=${hands}&seats=me,3,3&a=0-4QQQ`);
  await page.waitForSelector('.table[data-state=over]');
  assert.equal(await page.locator('.table .suit').count(), 0);
  assert.equal(await page.locator('.of-own .played .cards').getAttribute('aria-label'), 'Q Q Q 4');
});

test('what is told of a play is in the order in which it lies', async () => {
  const hands = '{"landlord":"4QQQ5","landlord_down":"3KKK","landlord_up":"TJ"}';
  const page = await open({ hash: `#/play?${query({ rules: 'standard', hands, seats: 'me,me,me', a: '0-4QQQ' })}` });
  await turn(page);
  assert.equal(await page.locator('.message').textContent(), 'To beat: Triple with one Q Q Q 4.');
  assert.match(await page.locator('.course li').textContent(), /Q Q Q 4/);
});

test('rules, robots and deal are chosen in a dialog', async () => {
  const page = await open({ hash: game('standard', 34) });
  await turn(page);
  await page.getByRole('button', { name: 'New' }).click();
  await page.locator('select[name=rules]').selectOption('laizi');
  await page.locator('dialog summary').click();
  await page.locator('select[data-option=nobody_calls]').selectOption('"last"');
  await page.locator('select[name=who1]').selectOption('5');
  await page.locator('select[name=style1]').selectOption('aggressive');
  await page.locator('select[name=who2]').selectOption('0');
  await page.locator('input[name=seed]').fill('77');
  await page.getByRole('button', { name: 'Deal', exact: true }).click();
  await page.waitForFunction(() => location.hash.includes('&seed=77&seats=me,5a,0') && decodeURIComponent(location.hash).includes('laizi') && decodeURIComponent(location.hash).includes('nobody_calls'));
  await turn(page);
});

test('both languages have words for all of it, remembered with the theme', async () => {
  const page = await open({ hash: game('standard', 35), locale: 'zh-CN' });
  await turn(page);
  assert.match(await page.locator('.panel h2').first().textContent(), /记牌器/);
  await page.getByRole('button', { name: 'EN' }).click();
  await page.waitForSelector('.panel h2:text("Unseen")');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await page.reload();
  await turn(page);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  assert.match(await page.locator('.panel h2').first().textContent(), /Unseen/);
});

test('who goes to another page while the engine is asked stays there when it answers', async () => {
  const page = await open({ hash: game('douzero', 43) });
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
});

test('what the service says against a game is shown in words', async () => {
  const page = await open({ hash: game('standard', 38, '&a=0-34'), allow: [/422/] });
  const text = await page.locator('.trouble[role=alert] p').first().textContent();
  assert.ok(text.length > 10, text);
});

/** The longest time that anything on the page takes to change its look, s. */
const motion = (page) => page.evaluate(() => Math.max(...[...document.querySelectorAll('*')].flatMap((element) => [null, '::before', '::after'].flatMap((part) => {
  const { transitionDuration, animationDuration } = getComputedStyle(element, part);
  return `${transitionDuration},${animationDuration}`.split(',').map(parseFloat);
}))));

for (const [reducedMotion, least, most] of [['no-preference', 0.001, 0.15], ['reduce', 0, 0]])
  test(`motion takes at most ${most} s where the person wishes ${reducedMotion}`, async () => {
    const hands = encodeURIComponent('{"landlord":"34567R","landlord_down":"89","landlord_up":"TJ"}');
    const page = await open({ hash: `#/play?rules=standard&hands=${hands}&seats=me,3,3`, reducedMotion });
    await turn(page);
    await page.keyboard.press('3');
    await page.waitForSelector('.hand [aria-pressed=true]');
    const longest = await motion(page);
    assert.ok(longest >= least && longest <= most, `${longest} s`);
    if (reducedMotion === 'reduce') assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  });

for (const colorScheme of ['light', 'dark'])
  test(`axe finds nothing on #/play in the ${colorScheme} theme`, async () => {
    const page = await open({ hash: game('laizi', 39), colorScheme, bypassCSP: true });
    await turn(page);
    await bringAxe(page);
    const look = async (what) => assert.deepEqual(await findings(page, what, colorScheme === 'dark' ? { runOnly: COLOURS } : {}), []);
    await look('calling');
    await decide(page);
    await turn(page);
    await page.keyboard.press('h');
    await look('playing');
    await goTo(page, `${game('laizi', 39)}&a=1p,2p,0c,0n,1s,2s,0-JJ,1-AA,2-,0-,1-4445,2-5772~trio_solo-7-1,0-,1-88Q2~trio_solo-8-1,2-,0-,1-66,2-99,0-KK,1-22,2-,0-,1-K,2-,0-A,1-,2-,0-456789,1-,2-,0-789TJQ,1-,2-3333,0-BR,1-,2-,0-5`);
    await page.waitForSelector('.end .factors');
    await look('over');
    await page.getByRole('button', { name: 'New' }).click();
    await page.waitForSelector('dialog[open]');
    await look('dialog');
  });

test('the same deal for a friend is one link, with the points to compare', async () => {
  const ending = '#/play?rules=standard&seed=8&seats=me,8,8&a=0c3,0-JJ,1-QQ,2-KK,0-22,1-,2-,0-9992,1-,2-3AAA,0-,1-,2-TT,0-,1-,2-3456789,0-BR,1-,2-,0-8,1-J,2-2,0-,1-';
  const page = await open({ hash: ending, permissions: ['clipboard-read', 'clipboard-write'] });
  assert.equal(await turn(page), 'over');
  await page.locator('[data-share]').click();
  await page.locator('.end', { hasText: 'The link is copied.' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#\/play\?rules=standard&seed=8&seats=me,8,8&vs=-12$/);
  await page.evaluate((to) => (location.hash = to), new URL(link).hash);
  await page.locator('[data-friend="-12"]', { hasText: 'Your friend scored −12 on this deal.' }).waitFor();
  await turn(page);
  assert.equal(await actions(page), 0);
  await page.evaluate((to) => (location.hash = to), `${ending}&vs=7`);
  await page.locator('.end [data-friend="7"]', { hasText: 'You: −12 points. Your friend: +7 points.' }).waitFor();
});
