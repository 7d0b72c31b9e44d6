/* redraw.js - draw at most once a frame. */

import { render } from '../vendor/lit-html.js';

/**
 * The first change of a frame is drawn when the code that made it has run; what changes later in the frame waits for the
 * next, and is drawn together.
 * @param {HTMLElement} host
 * @param {() => unknown} template
 * @param {() => void} [after] called when it has been drawn
 * @returns {() => void} call it after every change
 */
export function drawing(host, template, after = () => {}) {
  let due = false;
  let drawn = false;
  const draw = () => {
    due = false;
    render(template(), host);
    after();
  };
  const nextFrame = () => {
    drawn = due;
    if (!due) return;
    requestAnimationFrame(nextFrame);
    draw();
  };
  return () => {
    if (due) return;
    due = true;
    if (drawn) return;
    drawn = true;
    requestAnimationFrame(nextFrame);
    queueMicrotask(draw);
  };
}
