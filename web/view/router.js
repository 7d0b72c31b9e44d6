/* router.js - which page is shown: the part of the address behind #.
 *
 *   #/play?rules=laizi&seed=7      page `play`, and what it makes of the rest
 *
 * A page is one file of view/, loaded when it is first wanted. */

/**
 * A page while it is shown. `changed` is told of a new rest of the address on the same page, `words` of another
 * language, `leave` of the end.
 * @typedef {{ changed: (query: string) => void, redraw: () => void, leave: () => void }} Shown
 *
 * @typedef {{ enter: (host: HTMLElement, query: string) => Shown }} Page
 */

/** @type {{ name: string, load: () => Promise<Page> }[]} in the order of the menu; the first is shown first */
export const PAGES = [
  { name: 'play', load: async () => (await import('./play.js')).page },
  { name: 'analyse', load: async () => (await import('./analyse.js')).page },
  { name: 'solve', load: async () => (await import('./solve.js')).page },
  { name: 'review', load: async () => (await import('./review.js')).page },
  { name: 'rules', load: async () => (await import('./rules.js')).page },
  { name: 'api', load: async () => (await import('./api.js')).page },
];

/** Is there such a page? @param {string} name */
export const has = (name) => PAGES.some((page) => page.name === name);

/** @type {{ name: string, page: Shown } | null} */
let shown = null;
/** The address as this module knows it. Another one means that the person goes elsewhere. */
let known = '';

/** @param {string} hash */
function parsed(hash) {
  const [, name, query] = /^#\/([a-z]*)(?:\?(.*))?$/s.exec(hash) ?? [];
  return { page: PAGES.find((page) => page.name === name) ?? PAGES[0], query: query ?? '' };
}

/** The page that is asked for. */
export const wantedPage = () => parsed(location.hash).page.name;

/**
 * Show what the address says, now and whenever it changes.
 * @param {HTMLElement} host
 * @param {() => void} changed told of every new page
 */
export async function route(host, changed) {
  const follow = async () => {
    known = location.hash;
    const { page } = parsed(known);
    const loaded = shown?.name === page.name ? null : await page.load();
    const { page: wanted, query } = parsed(location.hash); // meanwhile it may be another
    if (wanted !== page) return;
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

/** Draw the page anew: the language has changed. */
export const redrawPage = () => shown?.page.redraw();

/**
 * Write the state of the page into the address, so that it can be sent and survives a reload. The page itself is not
 * told. A page that is being left writes nothing.
 * @param {string} name @param {string} query
 */
export function keep(name, query) {
  if (location.hash !== known || wantedPage() !== name) return;
  history.replaceState(null, '', `#/${name}${query ? `?${query}` : ''}`);
  known = location.hash;
}
