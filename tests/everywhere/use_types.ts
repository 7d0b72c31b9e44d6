/* use_types.ts - what the compiler must take, and what it must refuse, of the types of the JavaScript client and the npm engine. Never run. */
import { Client } from "./ddz.js";

const ddz = new Client();
const { signal } = new AbortController();
export const size: number | undefined = (await ddz.classify({ cards: "33344455" }, { signal })).pattern?.size;
// @ts-expect-error: cards are named, not counted
await ddz.classify({ cards: 8 });
// @ts-expect-error: no such field
(await ddz.prompt({ hand: "33" })).nothing;
// @ts-expect-error: no such preset
await ddz.table({ rules: "chess" });
// What a robot did is the next action.
const { robot } = await ddz.table({ seed: 3, robot: true });
if (robot) await ddz.table({ seed: 3, actions: [robot.action] });

import { open } from "./ddz-engine.js";
const reply = (await open()).ask("/classify", { cards: "33344455" });
export const engineSize: number | undefined = reply.status === 200 ? reply.body.pattern?.size : undefined;
export const code: string | undefined = reply.status === 422 ? reply.body.code : undefined;
// @ts-expect-error: it may be a problem
reply.body.pattern;
