/* RapiDoc registers an element and exports nothing. */
export {};
