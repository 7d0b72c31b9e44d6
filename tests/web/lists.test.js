/* Lists of the console name everything that the tables of the engine name. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { QUICK, THINKING } from '../../web/ask/here.js';
import { FORBIDDABLE } from '../../web/model/endgame.js';

/** The columns of the rows of a table. */
const rows = (path, row) => [...readFileSync(path, 'utf8').matchAll(new RegExp(`^${row}\\((.*)\\)`, 'gm'))].map(([, columns]) => columns.split(',').map((column) => column.trim()));

test('the engine in the page knows of every route whether it is quick', () => {
  const routes = rows('api/routes.def', 'ROUTE').map(([, path]) => JSON.parse(path));
  assert.ok(routes.length > 9);
  assert.deepEqual([...QUICK, ...THINKING, '/table', '/batch'].sort(), routes.sort());
});

test('every pattern with kickers can be forbidden in puzzles, unless a switch brings it', () => {
  const kickers = rows('core/rules/pattern.def', 'PATTERN').filter((columns) => columns[7] !== '0' && columns[9] === 'ALWAYS').map(([, name]) => JSON.parse(name));
  assert.ok(kickers.length > 5);
  assert.deepEqual(Object.values(FORBIDDABLE).flat().sort(), kickers.sort());
});

/** The modules of the console that a module imports, at once or when they are wanted. */
const imports = (file) => [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'|await import\('(\.[^']+)'\)/gm)].map(([, now, later]) => join(dirname(file), now ?? later));

/** The first circle that leads from a file back to one before it; undefined: there is none. */
function circle(file, done = new Set(), before = []) {
  if (before.includes(file)) return [...before, file];
  const found = done.has(file) ? undefined : imports(file).map((next) => circle(next, done, [...before, file])).find(Boolean);
  done.add(file);
  return found;
}

test('no module of the console imports itself through others', () => {
  const done = new Set();
  assert.equal(circle('web/main.js', done), undefined);
  assert.ok(done.size > 30);
});

/** The functions of a module that take more than a line: from the line that opens one to the one that closes it, which stands as far in; a template ends with a line that ends it. */
function functions(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, from) => {
    const template = /=> (html|svg)`/.test(line) && line.split('`').length % 2 === 0;
    if (!template && (!/(\)|=>) [{(]?$/.test(line) || !/[{(]$|=>$/.test(line) || /^ *(\} )?(if|for|while|switch|else|catch)\b/.test(line))) return [];
    const indent = /^ */.exec(line)[0];
    const closes = template ? (other) => /`[;,)]/.test(other) : (other) => other.startsWith(indent) && !' '.includes(other[indent.length] ?? ' ');
    return [{ line, length: lines.findIndex((other, i) => i > from && closes(other)) - from + 1 }];
  });
}

test('the functions of a module are found, with their lengths', () => {
  assert.deepEqual(functions('function one() {\n  if (x) {\n  }\n}\nclass A {\n  two(a) {\n    const b = () => {\n\n    };\n  }\n}').map(({ length }) => length), [4, 5, 3]);
  assert.deepEqual(functions('const a = () => html`<p>\n  x\n</p>`;\nconst b = () => html`x`;').map(({ length }) => length), [3]);
});

test('a function of the console has at most 60 lines, and a page is a state object', () => {
  const files = readdirSync('web', { recursive: true }).filter((path) => path.endsWith('.js') && !path.startsWith('vendor'));
  const all = files.flatMap((path) => functions(readFileSync(join('web', path), 'utf8')).map((one) => ({ path, ...one })));
  assert.ok(all.length > 400, String(all.length));
  assert.deepEqual(all.filter(({ length }) => length > 60), []);
  for (const path of files) assert.doesNotMatch(readFileSync(join('web', path), 'utf8'), /^function enter\(/m, path);
});

for (const [family, path, row] of [
  ['pattern', 'core/rules/pattern.def', 'PATTERN'], ['switch', 'core/rules/rules.def', 'SWITCH'], ['rules', 'core/rules/rules.def', 'PRESET'],
  ['calling', 'core/rules/rules.def', 'CALLING'], ['call', 'core/game/table.def', 'CALL'], ['style', 'core/play/robot.def', 'STYLE'],
  ['verdict', 'api/routes/review.def', 'VERDICT'], ['unjudged', 'api/routes/review.def', 'UNJUDGED'], ['tactics', 'core/value/score.def', 'TACTICS'],
])
  test(`every ${row} of ${path} has words in the console`, () => {
    const words = JSON.parse(readFileSync('web/words/en.json', 'utf8'));
    const names = [...readFileSync(path, 'utf8').matchAll(new RegExp(`^${row}\\([^"]*"([^"]+)"`, 'gm'))].map(([, name]) => name);
    assert.ok(names.length > 2);
    assert.deepEqual(names.filter((name) => !(`${family}.${name}` in words)), []);
  });
