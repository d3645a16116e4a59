/** The built pages, which need not be there yet. */
declare module "#pages";
