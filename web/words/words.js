/* words.js - the words of both languages, and which one is spoken.
 *
 * A language is one JSON file of flat keys; {name} in a text is a value. A key that is missing shows itself, and a
 * test finds it. */

import en from './en.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

/** @type {Record<string, Record<string, string>>} */
const WORDS = { zh, en };
export const LANGUAGES = Object.keys(WORDS);
const KEY = 'ddz.lang';

let language = 'zh';

/** @returns {string} */
function wanted() {
  const chosen = localStorage.getItem(KEY);
  if (chosen && LANGUAGES.includes(chosen)) return chosen;
  return navigator.languages.some((name) => name.startsWith('zh')) || !navigator.language.startsWith('en') ? 'zh' : 'en';
}

/** @param {string} [chosen] kept for the next time; without it what was chosen before, or what the browser speaks */
export function speak(chosen) {
  if (chosen) localStorage.setItem(KEY, chosen);
  language = chosen ?? wanted();
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en';
}

/** The language the service is asked to answer in, too. */
export const lang = () => language;

/** Is there a text for it? @param {string} key */
export const knows = (key) => key in WORDS[language];

/**
 * The text of a key.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(key, values) {
  const text = WORDS[language][key] ?? key;
  return values ? text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole)) : text;
}

/** What went wrong, in words: ours where the code is known, else the service's sentence. @param {unknown} error */
export function complaint(error) {
  const { code, message } = /** @type {any} */ (error);
  return code && knows(`problem.${code}`) ? t(`problem.${code}`, /** @type {any} */ (error)) : message;
}
