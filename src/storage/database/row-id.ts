/** Anything else is the id of no row that we named, and some of it no database takes. */
export const isRowId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text);
