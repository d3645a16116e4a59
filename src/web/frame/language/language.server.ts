import { AsyncLocalStorage } from "node:async_hooks";
import { readCookies } from "#core/read-cookies.ts";
import { isAddedLanguage, isLanguage, type Language, languagesOn, ownLanguages } from "#core/settings/languages.ts";
import type { Settings } from "#core/settings/settings.ts";
import {
  type Locale,
  baseLocale,
  cookieMaxAge,
  cookieName,
  extractLocaleFromHeader,
  overwriteGetLocale,
  toLocale,
} from "#i18n/compiled/runtime.js";
import { specWording, spokenLocale } from "#i18n/offered-locales.ts";

const spoken = new AsyncLocalStorage<Locale>();

// Paraglide's own middleware clones every request twice to get here.
export const speakTheVisitorsLanguage = (): void => overwriteGetLocale(() => spoken.getStore() ?? baseLocale);

export type Wording = "" | "spec";

type ReadSettings = () => Promise<Pick<Settings, "languages">>;

type Offer = {
  wording: Wording;
  settings: ReadSettings;
  /** For pages in the site's own languages alone. */
  isOwnOnly: boolean;
};

export async function inLanguageOf<Result>(request: Request, offer: Offer, work: () => Promise<Result>) {
  return spoken.run(await localeFor(request, offer), work);
}

/** In the language that the address names, or else in this one: for what is cached apart from its visitor's cookies. */
export async function inNamedLanguage<Result>(
  request: Request,
  settings: ReadSettings,
  work: () => Promise<Result>,
  otherwise: Language = spokenLocale(),
): Promise<Result> {
  const asked = new URL(request.url).searchParams.get("language") ?? "";
  const named = (await offeredLanguage(asked, settings)) ?? otherwise;
  return named === spokenLocale() ? work() : spoken.run(named, work);
}

/** The language that a text names, if visitors may have it. Settings are read only where that depends on them. */
export async function offeredLanguage(text: string, settings: ReadSettings): Promise<Language | undefined> {
  if (!isLanguage(text)) return undefined;
  return !isAddedLanguage(text) || (await offered(settings)).includes(text) ? text : undefined;
}

/** Nobody gets the specification's wording by asking for it, and with `spec` everyone who reads English does. */
async function localeFor(request: Request, { wording, settings, isOwnOnly }: Offer): Promise<Locale> {
  // As extractLocaleFromRequest of Paraglide, which reads the address twice for every page and needs it for none.
  const wanted = toLocale(chosenBefore(request)) ?? extractLocaleFromHeader(request) ?? baseLocale;
  const language = isAddedLanguage(wanted)
    ? await nearestOffered(request, isOwnOnly ? ownOnly : settings)
    : isLanguage(wanted)
      ? wanted
      : baseLocale;
  return wording === "spec" && language === baseLocale ? specWording : language;
}

const chosenBefore = (request: Request) => readCookies(request.headers.get("Cookie")).get(cookieName);

const ownOnly: ReadSettings = async () => ({ languages: {} });

/** The first that is wanted and offered. */
async function nearestOffered(request: Request, settings: ReadSettings): Promise<Language> {
  const on = await offered(settings);
  const wanted = [chosenBefore(request) ?? "", ...acceptedLanguages(request)];
  return wanted.filter(isLanguage).find((language) => on.includes(language)) ?? baseLocale;
}

/** Without settings, as where the database is away, the site speaks its own languages. */
const offered = (settings: ReadSettings): Promise<Language[]> =>
  settings().then(
    ({ languages }) => languagesOn(languages),
    () => [...ownLanguages],
  );

/** Without their regions, the most wanted first. */
function acceptedLanguages({ headers }: Request): string[] {
  const ranges = (headers.get("Accept-Language") ?? "").split(",").map((range) => {
    const [tag = "", quality = "q=1"] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return { language: tag.split("-")[0] ?? "", weight: Number(quality.replace(/^q=/, "")) || 0 };
  });
  return ranges.toSorted((one, other) => other.weight - one.weight).map(({ language }) => language);
}

/** A choice of words, no secret: scripts and plain HTTP may carry it. */
export const languageCookie = (locale: Language): string =>
  `${cookieName}=${locale}; Path=/; Max-Age=${cookieMaxAge}; SameSite=Lax`;
