// The client without a service: a small server plays the parts of a busy, broken or well service.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, beforeEach, test } from "node:test";

import { Client, Problem, Timeout, Unreachable } from "../ddz.js";

/** The status of an answer that does not come. */
const NEVER = 1;

let server, url, answers, seen;

before(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      seen.push({ port: request.socket.remotePort, method: request.method, path: request.url, headers: request.headers, body });
      const [status, text, headers = {}] = answers.shift() ?? [0]; // of a test that is over: given up, and late
      if (status === 0) return request.socket.destroy();
      if (status === NEVER) return undefined;
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => ([answers, seen] = [[], []]));

const soon = { "Retry-After": "0" };

test("a question is posted and the connection is kept", async () => {
  answers = [[200, '{"valid":true}'], [200, "{}"], [200, "{}"], [200, "{}"]];
  const client = new Client(url + "/prefix/", { token: "0123456789abcdef", game: "g1" });
  assert.equal((await client.classify({ cards: "3" })).valid, true);
  for (let i = 0; i < 3; i++) await client.rules();
  assert.deepEqual([seen[0].method, seen[0].path, seen[0].body], ["POST", "/prefix/classify", '{"cards":"3"}']);
  assert.equal(seen[0].headers.authorization, "Bearer 0123456789abcdef");
  assert.equal(seen[0].headers["x-game"], "g1");
  assert.equal(seen[1].method, "GET");
  assert.ok(new Set(seen.map(({ port }) => port)).size < seen.length);
});

test("a problem is an error with its fields", async () => {
  answers = [[422, '{"code":"unknown_card","detail":"d","field":"/hand"}']];
  await assert.rejects(new Client(url).prompt({ hand: "x" }), (error) => {
    assert.ok(error instanceof Problem);
    assert.deepEqual([error.status, error.code, error.field], [422, "unknown_card", "/hand"]);
    assert.equal(error.requestId, seen[0].headers["x-request-id"]);
    return true;
  });
});

test("a busy or broken service is asked again", async () => {
  answers = [[503, "{}", soon], [0], [200, '{"a":1}']];
  assert.deepEqual(await new Client(url).version(), { a: 1 });
  assert.equal(seen.length, 3);
});

test("a service that stays busy is a problem", async () => {
  answers = [[429, '{"code":"busy"}', soon], [429, '{"code":"busy"}', soon]];
  await assert.rejects(new Client(url, { retries: 1 }).version(), { code: "busy" });
});

test("nobody there is unreachable, no JSON is a problem", async () => {
  await assert.rejects(new Client("http://127.0.0.1:9", { retries: 0 }).version(), Unreachable);
  for (const text of ["<html>", "null", "{}"]) {
    answers = [[502, text]];
    await assert.rejects(new Client(url).version(), { name: "Problem", code: "no_json" });
  }
});

/** Each method, as a function of the options that it takes. */
const methods = Object.getOwnPropertyNames(Client.prototype).filter((name) => !["constructor", "ask", "askText"].includes(name));
const call = (client, method, options) => (client[method].length === 1 ? client[method](options) : client[method]({}, options));

test("there is a method for each route", () => {
  const yaml = readFileSync(new URL("../../../openapi.yaml", import.meta.url), "utf8");
  const operations = yaml.slice(yaml.indexOf("\npaths:"), yaml.indexOf("\ncomponents:")).split(/\n  (?=\/)/).slice(1);
  const asked = operations.filter((text) => !text.includes("security: []") && /'200':\n[^]*?application\/json:\n +schema: \{\$ref/.test(text));
  assert.ok(asked.length >= 11);
  assert.deepEqual([...methods].sort(), asked.map((text) => /operationId: (\w+)/.exec(text)[1]).sort());
});

test("every method can be aborted before it asks, while it waits for an answer, and while it pauses", async () => {
  const client = new Client(url);
  for (const method of methods) {
    await assert.rejects(call(client, method, { signal: AbortSignal.abort() }), { name: "AbortError" });
    assert.equal(seen.length, 0);
    for (const answer of [[NEVER], [503, "{}", { "Retry-After": "30" }]]) {
      [answers, seen] = [[answer], []];
      const stop = new AbortController();
      const asked = call(client, method, { signal: stop.signal });
      while (!seen.length) await new Promise(setImmediate);
      stop.abort(new Error("nobody waits"));
      await assert.rejects(asked, { message: "nobody waits" });
      assert.equal(seen.length, 1);
    }
    seen = [];
  }
});

test("a time-out is an error of its own, and nothing is asked again", async () => {
  answers = [[NEVER]];
  await assert.rejects(new Client(url, { timeoutMs: 500 }).robotMove({}), (error) => {
    assert.ok(error instanceof Timeout);
    assert.match(error.requestId, /^[0-9a-f]{16}$/);
    return true;
  });
  await assert.rejects(new Client(url).solve({}, { timeoutMs: 0 }), Timeout);
  assert.equal(seen.length, 1);
});

// Node 18 sometimes misses an abort: without more, the question never ends.
test("a fetch that ignores its signal does not hold the question", async () => {
  const deaf = () => new Promise(() => {});
  const slow = async () => ({ status: 200, headers: new Headers(), text: deaf });
  for (const fetch of [deaf, slow]) {
    const client = new Client(url, { timeoutMs: 50, fetch });
    await assert.rejects(client.version(), Timeout);
    const stop = new AbortController();
    const asked = client.version({ signal: stop.signal, timeoutMs: 60000 });
    stop.abort(new Error("nobody waits"));
    await assert.rejects(asked, { message: "nobody waits" });
  }
});

test("a pause that does not fit into the time is not begun", async () => {
  answers = [[503, '{"code":"queue_full"}', { "Retry-After": "30" }]];
  await assert.rejects(new Client(url, { timeoutMs: 20000 }).version(), { code: "queue_full" });
  assert.equal(seen.length, 1);
  const cut = async () => { throw new Error("cut"); };
  await assert.rejects(new Client(url, { timeoutMs: 20, fetch: cut }).version(), Unreachable);
});

test("a time-out may be longer than a timer can wait", async () => {
  answers = [[200, "{}"], [200, "{}"]];
  await new Client(url, { timeoutMs: 2 ** 31 }).version();
  await new Client(url).version({ timeoutMs: Infinity });
});

test("the fetch of a window is not called as a method of the client", async () => {
  answers = [[200, '{"a":1}']];
  const own = function (...question) {
    if (this !== undefined) throw new TypeError("Illegal invocation");
    return fetch(...question);
  };
  assert.deepEqual(await new Client(url, { fetch: own, retries: 0 }).version(), { a: 1 });
});

test("questions at the same time get their own answers", async () => {
  const numbers = Array.from({ length: 300 }, (_, i) => i);
  const echo = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += piece));
    // Not in the order of the questions.
    request.on("end", () => setTimeout(() => response.end(body), Math.random() * 5));
  });
  await new Promise((resolve) => echo.listen(0, "127.0.0.1", resolve));
  const client = new Client(`http://127.0.0.1:${echo.address().port}`);
  const told = await Promise.all(numbers.map((seed) => client.table({ seed })));
  assert.deepEqual(told.map(({ seed }) => seed), numbers);
  echo.closeAllConnections();
  echo.close();
});
