/** Local time of the server, which is set to the operator's time zone: "2026-03-31T18:30". */
export function serverClock(now: number): string {
  const time = new Date(now);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(two).join("-");
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The latest day that has begun anywhere: the server may be set to another time zone than the operator's. */
export const latestDay = (now: number): string => new Date(now + farthestEastMs).toISOString().slice(0, 10);

const farthestEastMs = 14 * 60 * 60 * 1000;

/** The day of a moment on the server's clock: "2026-03-31". */
export const serverDay = (time: number): string => serverClock(time).slice(0, 10);

/** The day of a moment and those before it, the oldest first. */
export const recentDays = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => dayAfter(now, at + 1 - count));

/** The day so many days after that of a moment. */
export function dayAfter(now: number, days: number): string {
  const noon = new Date(new Date(now).setHours(12, 0, 0, 0));
  return serverDay(noon.setDate(noon.getDate() + days));
}

/** The moment at which a day begins on the server's clock, or one of the days after it. */
export function startOfDay(day: string, daysLater = 0): number {
  const start = new Date(`${day}T00:00`);
  return start.setDate(start.getDate() + daysLater);
}

/** The same day and time so many months before; the last day of a month that is too short for it. */
export function monthsBefore(now: number, months: number): number {
  const then = new Date(now);
  then.setMonth(then.getMonth() - months);
  if (then.getDate() !== new Date(now).getDate()) then.setDate(0);
  return then.getTime();
}
