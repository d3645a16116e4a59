import { dayMs, hourMs, minuteMs } from "./durations.ts";

/** An IANA name of a time zone, such as "Asia/Dhaka". */
export type Zone = string;

/** Returns what Intl calls this zone. Null for a name that it does not know, and for an offset such as "+06:00". */
export function zoneNamed(name: string): Zone | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

const formats = new Map<Zone, Intl.DateTimeFormat>();

/** A format costs half a millisecond, so each zone has one. This locale writes "2026-03-31 18:30". */
function formatOf(zone: Zone): Intl.DateTimeFormat {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { ...toTheMinute, timeZone: zone });
  formats.set(zone, format);
  return format;
}

const toTheMinute = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

/** Thousands of records may ask within one second. */
const latest = new Map<Zone, { second: number; clock: string }>();

/** Returns the time on a clock in this zone, such as "2026-03-31T18:30". */
export function officeClock(zone: Zone, time: number): string {
  const second = Math.floor(time / 1000);
  const known = latest.get(zone);
  if (known?.second === second) return known.clock;
  const clock = formatOf(zone).format(time).replace(" ", "T").padStart(16, "0");
  latest.set(zone, { second, clock });
  return clock;
}

/** Returns the day in this zone, such as "2026-03-31". */
export const officeDay = (zone: Zone, time: number): string => officeClock(zone, time).slice(0, 10);

export const officeHour = (zone: Zone, time: number): number => Number(officeClock(zone, time).slice(11, 13));

/** Returns the latest day that has begun anywhere on earth, for days that somebody types who is elsewhere. */
export const latestDay = (now: number): string => new Date(now + farthestEastMs).toISOString().slice(0, 10);

const farthestEastMs = 14 * hourMs;
const farthestWestMs = 12 * hourMs;

/** Returns the earliest day that is not over everywhere on earth. */
export const earliestDay = (now: number): string => officeDay("UTC", now - farthestWestMs);

/** True if the time is on this day somewhere on earth: the day was written before the office changed its zone. */
export const isDayOf = (day: string, time: number): boolean => earliestDay(time) <= day && day <= latestDay(time);

/** Returns the last `count` days up to and including `today`, the oldest first. */
export const recentDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => laterDay(today, at + 1 - count));

/**
 * Returns the day that is `days` days after `day`: a step in the calendar, whatever the clocks do in between. Days have
 * years of four digits, so none is earlier than the first of these or later than the last.
 */
export const laterDay = (day: string, days: number): string =>
  new Date(Math.min(Math.max(Date.parse(day) + days * dayMs, firstDay), finalDay)).toISOString().slice(0, 10);

const firstDay = Date.parse("0001-01-01");
const finalDay = Date.parse("9999-12-31");

/** Returns the time at which `day`, or the day `daysLater` days later, begins in this zone. */
export const startOfDay = (zone: Zone, day: string, daysLater = 0): number =>
  timeAt(zone, `${laterDay(day, daysLater)}T00:00`);

/** Returns when a daily task at this hour was last due. */
export function lastDue(zone: Zone, now: number, hour: number): number {
  const today = atHour(zone, now, hour, 0);
  return today <= now ? today : atHour(zone, now, hour, -1);
}

export function nextDue(zone: Zone, now: number, hour: number): number {
  const today = atHour(zone, now, hour, 0);
  return today > now ? today : atHour(zone, now, hour, 1);
}

const atHour = (zone: Zone, now: number, hour: number, days: number): number =>
  timeAt(zone, `${laterDay(officeDay(zone, now), days)}T${String(hour).padStart(2, "0")}:00`);

/** Returns the same day and time `months` months earlier. If that month is too short, its last day is used. */
export function monthsBefore(zone: Zone, now: number, months: number): number {
  const then = new Date(`${officeClock(zone, now)}Z`);
  const day = then.getUTCDate();
  then.setUTCMonth(then.getUTCMonth() - months);
  if (then.getUTCDate() !== day) then.setUTCDate(0);
  return timeAt(zone, then.toISOString().slice(0, 16)) + (now % minuteMs);
}

/**
 * Returns when a clock in this zone shows `clock`: the first time if it is turned back over it. If it is put forward
 * past it, the time that an hour not lost would have.
 */
function timeAt(zone: Zone, clock: string): number {
  const inUtc = Date.parse(`${clock}Z`);
  const [before = inUtc, after = inUtc] = [-dayMs, dayMs].map((ms) => inUtc - aheadOfUtc(zone, inUtc + ms));
  return [before, after].find((time) => officeClock(zone, time) === clock) ?? before;
}

const aheadOfUtc = (zone: Zone, time: number): number => Date.parse(`${officeClock(zone, time)}Z`) - time;
