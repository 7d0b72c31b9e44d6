/* router.js - which page is shown: the part of the address behind #.
 *
 *   #/play?rules=laizi&seed=7      page `play`, and what it makes of the rest
 *
 * A page is one file of view/. All but the game are loaded together when one of them is first wanted. */
import { arrive, parsed } from './address.js';
import { page as play } from './play.js';

/**
 * A page while it is shown. `changed` is told of a new rest of the address on the same page, `translated` of another
 * language where more is to be done than to draw anew, `leave` of the end.
 * @typedef {{ changed: (query: string) => void, redraw: () => void, translated?: () => void, leave: () => void }} Shown
 *
 * @typedef {{ enter: (host: HTMLElement, query: string) => Shown }} Page
 */

/** In the order of the menu; the first is shown first. `aside`: others lead there. @type {{ name: string, load: () => Promise<Page>, aside?: true }[]} */
export const PAGES = [
  { name: 'play', load: async () => play },
  { name: 'analyse', load: async () => (await import('./pages.js')).analyse },
  { name: 'solve', load: async () => (await import('./pages.js')).solve },
  { name: 'review', load: async () => (await import('./pages.js')).review },
  { name: 'rules', load: async () => (await import('./pages.js')).rules },
  { name: 'api', load: async () => (await import('./pages.js')).api },
  { name: 'learn', load: async () => (await import('./pages.js')).learn, aside: true },
];

/** @type {{ name: string, page: Shown } | null} */
let shown = null;

/** @param {string} name */
const pageOf = (name) => PAGES.find((page) => page.name === name) ?? PAGES[0];

/** The page that is asked for. */
export const wantedPage = () => pageOf(parsed(location.hash).name).name;

/**
 * Show what the address says, now and whenever it changes.
 * @param {HTMLElement} host
 * @param {() => void} changed told of every new page
 */
export async function route(host, changed) {
  const follow = async () => {
    const page = pageOf(parsed(location.hash).name);
    arrive(page.name);
    const loaded = shown?.name === page.name ? null : await page.load();
    const { name, query } = parsed(location.hash); // meanwhile it may be another
    if (pageOf(name) !== page) return;
    if (!loaded || shown?.name === page.name) return shown?.page.changed(query);
    const first = !shown;
    shown?.page.leave();
    const place = document.createElement('div');
    place.className = `page ${page.name}`;
    host.replaceChildren(place);
    shown = { name: page.name, page: loaded.enter(place, query) };
    changed();
    if (!first) host.focus();
  };
  addEventListener('hashchange', follow);
  await follow();
}

/** The language has changed. */
export const translatePage = () => (shown?.page.translated ? shown.page.translated() : shown?.page.redraw());
