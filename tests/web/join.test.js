/* The modules joined into one are the modules. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const AWK = ['-v', 'entry=main.js', '-f', 'tools/join.awk'];
const folder = mkdtempSync(join(tmpdir(), 'ddz-join-'));
after(() => rmSync(folder, { recursive: true }));

/** What a folder of these files is joined to. */
function joined(files) {
  const root = mkdtempSync(join(folder, 'web-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return spawnSync('awk', ['-v', `root=${root}`, ...AWK], { encoding: 'utf8' });
}

let count = 0;

/** The module of a text. */
function loaded(text) {
  const file = join(folder, `${count++}.mjs`);
  writeFileSync(file, text);
  return import(pathToFileURL(file));
}

/** The text, giving its modules instead of running the first. */
const giving = (text) => text.replace(/^from\('main\.js'\);$/m, 'export { from, makers };');

test('every form of import and export there is', async () => {
  const { stdout, stderr, status } = joined({
    'main.js': `import { one, two as second, later } from './a/one.js';\nimport * as all from './a/one.js';\nimport { Kept } from './kept.js';
import words from './a/words.json' with { type: 'json' };\nexport const found = { one, second: second(), keys: Object.keys(all), last: new Kept().last, words, later };\n`,
    'a/one.js': `/* A comment\n * of two lines. */\nimport { last } from '../kept.js';\nexport const one = 1;\nexport function two() {\n  return /** @type {number} */ (2);\n}
// export const none = 0;\nexport async function later() {\n  return [(await import('./late.js')).late, new URL('..', import.meta.url).href, last];\n}\n`,
    'a/late.js': 'export const late = `\nimport json\nexported\n`;\n',
    'a/words.json': '{\n "key": "import { a } from"\n}\n',
    'kept.js': 'let x=3;class Q{last=x};export{Q as Kept,x as last};\n',
  });
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const { from } = await loaded(giving(stdout));
  const { later, ...found } = from('main.js').found;
  assert.deepEqual(found, { one: 1, second: 2, keys: ['one', 'two', 'later'], last: 3, words: { key: 'import { a } from' } });
  assert.deepEqual(await later(), ['\nimport json\nexported\n', pathToFileURL(`${folder}/`).href, 3]);
  assert.ok(!stdout.includes('none'));
});

test('a module runs once, and not before it is wanted', async () => {
  const { stdout } = joined({
    'main.js': "import { state } from './state.js';\nexport const first = state;\nexport const second = async () => await import('./x.js');\n",
    'state.js': "globalThis.runs = (globalThis.runs ?? 0) + 1;\nexport const state = {};\n",
    'x.js': "import { state } from './state.js';\nglobalThis.late = true;\nexport const same = state;\n",
  });
  const { from } = await loaded(giving(stdout));
  assert.equal(globalThis.runs, undefined);
  const { first, second } = from('main.js');
  assert.equal(globalThis.late, undefined);
  assert.equal((await second()).same, first);
  assert.equal(globalThis.runs, 1);
});

for (const [what, text] of Object.entries({ 'a default': 'export default 1;', 'a list': 'const a = 1;\nexport { a };', 'all of another': "export * from './b.js';", nothing: "import { a } from './none.js';" }))
  test(`what is not understood ends it: ${what}`, () => assert.notEqual(joined({ 'main.js': `${text}\n` }).status, 0));

test('the modules without a browser are the same, joined or not', async () => {
  const text = execFileSync('awk', ['-v', 'root=web', ...AWK], { encoding: 'utf8' });
  const { from, makers } = await loaded(giving(text));
  const models = Object.keys(makers).filter((path) => path.startsWith('model/'));
  assert.deepEqual(models.sort(), readdirSync('web/model').map((name) => `model/${name}`).sort());
  for (const path of models) {
    const [own, plain] = [from(path), await import(`../../web/${path}`)];
    assert.deepEqual(Object.keys(own).sort(), Object.keys(plain).sort(), path);
    for (const [name, value] of Object.entries(plain)) if (typeof value !== 'function') assert.deepEqual(own[name], value, `${path} ${name}`);
  }
  const { WORKED, worked } = await import('../../web/model/worked.js');
  for (const language of WORKED) assert.equal(from('model/worked.js').worked(language, 'http://x/'), worked(language, 'http://x/'));
});
