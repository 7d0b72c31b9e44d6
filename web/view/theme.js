/* theme.js - light or dark: as the system has it, until a person chooses. */

const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');

export const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);

/** Choose the other one, and remember it. The next load begins with it (theme.js beside index.html). */
export function switchTheme() {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  localStorage.setItem('ddz.theme', root.dataset.theme);
}

/** @param {() => void} changed called after every change @returns {() => void} call it to hear no more */
export function onTheme(changed) {
  const watcher = new MutationObserver(changed);
  watcher.observe(root, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', changed);
  return () => {
    watcher.disconnect();
    system.removeEventListener('change', changed);
  };
}
