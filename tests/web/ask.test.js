/* Asking, with a service of a few lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask, askNow, onWaiting, use } from '../../web/ask/ask.js';

/** A service that gives these answers, one after the other; an Error is no service at all. */
function giving(...answers) {
  const asked = [];
  use(async (path) => {
    asked.push(path);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  }, 'http://x/');
  return asked;
}

/** What is told of the waiting; who waits is sent on at once. */
function watched() {
  const told = [];
  onWaiting((problem) => {
    told.push(problem && `${problem.status} ${problem.code}`);
    if (problem) setImmediate(askNow);
  });
  return told;
}

const good = { status: 200, body: { fine: true } };
const busy = { status: 503, body: { code: 'queue_full' }, retryAfter: 60 };

/* Each of them would be asked again after a minute at the earliest; who waits is told, and may ask at once. */
for (const [what, answer, text] of [
  ['busy', busy, '503 queue_full'],
  ['asked too often', { status: 429, body: { code: 'too_many_requests' }, retryAfter: 60 }, '429 too_many_requests'],
  ['too late', { status: 504, body: { code: 'too_late' }, retryAfter: 60 }, '504 too_late'],
  ['behind a proxy that finds nobody', { status: 502, body: null, retryAfter: 60 }, '502 unknown'],
  ['not there', new Error('no connection'), '0 unreachable'],
])
  test(`a service that is ${what} is asked again until it answers`, async () => {
    const told = watched();
    const asked = giving(answer, answer, good);
    assert.deepEqual(await ask('/table', {}), good.body);
    assert.equal(asked.length, 3);
    assert.deepEqual(told, [text, text, null]);
  });

for (const status of [400, 403, 404, 413, 422, 500])
  test(`what is said with ${status} is said once`, async () => {
    const asked = giving({ status, body: { code: 'no', detail: 'No.', field: '/cards' } }, good);
    await assert.rejects(ask('/table', {}), { status, code: 'no', message: 'No.', field: '/cards' });
    assert.equal(asked.length, 1);
  });

test('who does not want the answer any more does not ask again, and nobody is said to wait', async () => {
  const told = [];
  const abort = new AbortController();
  onWaiting((problem) => {
    told.push(problem?.code ?? null);
    if (problem) setImmediate(() => abort.abort());
  });
  const asked = giving(busy, good);
  await assert.rejects(ask('/table', {}, abort.signal), { name: 'AbortError' });
  assert.equal(asked.length, 1);
  assert.deepEqual(told, ['queue_full', null]);
});

test('it waits as long as the service says', async () => {
  const { setTimeout: plain } = globalThis;
  const waits = [];
  globalThis.setTimeout = (go, ms) => {
    waits.push(ms);
    return plain(go, 0);
  };
  try {
    onWaiting(() => {});
    giving({ ...busy, retryAfter: 7 }, { ...busy, retryAfter: undefined }, good);
    await ask('/table', {});
  } finally {
    globalThis.setTimeout = plain;
  }
  assert.deepEqual(waits, [7000, 1000]);
});

test('while one still waits, an answer to another does not say that all is well', async () => {
  const told = [];
  const abort = new AbortController();
  onWaiting((problem) => told.push(problem?.code ?? null));
  giving(busy, good);
  const first = ask('/table', {}, abort.signal);
  await ask('/classify', {});
  assert.deepEqual(told, ['queue_full']);
  abort.abort();
  await assert.rejects(first, { name: 'AbortError' });
  assert.deepEqual(told, ['queue_full', null]);
});
