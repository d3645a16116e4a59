import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Locale,
  baseLocale,
  cookieMaxAge,
  cookieName,
  extractLocaleFromRequest,
  overwriteGetLocale,
} from "#i18n/compiled/runtime.js";
import { offeredLocale, type OfferedLocale, specWording, spokenLocale } from "#i18n/offered-locales.ts";

const spoken = new AsyncLocalStorage<Locale>();

// Paraglide's own middleware clones every request twice to get here.
export const speakTheVisitorsLanguage = (): void => overwriteGetLocale(() => spoken.getStore() ?? baseLocale);

export type Wording = "" | "spec";

export const inLanguageOf = <Result>(request: Request, wording: Wording, work: () => Result): Result =>
  spoken.run(localeFor(request, wording), work);

/** In the language that the address names, or else in this one: for what is cached apart from its visitor's cookies. */
export function inNamedLanguage<Result>(request: Request, work: () => Result, otherwise = spokenLocale()): Result {
  const named = offeredLocale(new URL(request.url).searchParams.get("language") ?? "") ?? otherwise;
  return named === spokenLocale() ? work() : spoken.run(named, work);
}

/** Nobody gets the specification's wording by asking for it, and with `spec` everyone who reads English does. */
function localeFor(request: Request, wording: Wording): Locale {
  const locale = offeredLocale(extractLocaleFromRequest(request)) ?? baseLocale;
  return wording === "spec" && locale === baseLocale ? specWording : locale;
}

/** A choice of words, no secret: scripts and plain HTTP may carry it. */
export const languageCookie = (locale: OfferedLocale): string =>
  `${cookieName}=${locale}; Path=/; Max-Age=${cookieMaxAge}; SameSite=Lax`;
