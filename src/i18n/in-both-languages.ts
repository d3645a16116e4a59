import { type Locale, locales } from "./compiled/runtime.js";

/** Says something in the language that it is told. */
export type Say = (language: { locale: Locale }) => string;

/** For somebody whose language is not known: once in each, English first. */
export const inBothLanguages = (between: string, say: Say): string =>
  locales.map((locale) => say({ locale })).join(between);
