/* say.js - what a screen reader tells while the page changes: one polite region for all pages. */

const region = document.createElement('div');
region.className = 'unseen';
region.setAttribute('role', 'log'); // polite, and each line for itself: one that comes soon after another does not replace it
region.id = 'said';

/** Into the page, once. */
export function hear() {
  document.body.append(region);
}

/** So many lines stay: a reader that is behind still finds them. */
const LINES = 8;

/** @type {string[]} */
let pending = [];

/** What is said within one frame is one line. @param {string} text */
export function say(text) {
  if (!text) return;
  if (pending.push(text) > 1) return;
  requestAnimationFrame(() => {
    const line = document.createElement('p');
    line.textContent = pending.join(' ');
    pending = [];
    region.append(line);
    if (region.childElementCount > LINES) region.firstElementChild?.remove();
  });
}
