/* say.js - what a screen reader tells while the page changes: one polite region for all pages. */

const region = document.createElement('div');
region.className = 'unseen';
region.setAttribute('aria-live', 'polite');
region.setAttribute('role', 'status');
region.id = 'said';

/** Into the page, once. */
export function hear() {
  document.body.append(region);
}

/** @type {string[]} */
let pending = [];

/** What is said within one frame is said together. @param {string} text */
export function say(text) {
  if (!text) return;
  if (pending.push(text) > 1) return;
  requestAnimationFrame(() => {
    const line = document.createElement('p');
    line.textContent = pending.join(' ');
    pending = [];
    region.replaceChildren(line);
  });
}
