/* How one comes to the console: first load, TLS, tokens, proxies, a service that goes away. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { actions, decide, game, goTo, ground, openPage, query, startProxy, startService, test, turn } from './console.js';

const shared = ground();
const folder = mkdtempSync(join(tmpdir(), 'ddz-doors-'));
after(() => rmSync(folder, { recursive: true }));

test('the first load is at most 70 kB over the wire', async () => {
  let bytes = 0;
  const first = async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  };
  const page = await openPage(shared.browser, shared.service, { hash: game('standard', 40), first, fresh: true });
  await turn(page);
  console.log(`first load of #/play: ${bytes} bytes, heads included`);
  assert.ok(bytes < 70000, `${bytes} bytes`);
});

test('the console can be installed', async () => {
  const page = await openPage(shared.browser, shared.service, { hash: '#/rules', fresh: true });
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  assert.deepEqual([url, errors], [`${shared.service.url}manifest.webmanifest`, []]);
  assert.equal((await page.request.get(url)).headers()['content-type'], 'application/manifest+json');
  for (const { src, type } of JSON.parse(data).icons) assert.equal((await page.request.get(new URL(src, url).href)).headers()['content-type'], type);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
  assert.equal((await page.request.get(`${shared.service.url}sw.js`)).status(), 404);
});

test('over TLS the console is the same', async () => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost',
    '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const secret = await startService({ scheme: 'https', options: ['--tls-cert', cert, '--tls-key', key] });
  const page = await openPage(shared.browser, secret, { hash: game('standard', 45), ignoreHTTPSErrors: true });
  await turn(page);
  await decide(page);
  assert.equal(await page.evaluate(() => isSecureContext && location.protocol), 'https:');
});

const TOKEN = 'the-token-of-this-test';

/** A service that wants a token. */
function guarded() {
  const file = join(folder, 'tokens');
  writeFileSync(file, `${TOKEN}\n`);
  return startService({ options: ['--tokens', file] });
}

/** Answer the question for a token. */
async function giveToken(page, token, said) {
  await page.locator('dialog[open] p', { hasText: said }).waitFor();
  await page.locator('dialog[open] input[type=password]').fill(token);
  await page.keyboard.press('Enter');
}

test('a token is asked for, and a wrong one asked for again', async () => {
  const service = await guarded();
  const page = await openPage(shared.browser, service, { hash: game('douzero', 36), allow: [/401/] });
  await giveToken(page, 'not-the-right-token', /needs a token/);
  await giveToken(page, TOKEN, /does not accept/);
  await turn(page);
  await page.reload();
  await turn(page);
});

for (const [name, hash, filled] of [
  ['analyse', '#/analyse', '.candidates tbody tr'],
  ['solve', '#/solve', '.panel.form select'],
  ['review', `#/review?${query({ rules: 'douzero', seed: 3, seats: 'me,3,3' })}`, '.board .hand-shown'],
  ['rules', '#/rules', '.sets-table tbody tr'],
])
  test(`a token is asked for on #/${name}, once`, async () => {
    const service = await guarded();
    const page = await openPage(shared.browser, service, { hash, allow: [/401/] });
    await giveToken(page, TOKEN, /needs a token/);
    await page.locator(filled).first().waitFor();
    assert.equal(await page.locator('dialog').count(), 0);
  });

test('a token is asked for on #/api, and goes along with try-it-out and the description', async () => {
  const service = await guarded();
  const page = await openPage(shared.browser, service, { hash: '#/api', allow: [/401/] });
  await giveToken(page, TOKEN, /needs a token/);
  const frame = page.frameLocator('iframe');
  await frame.getByText('/classify', { exact: true }).first().click();
  const answered = page.waitForResponse((response) => response.url().endsWith('/classify'));
  await frame.getByRole('button', { name: 'TRY' }).first().click();
  assert.equal((await answered).status(), 200);
  const saved = page.waitForEvent('download');
  await page.locator('[data-save]').click();
  assert.equal((await saved).suggestedFilename(), 'openapi.yaml');
});

test('a service that goes away in the middle of a game is waited for', async () => {
  let service = await startService();
  const proxy = await startProxy(service);
  const page = await openPage(shared.browser, proxy, { hash: game('douzero', 37), allow: [/ERR_EMPTY|ERR_SOCKET|ERR_CONNECTION/] });
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
  await decide(page);
  assert.ok((await actions(page)) > begun);
});

test('a proxy may put it under a path of its own', async () => {
  const proxy = await startProxy(shared.service, '/games/ddz');
  const page = await openPage(shared.browser, proxy, { hash: game('huanle', 41) });
  await turn(page);
  await decide(page);
  await goTo(page, '#/api');
  const frame = page.frameLocator('iframe');
  await frame.getByText('/classify', { exact: true }).first().click();
  const answered = page.waitForResponse(`${proxy.url}classify`);
  await frame.getByRole('button', { name: 'TRY' }).first().click();
  assert.equal((await answered).status(), 200);
});
