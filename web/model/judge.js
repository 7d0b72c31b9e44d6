/* judge.js - one judgement of a position, whoever wants it: the hint, the coach, a try, the analysis, the review. Pure: who
 * answers is handed in.
 *
 * A judgement is limited in nodes and its seed is made from the position, so that it is the same whenever and wherever it is
 * made. It has steps: the first is there at once, each is ten times deeper than the one before. */

/** Nodes of the steps. */
export const STEPS = [2000, 20000, 200000];
const [, SURE, DEEP] = STEPS;

/** The steps of the own turn. Of 200 first hints after 2,000 nodes a review blames 36, after 20,000 it blames 3, so a hint waits that long. */
export const HINTED = STEPS.slice(1);

/** A word is given after so many nodes, for all decisions of a game at once. */
export const WORD = SURE;

/** By how much a step is deeper than the last one, after those; none is deeper than MOST. */
const FACTOR = 3;
const MOST = 5400000;

/** What comes after so many nodes. @param {number} deep */
export function deeper(deep) {
  const rest = STEPS.filter((nodes) => nodes > deep);
  return rest.length ? rest : [Math.min(FACTOR * deep, MOST)];
}

/**
 * The same question deeper and deeper.
 * @template T
 * @param {(nodes: number) => Promise<T>} question
 * @param {(answer: T, nodes: number) => void} arrived  told of every answer, in order
 * @param {AbortSignal} signal  ends it; an answer that comes later is dropped
 * @param {number[]} [steps]
 */
export async function deepen(question, arrived, signal, steps = STEPS) {
  for (const nodes of steps) {
    if (signal.aborted) return;
    const answer = await question(nodes);
    if (signal.aborted) return;
    arrived(answer, nodes);
  }
}

/** Was the time of a review over before this decision came up? @param {any} decision of a review */
export const isLate = (decision) => decision?.unjudged === 'limit_reached';

/** Does the word of a decision stand? One that blames, and one that is open, is looked at ten times longer; one that is late, again. @param {any} decision of a review */
export const stands = (decision) =>
  !isLate(decision) && (decision.forced || ['best', 'good'].includes(decision.verdict) || decision.nodes === null || decision.nodes >= DEEP);

/** What is said in the end of one play. @template {any} T @param {(nodes: number) => Promise<T>} question of a decision, or null @returns {Promise<T>} */
export async function word(question) {
  const decision = await question(WORD);
  return decision && !stands(decision) ? question(DEEP) : decision;
}

/** Is it said that something was lost? @param {any} decision */
export const blames = ({ verdict }) => ['inaccuracy', 'mistake', 'blunder'].includes(verdict);

/** Who did what the hint said is not blamed for it, whatever is seen later. @param {any} decision @param {string | null} hint the cards, '' a pass, null none */
export const spared = (decision, hint) =>
  blames(decision) && hint === decision.cards ? { ...decision, verdict: null, unjudged: 'hinted', loss: null, loss_interval: null, blunder: false } : decision;

/** What a review says of a seat, from its decisions. @param {any[]} decisions */
export function sums(decisions) {
  const chosen = decisions.filter(({ forced }) => !forced);
  const judged = chosen.filter(({ verdict }) => verdict);
  const lost = judged.reduce((sum, { loss }) => sum + (loss ?? 0), 0);
  return { chosen: chosen.length, judged: judged.length, lost, mean: judged.length ? lost / judged.length : null,
    same: chosen.filter(({ best, cards }) => best === cards).length, blunders: judged.filter(({ verdict }) => verdict === 'blunder').length };
}
