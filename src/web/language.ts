import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Locale,
  baseLocale,
  cookieMaxAge,
  cookieName,
  extractLocaleFromRequest,
  overwriteGetLocale,
} from "#i18n/compiled/runtime.js";

const spoken = new AsyncLocalStorage<Locale>();

// Paraglide's own middleware clones every request twice to get here.
export const speakTheVisitorsLanguage = (): void => overwriteGetLocale(() => spoken.getStore() ?? baseLocale);

export const inLanguageOf = <Result>(request: Request, work: () => Result): Result =>
  spoken.run(extractLocaleFromRequest(request), work);

/** A choice of words, no secret: scripts and plain HTTP may carry it. */
export const languageCookie = (locale: Locale): string =>
  `${cookieName}=${locale}; Path=/; Max-Age=${cookieMaxAge}; SameSite=Lax`;
