/* reference.js - the API reference in a frame of its own: RapiDoc over the openapi.yaml of this service.
 *
 * Its component writes style into the document, which the console itself does not allow. The address says which theme:
 * reference.html?dark. Where the service wants a token, the one of the console goes along with every request. */

const BASE = new URL('.', import.meta.url);
const dark = location.search === '?dark';
document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
document.body.style.margin = '0';

const plain = window.fetch.bind(window);

/** @param {RequestInfo | URL} input @param {RequestInit} [options] */
window.fetch = (input, options) => {
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
  'spec-url': new URL('openapi.yaml', BASE).href,
  'server-url': BASE.href.replace(/\/$/, ''),
  'allow-server-selection': 'false',
  'load-fonts': 'false',
  'regular-font': "system-ui, 'PingFang SC', 'Noto Sans CJK SC', sans-serif",
  'mono-font': 'ui-monospace, monospace',
  'render-style': 'view',
  'show-header': 'false',
  'allow-spec-url-load': 'false',
  'allow-spec-file-load': 'false',
  'schema-style': 'table',
  'show-curl-before-try': 'true',
  ...COLOURS,
};

await import('./vendor/rapidoc-min.js');
const view = document.createElement('rapi-doc');
for (const [name, value] of Object.entries(ATTRIBUTES)) view.setAttribute(name, value);
document.body.append(view);
