import { start } from './view/shell.js';

start();
