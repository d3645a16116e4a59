import { type OfferedLocale, offeredLocales } from "./offered-locales.ts";

export type Say = (language: { locale: OfferedLocale }) => string;

/** For somebody whose language is not known: once in each, English first. */
export const inBothLanguages = (between: string, say: Say): string =>
  offeredLocales.map((locale) => say({ locale })).join(between);
