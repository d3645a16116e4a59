import { dayMs } from "../durations.ts";

/** How a visitor found a record. Nothing tells who the visitor was, except the name of an organisation. */
export const lookWays = ["number", "code", "program"] as const;
type LookWay = (typeof lookWays)[number];

export type Look<State> = {
  way: LookWay;
  /** A country code of two letters. Empty if no proxy reports the country. */
  country: string;
  /** What was published at that time. It tells whether the same is published now. */
  state: State;
  times: number;
  /** The organisation that checked a list, and for what purpose. */
  by?: string;
};

/** The most combinations in a list. Further organisations and purposes are counted without their names. */
const maxNamed = 200;

/** Looks are kept for this number of days. */
export const keptDays = 90;

/**
 * Adds to an equal entry if there is one. So the list never grows beyond the combinations of ways, countries and states,
 * and a number of organisations.
 */
export function addLook<State>(
  looks: Look<State>[],
  { way, country, by }: Omit<Look<State>, "state" | "times">,
  state: State,
  times: number,
): void {
  for (const one of looks) {
    if (one.way === way && one.country === country && one.state === state && one.by === by) {
      one.times += times;
      return;
    }
  }
  if (by === undefined) looks.push({ way, country, state, times });
  else if (looks.length < maxNamed) looks.push({ way, country, state, times, by });
  else addLook(looks, { way, country }, state, times);
}

export type DayOfLooks = { day: string; looks: Look<"now" | "earlier">[] };

export const timesOf = (looks: readonly Pick<Look<unknown>, "times">[]): number =>
  looks.reduce((sum, { times }) => sum + times, 0);

const minUnusual = 10;
export const daysBefore = 14;
const daysToKnow = 7;

/**
 * Returns the days with at least 10 looks and more looks than the 14 days before together. Leaves out the first 7 days,
 * because nothing tells yet what is usual.
 */
export function unusualDays(days: readonly DayOfLooks[], countedOn: string): Set<string> {
  const unusual = days.filter(({ day, looks }) => {
    const before = days.filter((one) => one.day < day && daysBetween(one.day, day) <= daysBefore);
    const usual = before.reduce((sum, one) => sum + timesOf(one.looks), 0);
    return timesOf(looks) >= minUnusual && timesOf(looks) > usual && daysBetween(countedOn, day) >= daysToKnow;
  });
  return new Set(unusual.map(({ day }) => day));
}

const daysBetween = (day: string, later: string): number => (Date.parse(later) - Date.parse(day)) / dayMs;
