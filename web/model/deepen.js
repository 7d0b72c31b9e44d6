/* deepen.js - the same question with more and more time. Pure: who answers is handed in. */

/** How long the engine may think in each step, ms. */
export const STEPS = [10, 100, 1000, 3000];

/** By how much a step is longer than the last one, after those; no request waits longer than MOST. */
const FACTOR = 3;
const MOST = 25000;

/** What comes after so many ms. @param {number} deep */
export function deeper(deep) {
  const rest = STEPS.filter((ms) => ms > deep);
  return rest.length ? rest : [Math.min(FACTOR * deep, MOST)];
}

/**
 * @template T
 * @param {(ms: number) => Promise<T>} question
 * @param {(answer: T, ms: number) => void} arrived  told of every answer, in order
 * @param {AbortSignal} signal  ends it; an answer that comes later is dropped
 * @param {number[]} [steps]
 */
export async function deepen(question, arrived, signal, steps = STEPS) {
  for (const ms of steps) {
    if (signal.aborted) return;
    const answer = await question(ms);
    if (signal.aborted) return;
    arrived(answer, ms);
  }
}
