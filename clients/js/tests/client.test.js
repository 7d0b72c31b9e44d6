// The client without a service: a small server plays the parts of a busy, broken or well service.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach, test } from "node:test";

import { Client, Problem, Unreachable } from "../ddz.js";

let server, url, answers, seen;

before(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      seen.push({ port: request.socket.remotePort, method: request.method, path: request.url, headers: request.headers, body });
      const [status, text, headers = {}] = answers.shift();
      if (status === 0) return request.socket.destroy();
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());
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
  answers = [[422, '{"code":"bad_card","detail":"d","field":"/hand"}']];
  await assert.rejects(new Client(url).prompt({ hand: "x" }), (error) => {
    assert.ok(error instanceof Problem);
    assert.deepEqual([error.status, error.code, error.field], [422, "bad_card", "/hand"]);
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
  answers = [[502, "<html>"]];
  await assert.rejects(new Client(url).version(), { code: "no_json" });
});

test("a question can be aborted", async () => {
  answers = [[503, "{}", { "Retry-After": "30" }]];
  const signal = AbortSignal.abort();
  await assert.rejects(new Client(url).ask("/version", undefined, signal), { name: "AbortError" });
});
