// A page of each bundler in Chromium: a game is played to its end, the same game from each.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

import { openPage, share, startBrowser, stopper, test } from '../web/browser/console.js';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const BUNDLERS = ['esbuild', 'rollup', 'vite', 'webpack'];

/** The files of a folder, under a path that is not the root. */
async function serve(folder) {
  const server = createServer((question, reply) => {
    const path = normalize(new URL(question.url, 'http://127.0.0.1').pathname).replace(/^\/game\//, '/');
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (path === '/favicon.ico') return reply.writeHead(204).end();
    if (!existsSync(file) || !statSync(file).isFile()) return reply.writeHead(404).end();
    reply.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    return createReadStream(file).pipe(reply);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  stopper(server);
  return { url: `http://127.0.0.1:${server.address().port}/game/` };
}

const shared = share(startBrowser);
const games = new Set();

for (const bundler of BUNDLERS)
  test(bundler, async () => {
    const service = await serve(join(process.env.BUNDLES, bundler, 'dist'));
    const page = await openPage(shared.browser, service);
    await page.getByText(/score|failed/).waitFor();
    const said = await page.locator('#said').textContent();
    assert.match(said, /\nscore( -?\d+){3}\n$/);
    assert.ok(said.split('\n').length > 20);
    assert.match(await page.title(), /^10\.9|^11\.\d MB of nets$/);
    games.add(said);
    assert.equal(games.size, 1, 'another game than from the bundle before');
  });
