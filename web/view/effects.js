/* effects.js - a short moment for what is rare at a table, and sounds for the rest; the browser makes them, there are no files. */

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** A word over the whole table, soon gone. Nothing where nothing shall move: the words of the table tell it too. @param {string} word */
export function moment(word) {
  if (still.matches) return;
  const shown = Object.assign(document.createElement('p'), { className: 'moment', textContent: word, ariaHidden: 'true' });
  shown.addEventListener('animationend', () => shown.remove());
  document.body.append(shown);
}

/** Tones: how high, Hz; from when, s; how long, s. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  play: [[330, 0, 0.06]],
  pass: [[180, 0, 0.08]],
  turn: [[660, 0.1, 0.07]],
  bomb: [[90, 0, 0.35], [60, 0.05, 0.4]],
  rocket: [[300, 0, 0.12], [600, 0.1, 0.12], [1200, 0.2, 0.25]],
  won: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.3]],
  lost: [[392, 0, 0.15], [330, 0.15, 0.15], [262, 0.3, 0.35]],
};
const LOUD = 0.15;

/** @type {AudioContext | null} */
let context = null;

/** @param {string} name a row of SOUNDS */
export function sound(name) {
  if (!navigator.userActivation?.hasBeenActive) return; // a browser allows none before
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, from, length] of SOUNDS[name]) {
    const tone = new OscillatorNode(context, { type: 'triangle', frequency });
    const volume = new GainNode(context, { gain: LOUD });
    volume.gain.setValueAtTime(LOUD, now + from);
    volume.gain.exponentialRampToValueAtTime(0.001, now + from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + from);
    tone.stop(now + from + length);
  }
}
