// many_client.mjs - many questions at the same time through one JavaScript client: each gets its own answer.
//
// usage: node many_client.mjs http://HOST:PORT COUNT
import { Client } from "../../clients/js/ddz.js";

const [url, count] = [process.argv[2], Number(process.argv[3])];
const TABLES = 1000; // that differ
const LANES = 64;
const client = new Client(url);
const told = ({ elapsed_us: _, waited_ms: __, ...table }) => JSON.stringify(table);
const question = (seed) => ({ seed: seed + 1, view: seed % 3 });

const right = [];
for (let seed = 0; seed < TABLES; seed++) right.push(told(await client.table(question(seed))));
if (new Set(right).size !== TABLES) throw new Error("the tables do not differ");

let asked = 0, wrong = 0;
async function lane() {
  while (asked < count) {
    const seed = (asked++ * 7919) % TABLES;
    if (told(await client.table(question(seed))) !== right[seed]) wrong++;
  }
}
await Promise.all(Array.from({ length: LANES }, lane));
console.log(`many: ${asked} questions through one JavaScript client, ${LANES} at a time: ${wrong} wrong answers`);
process.exit(wrong ? 1 : 0);
