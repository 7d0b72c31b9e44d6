/* base.js - where the files of the console lie: in the folder of this one, under whatever prefix a proxy gives it. */
export const BASE = new URL('.', import.meta.url);
