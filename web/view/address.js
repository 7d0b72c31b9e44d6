/* address.js - the part of the address behind #: the name of a page and the state that this page keeps there. */

/** The address as this module knows it. Another one means that the person goes elsewhere. */
let known = '';
/** The page that it belongs to. */
let owner = '';

/** @param {string} hash @returns {{ name: string, query: string }} both empty where nothing is named */
export function parsed(hash) {
  const [, name, query] = /^#\/([a-z]*)(?:\?(.*))?$/s.exec(hash) ?? [];
  return { name: name ?? '', query: query ?? '' };
}

/** From here on the address is known, and belongs to a page. @param {string} name */
export function arrive(name) {
  known = location.hash;
  owner = name;
}

/**
 * Write the state of the page into the address, so that it can be sent and survives a reload. The page itself is not
 * told. A page that is being left writes nothing.
 * @param {string} name @param {string} query
 */
export const keep = (name, query) => write('replaceState', name, query);

/** The same for a state of its own, which Back leaves. @param {string} name @param {string} query */
export const add = (name, query) => write('pushState', name, query);

/** @param {'replaceState' | 'pushState'} how @param {string} name @param {string} query */
function write(how, name, query) {
  if (location.hash !== known || owner !== name) return;
  history[how](null, '', `#/${name}${query ? `?${query}` : ''}`);
  known = location.hash;
}
