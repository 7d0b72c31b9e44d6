// ask_client.mjs - answer questions through the JavaScript client: a JSON line {"path","body"} in, "STATUS TEXT" out.
//
// usage: node ask_client.mjs http://HOST:PORT < questions
import { readFileSync } from "node:fs";

import { Client } from "../../clients/js/ddz.js";

const client = new Client(process.argv[2]);
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { path, body } = JSON.parse(line);
  const { status, text } = await client.askText(path, body === undefined ? undefined : JSON.stringify(body));
  process.stdout.write(`${status} ${text}\n`);
}
