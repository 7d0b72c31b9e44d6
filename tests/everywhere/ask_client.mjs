// ask_client.mjs - answer questions through the JavaScript client: a JSON line {"path","body"} or {"path","text"} in, "STATUS TEXT" out.
//
// usage: node ask_client.mjs http://HOST:PORT < questions
import { readFileSync } from "node:fs";

import { Client } from "../../clients/js/ddz.js";

const client = new Client(process.argv[2], { timeoutMs: 120000 });
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { path, body, text } = JSON.parse(line);
  const answer = await client.askText(path, text ?? (body === undefined ? undefined : JSON.stringify(body)));
  process.stdout.write(`${answer.status} ${answer.text}\n`);
}
