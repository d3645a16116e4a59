/** The built pages. The module may not exist yet. */
declare module "#pages";
