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
import { overwriteGetZone } from "#i18n/reader-zone.ts";
import { overwriteGetSecondNumber } from "#i18n/reader-second-number.ts";
import { irccNumber, readSecondNumber, type SecondNumber } from "#core/records/second-number.ts";
import type { Zone } from "#core/office-clock.ts";

/** How the request that is being answered is written. */
const spoken = new AsyncLocalStorage<{ locale: Locale; zone: () => Zone; secondNumber: () => SecondNumber }>();

// Not Paraglide's own middleware, because it clones every request twice.
export function speakTheVisitorsLanguage(): void {
  overwriteGetLocale(() => spoken.getStore()?.locale ?? baseLocale);
  overwriteGetZone(() => spoken.getStore()?.zone() ?? "UTC");
  overwriteGetSecondNumber(() => readSecondNumber(spoken.getStore()?.secondNumber() ?? irccNumber, spokenLocale()));
}

export type Wording = "" | "spec";

type ReadSettings = () => Promise<Pick<Settings, "languages">>;

type Offer = {
  wording: Wording;
  /** The office's, as the settings say when something is written. */
  zone: () => Zone;
  /** What the second number is on this site. */
  secondNumber: () => SecondNumber;
  settings: ReadSettings;
  /** True for pages that exist only in the site's own languages. */
  isOwnOnly: boolean;
};

export async function inLanguageOf<Result>(request: Request, offer: Offer, work: () => Promise<Result>) {
  const { zone, secondNumber } = offer;
  return spoken.run({ locale: await localeFor(request, offer), zone, secondNumber }, work);
}

/** Runs `work` in the address's language, or else in `otherwise`. For responses that are cached without cookies. */
export async function inNamedLanguage<Result>(
  request: Request,
  settings: ReadSettings,
  work: () => Promise<Result>,
  otherwise: Language = spokenLocale(),
): Promise<Result> {
  const chosen = new URL(request.url).searchParams.get("language") ?? "";
  const named = (await offeredLanguage(chosen, settings)) ?? otherwise;
  const store = spoken.getStore();
  return named === spokenLocale() || !store ? work() : spoken.run({ ...store, locale: named }, work);
}

/** Returns the language that a text names, if the site offers it. Reads the settings only for added languages. */
export async function offeredLanguage(text: string, settings: ReadSettings): Promise<Language | undefined> {
  if (!isLanguage(text)) return undefined;
  return !isAddedLanguage(text) || (await offered(settings)).includes(text) ? text : undefined;
}

/** No request can choose the specification's wording. With `spec`, everybody who reads English gets it. */
async function localeFor(request: Request, { wording, settings, isOwnOnly }: Offer): Promise<Locale> {
  // Does the same as Paraglide's extractLocaleFromRequest, which parses the address twice per page for nothing.
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

/** Returns the first language that the visitor wants and the site offers. */
async function nearestOffered(request: Request, settings: ReadSettings): Promise<Language> {
  const on = await offered(settings);
  const wanted = [chosenBefore(request) ?? "", ...acceptedLanguages(request)];
  return wanted.filter(isLanguage).find((language) => on.includes(language)) ?? baseLocale;
}

/** Returns only the site's own languages if the settings cannot be read, for example without a database. */
const offered = (settings: ReadSettings): Promise<Language[]> =>
  settings().then(
    ({ languages }) => languagesOn(languages),
    () => [...ownLanguages],
  );

/** Returns the languages of the Accept-Language header without regions, most preferred first. */
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

/** Neither HttpOnly nor Secure, because the language is no secret. */
export const languageCookie = (locale: Language): string =>
  `${cookieName}=${locale}; Path=/; Max-Age=${cookieMaxAge}; SameSite=Lax`;
