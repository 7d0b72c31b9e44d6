/* reference.js - the API reference in a frame of its own: RapiDoc over openapi.yaml.
 *
 * Its component writes style into the document, which the console itself does not allow. The address says which theme and
 * language: reference.html?dark&zh. Where the service wants a token, the one of the console goes along with every request. */

const BASE = new URL('.', import.meta.url);
const query = new URLSearchParams(location.search);
const dark = query.has('dark');
const chinese = query.has('zh');
const root = document.documentElement;
if (chinese) root.lang = 'zh-Hans';
root.dataset.theme = root.style.colorScheme = dark ? 'dark' : 'light';

const plain = window.fetch.bind(window);

/** The engine of a console without a service. @type {import('./ask/ask.js').Backend | undefined} */
const engineHere = /** @type {any} */ (window.parent).engineHere;

/** @param {Request} request */
async function answeredHere(request) {
  const path = `/${request.url.slice(BASE.href.length)}`;
  const text = await request.text();
  const { status, body } = await /** @type {import('./ask/ask.js').Backend} */ (engineHere)(path, text ? JSON.parse(text) : undefined);
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
}

/** @param {RequestInfo | URL} input @param {RequestInit} [options] */
window.fetch = (input, options) => {
  if (engineHere) return answeredHere(new Request(input, options));
  const token = sessionStorage.getItem('ddz.token');
  const request = new Request(input, options);
  if (token && !request.headers.has('Authorization')) request.headers.set('Authorization', `Bearer ${token}`);
  return plain(request);
};

/** @type {Record<string, string>} */
const COLOURS = dark
  ? { theme: 'dark', 'bg-color': '#1c2125', 'text-color': '#eceae4', 'primary-color': '#56c493', 'nav-bg-color': '#14181b' }
  : { theme: 'light', 'bg-color': '#fffefb', 'text-color': '#1d2127', 'primary-color': '#0b6b4d', 'nav-bg-color': '#f5f4ef' };

/** @type {Record<string, string>} */
const ATTRIBUTES = {
  'allow-server-selection': 'false',
  'load-fonts': 'false',
  'regular-font': "system-ui, 'PingFang SC', 'Noto Sans CJK SC', sans-serif",
  'mono-font': 'ui-monospace, monospace',
  'render-style': 'view',
  'show-header': 'false',
  'allow-authentication': 'false', // the console's token goes along
  'allow-spec-url-load': 'false',
  'allow-spec-file-load': 'false',
  'schema-style': 'table',
  'show-curl-before-try': 'true',
  ...COLOURS,
};

/** What a screen reader and a keyboard miss in it. @type {[string, string, string][]} what, attribute, value */
const MISSING = [
  ['textarea', 'aria-label', chinese ? '请求体' : 'Body of the request'],
  ['select', 'aria-label', chinese ? '例子' : 'Example'],
  ['pre', 'tabindex', '0'],
];

/** @param {ShadowRoot} part */
function mend(part) {
  const info = part.getElementById('api-info'); // its lines begin left of the frame where the screen is small
  if (info) info.style.paddingLeft = '15px';
  for (const [what, attribute, value] of MISSING)
    for (const element of part.querySelectorAll(`${what}:not([${attribute}])`)) element.setAttribute(attribute, value);
}

const { attachShadow } = Element.prototype;
/** @param {ShadowRootInit} options */
Element.prototype.attachShadow = function (options) {
  const part = attachShadow.call(this, options);
  new MutationObserver(() => mend(part)).observe(part, { childList: true, subtree: true });
  return part;
};

/** @param {string} name @returns {Promise<any>} */
const json = async (name) => (await plain(new URL(name, BASE))).json();

/** The texts of a description in another language. @param {any} part @param {Record<string, string>} words English to the other */
function translate(part, words) {
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'object' && value) translate(value, words);
    else if (key === 'summary' || key === 'description') part[key] = words[value] ?? value;
  }
}

root.style.setProperty('--accent', COLOURS['primary-color']);
await import('./vendor/rapidoc-min.js');
const view = document.createElement('rapi-doc');
for (const [name, value] of Object.entries(ATTRIBUTES)) view.setAttribute(name, value);
document.body.append(view);
// openapi.yaml as JSON, laid beside this file when the program is built. The service is where this page came from, under
// whatever prefix.
const description = await json('reference.json');
if (chinese) translate(description, await json('contract.zh.json'));
description.servers = [{ url: BASE.href.replace(/\/$/, '') }];
await /** @type {any} */ (view).loadSpec(description);
