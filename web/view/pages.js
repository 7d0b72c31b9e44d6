/* pages.js - the pages beside the game, as one module: a browser that comes to play does not load them. */
export { page as analyse } from './analyse.js';
export { page as api } from './api.js';
export { page as learn } from './learn.js';
export { page as review } from './review.js';
export { page as rules } from './rules.js';
export { page as solve } from './solve.js';
