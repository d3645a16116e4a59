import type { Locale } from "./compiled/runtime.js";
import { perLocale } from "./per-locale.ts";

const regions: Record<Locale, string> = { en: "en-GB", bn: "bn-BD", "en-x-spec": "en-GB" };

const instantFormat = perLocale((locale) => new Intl.DateTimeFormat(regions[locale], { dateStyle: "long" }));
const minuteFormat = perLocale(
  (locale) => new Intl.DateTimeFormat(regions[locale], { dateStyle: "long", timeStyle: "long" }),
);
const dayFormat = perLocale(
  (locale) => new Intl.DateTimeFormat(regions[locale], { dateStyle: "long", timeZone: "UTC" }),
);
const countFormat = perLocale((locale) => new Intl.NumberFormat(regions[locale]));

const timeFormat = perLocale(
  (locale) => new Intl.DateTimeFormat(regions[locale], { dateStyle: "long", timeStyle: "short", hourCycle: "h23" }),
);

/** The day of a moment, as the server's clock has it: "3 March 2026". */
export const writtenMoment = (time: number): string => instantFormat().format(time);

/** Day and time with its zone, for what is read elsewhere and later: "3 March 2026 at 02:30:00 GMT+6". */
export const writtenMinute = (time: number): string => minuteFormat().format(time);
/** The same with hour and minute: "3 March 2026 at 14:05". */
export const writtenTime = (time: number): string => timeFormat().format(time);

/** A calendar day given as "2026-03-03". */
export const writtenDay = (day: string): string => dayFormat().format(Date.parse(day));

export const writtenCount = (count: number): string => countFormat().format(count);
