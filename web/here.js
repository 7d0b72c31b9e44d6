/* here.js - the console without a service: `make site` puts this in the place of main.js. */
import { use } from './ask/ask.js';
import { engineHere } from './ask/here.js';
import { start } from './view/shell.js';

const ask = engineHere(new URL('engine/', import.meta.url));
use(ask, 'http://127.0.0.1:8080/');
Object.assign(globalThis, { engineHere: ask }); // for the reference in its frame
start();
