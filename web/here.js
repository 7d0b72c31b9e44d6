/* here.js - the console without a service: `make site` puts this in the place of main.js. */
import { use } from './ask/ask.js';
import { engineHere } from './ask/here.js';
import { BASE } from './base.js';
import { start } from './view/shell.js';

const ask = engineHere(new URL('engine/', BASE));
use(ask, 'http://127.0.0.1:8080/');
Object.assign(globalThis, { engineHere: ask }); // for the reference in its frame
start();
/** Keep the files for when there is no network; who saves data keeps what is loaded anyway. */
if ('serviceWorker' in navigator && !(/** @type {any} */ (navigator).connection?.saveData))
  addEventListener('load', () => navigator.serviceWorker.register(new URL('sw.js', BASE)).catch(() => {})); // without it all else works
