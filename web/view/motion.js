/* motion.js - cards that are dealt, turned up and laid. Only transform and opacity move; nothing does where a person wishes
 * no motion, or the pace is "at once". */

import { setting } from './settings.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @param {Element | null} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
function move(element, frames, how) {
  if (element && !still.matches && setting('pace') !== 'once') element.animate(frames, { easing: 'cubic-bezier(.2, .8, .3, 1)', ...how });
}

/** Cards come to where they lie from where they were held. @param {Element | null} cards @param {Element | null} from */
export function fly(cards, from) {
  if (!cards || !from) return;
  const [to, begin] = [cards.getBoundingClientRect(), from.getBoundingClientRect()];
  const [x, y] = [begin.x + begin.width / 2 - to.x - to.width / 2, begin.y + begin.height / 2 - to.y - to.height / 2];
  move(cards, [{ transform: `translate(${x}px, ${y}px) scale(.6)`, opacity: 0.3 }, { transform: 'none', opacity: 1 }], { duration: 280 });
}

/** Cards are dealt, one after the other. @param {NodeListOf<Element>} cards */
export const deal = (cards) => cards.forEach((card, i) =>
  move(card, [{ transform: 'translateY(-30vh) scale(.6)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 200, delay: i * 22, fill: 'backwards' }));

/** Cards are turned up. @param {Element | null} cards */
export const turnUp = (cards) => move(cards, [{ transform: 'scaleX(0)' }, { transform: 'none' }], { duration: 350 });
