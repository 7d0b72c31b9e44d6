import type { Nets } from "./ddz-engine.js";

/** The nets of this package, all four: engine.use(nets). */
export const nets: Required<Nets>;
