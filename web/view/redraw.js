/* redraw.js - draw at most once a frame. */

import { render } from '../vendor/lit-html.js';

/**
 * @param {HTMLElement} host
 * @param {() => unknown} template
 * @returns {() => void} call it after every change
 */
export function drawing(host, template) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      render(template(), host);
    });
  };
}
