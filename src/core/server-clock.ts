import { hourMs } from "./durations.ts";

/** Returns the server's local time, such as "2026-03-31T18:30". The server runs in the operator's time zone. */
export function serverClock(now: number): string {
  const time = new Date(now);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(two).join("-");
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/**
 * Returns the latest day that has begun anywhere on earth, for when the server runs in another time zone than the
 * operator's.
 */
export const latestDay = (now: number): string => new Date(now + farthestEastMs).toISOString().slice(0, 10);

const farthestEastMs = 14 * hourMs;

/** Returns the server's local day at this time, such as "2026-03-31". */
export const serverDay = (time: number): string => serverClock(time).slice(0, 10);

/** Returns the last `count` days up to and including the day of `now`, the oldest first. */
export const recentDays = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => dayAfter(now, at + 1 - count));

/** Returns the day that is `days` days after the day of `now`. */
export function dayAfter(now: number, days: number): string {
  const noon = new Date(new Date(now).setHours(12, 0, 0, 0));
  return serverDay(noon.setDate(noon.getDate() + days));
}

/** Returns the time at which `day`, or the day `daysLater` days later, begins on the server's clock. */
export function startOfDay(day: string, daysLater = 0): number {
  const start = new Date(`${day}T00:00`);
  return start.setDate(start.getDate() + daysLater);
}

/** Returns the same day and time `months` months earlier. If that month is too short, its last day is used. */
export function monthsBefore(now: number, months: number): number {
  const then = new Date(now);
  then.setMonth(then.getMonth() - months);
  if (then.getDate() !== new Date(now).getDate()) then.setDate(0);
  return then.getTime();
}
