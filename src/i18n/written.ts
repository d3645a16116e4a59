import { minuteMs } from "#core/durations.ts";
import { inUnits } from "#core/classes/money.ts";
import { m } from "#i18n/compiled/messages.js";
import { getLocale, type Locale } from "#i18n/compiled/runtime.js";
import type { Zone } from "#core/office-clock.ts";
import { joinedMoment } from "./joined-moment.ts";
import { perLocale } from "./per-locale.ts";
import { getZone } from "./reader-zone.ts";

const regions: Record<Locale, string> = {
  en: "en-GB",
  bn: "bn-BD",
  "en-x-spec": "en-GB",
  hi: "hi-IN",
  ur: "ur-PK",
  ne: "ne-NP",
  // Uses the months and digits of the Gulf. Other regions have other names of months, and Saudi Arabia has another
  // calendar.
  ar: "ar-AE",
};

/** For whom a text is written that no page shows: a mail, a PDF, a mark. On a page, the reader is known. */
export type Words = { locale: Locale; zone: Zone };

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(regions[locale], { ...options, timeZone: "UTC" }));

/** A format costs half a millisecond, so there is one for each language and zone. */
function zonedFormat(options: Intl.DateTimeFormatOptions) {
  const inLocale = perLocale(() => new Map<Zone, Intl.DateTimeFormat>());
  return ({ locale, zone }: Words = { locale: getLocale(), zone: getZone() }) => {
    const inZone = inLocale(locale);
    const format = inZone.get(zone) ?? new Intl.DateTimeFormat(regions[locale], { ...options, timeZone: zone });
    inZone.set(zone, format);
    return format;
  };
}

const dayAndTime: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
};

const momentFormat = zonedFormat({ dateStyle: "long" });
const timeFormat = zonedFormat({ ...dayAndTime, timeZoneName: "short" });
// These write what was typed or counted as a day or an hour, which no zone shifts.
const dayFormat = dateFormat({ dateStyle: "long" });
const shortDayFormat = dateFormat({ day: "numeric", month: "short" });
const clockFormat = dateFormat({ ...dayAndTime, weekday: "long" });
const hourFormat = dateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const countFormat = perLocale((locale) => new Intl.NumberFormat(regions[locale]));
const currencyNames = perLocale((locale) => new Intl.DisplayNames(regions[locale], { type: "currency" }));
const countryNames = perLocale((locale) => new Intl.DisplayNames(regions[locale], { type: "region" }));
const listFormat = perLocale((locale) => new Intl.ListFormat(regions[locale], { type: "unit", style: "short" }));
const agoFormat = perLocale((locale) => new Intl.RelativeTimeFormat(regions[locale], { numeric: "auto" }));

/** Returns the office's day of a time: "3 March 2026". */
export const writtenMoment = (time: number, words?: Words): string => momentFormat(words).format(time);

/** Returns day and time in the office's zone, with its short name: "3 March 2026 at 14:05 GMT+6". */
export const writtenTime = (time: number, words?: Words): string => joinedMoment(timeFormat(words), time);

/**
 * Returns how long ago a time was, which is the same in every time zone: "now", "12 minutes ago", "3 hours ago", "2 days
 * ago".
 */
export function writtenAgo(time: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - time) / minuteMs));
  if (minutes === 0) return agoFormat().format(0, "second");
  if (minutes < 60) return agoFormat().format(-minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? agoFormat().format(-hours, "hour") : agoFormat().format(-Math.floor(hours / 24), "day");
}

/** Formats a calendar day that is given as "2026-03-03". */
export const writtenDay = (day: string, locale?: Locale): string => dayFormat(locale).format(Date.parse(day));

/** Formats a calendar day for the axis of a chart: "3 Mar". */
export const writtenShortDay = (day: string): string => shortDayFormat().format(Date.parse(day));

export const writtenCount = (count: number, locale?: Locale): string => countFormat(locale).format(count);

/** The parameters of a message with a plural: the number chooses the form, and its text is shown. */
export type Counted = { count: number; written: string };

export const messageCount = (count: number): Counted => ({ count, written: writtenCount(count) });

/** Formats an hour of the day: "02:00". */
export const writtenHour = (hour: number): string => hourFormat().format(hour * 60 * minuteMs);

type Unit = "second" | "minute" | "hour" | "day" | "kilobyte" | "megabyte" | "gigabyte";

const inUnit = (value: number, unit: Unit) =>
  new Intl.NumberFormat(regions[getLocale()], {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);

/** Formats a duration: "40 sec", "3 min", "2 days". */
export function writtenDuration(ms: number): string {
  if (ms < minuteMs) return inUnit(Math.ceil(ms / 1000), "second");
  if (ms < 60 * minuteMs) return inUnit(ms / minuteMs, "minute");
  const hours = ms / 60 / minuteMs;
  return hours < 48 ? inUnit(hours, "hour") : inUnit(hours / 24, "day");
}

/** Formats a number of bytes: "0 kB", "3.2 MB", "180 GB". */
export function writtenSize(bytes: number): string {
  if (bytes < 1e6) return inUnit(Math.ceil(bytes / 1000), "kilobyte");
  return bytes < 1e9 ? inUnit(bytes / 1e6, "megabyte") : inUnit(bytes / 1e9, "gigabyte");
}

const pageCounts = perLocale(() => new Map<number, string>());

/** Formats a number of pages: "2 pages". Choosing the plural is costly and the numbers are few, so results are cached. */
export function writtenPages(count: number, locale = getLocale()): string {
  const inWords = pageCounts(locale);
  const text = inWords.get(count) ?? m.document_pages({ count, written: writtenCount(count, locale) }, { locale });
  inWords.set(count, text);
  return text;
}

/** Joins the parts with the separators of the language. */
export const writtenList = (parts: readonly string[]): string => listFormat().format(parts);

/** Returns the name of a country, such as "Bangladesh" for BD. */
export const writtenCountry = (code: string): string => countryNames().of(code) ?? code;

/** Formats a local time that is given as "2026-03-31T18:30": "Tuesday 31 March 2026 at 18:30". */
export const writtenClock = (time: string): string => joinedMoment(clockFormat(), Date.parse(`${time}Z`));

/** Formats an amount that is given in the smallest unit of its currency: "BDT 1,500". */
export const writtenMoney = (amount: number, currency: string): string =>
  moneyFormat(currency).format(inUnits(amount, currency));

const moneyFormat = (currency: string) =>
  new Intl.NumberFormat(regions[getLocale()], { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" });

export const writtenCurrency = (currency: string): string => `${currency}, ${currencyNames().of(currency) ?? currency}`;
