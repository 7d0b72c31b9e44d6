/* Words: both languages know the same, and everything that is said is known. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../web/', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const [zh, en] = ['zh', 'en'].map((name) => JSON.parse(read(`words/${name}.json`)));
const sources = readdirSync(root, { recursive: true })
  .filter((path) => path.endsWith('.js') && !path.startsWith('vendor'))
  .map((path) => [path, read(path)]);

test('both languages have the same keys', () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
});

test('both languages put the same values into a text', () => {
  const values = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const key of Object.keys(zh)) assert.deepEqual(values(zh[key]), values(en[key]), key);
});

/* t('a.b') names a key, t(`a.${x}`) a family of keys. */
const named = new Map();
const families = new Map();
for (const [path, text] of sources) {
  for (const [, key] of text.matchAll(/'([a-z]+\.[a-z0-9_]+)'/gi)) named.set(key, path);
  for (const [, family] of text.matchAll(/t\(\s*`([a-z_.]+\.)\$\{/g)) families.set(family, path);
}

test('every key that is named is known', () => {
  const wanted = sources.flatMap(([path, text]) => [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => [key, path]));
  assert.ok(wanted.length > 20);
  for (const [key, path] of wanted) assert.ok(key in zh, `${key} in ${path}`);
});

test('every family that is named has members', () => {
  for (const [family, path] of families) assert.ok(Object.keys(zh).some((key) => key.startsWith(family)), `${family} in ${path}`);
});

test('every key is used', () => {
  const used = (key) => named.has(key) || [...families.keys()].some((family) => key.startsWith(family)) || key === 'title';
  assert.deepEqual(Object.keys(zh).filter((key) => !used(key)), []);
});
