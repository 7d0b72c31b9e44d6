/* sw.js - the console without a service, kept in the browser for when there is no network.
 *
 * `make site` writes into it which files there are and what they are called together. The console of a service has none of
 * this: without its service it can do nothing. A new set of files is taken once all pages of the old one are closed. */
const FILES = /** @type {string[]} */ ([]);
const VERSION = '';

const worker = /** @type {any} */ (globalThis);
const OURS = `ddz ${worker.registration.scope} `; // other folders of this host have their own
const NAME = OURS + VERSION;

worker.addEventListener('install', (/** @type {any} */ event) =>
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' }))))));

worker.addEventListener('activate', (/** @type {any} */ event) =>
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(OURS) && name !== NAME).map((name) => caches.delete(name))))));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.match(event.request, { cacheName: NAME, ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
