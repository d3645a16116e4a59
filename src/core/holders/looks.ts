/** How somebody found a record. Nobody knows who. */
export const lookWays = ["number", "code", "program"] as const;
type LookWay = (typeof lookWays)[number];

export type Look<State> = {
  way: LookWay;
  /** Two letters; empty where no proxy says it. */
  country: string;
  /** What was published then: to tell whether that is what is published now. */
  state: State;
  times: number;
};

/** How long looks are kept. */
export const keptDays = 90;

/** To the one like it, so that there are never more than ways, countries and states. */
export function addLook<State>(looks: Look<State>[], way: LookWay, country: string, state: State, times: number): void {
  for (const one of looks) {
    if (one.way === way && one.country === country && one.state === state) {
      one.times += times;
      return;
    }
  }
  looks.push({ way, country, state, times });
}

export type DayOfLooks = { day: string; looks: Look<"now" | "earlier">[] };

export const timesOf = (looks: readonly Pick<Look<unknown>, "times">[]): number =>
  looks.reduce((sum, { times }) => sum + times, 0);

const fewestUnusual = 10;
const daysBefore = 14;
const daysToKnow = 7;

/** The days with at least 10 looks, more than in the 14 days before together. In the first 7 days nobody knows what is usual. */
export function unusualDays(days: readonly DayOfLooks[], boundOn: string): Set<string> {
  const unusual = days.filter(({ day, looks }) => {
    const before = days.filter((one) => one.day < day && daysBetween(one.day, day) <= daysBefore);
    const usual = before.reduce((sum, one) => sum + timesOf(one.looks), 0);
    return timesOf(looks) >= fewestUnusual && timesOf(looks) > usual && daysBetween(boundOn, day) >= daysToKnow;
  });
  return new Set(unusual.map(({ day }) => day));
}

const daysBetween = (day: string, later: string): number => (Date.parse(later) - Date.parse(day)) / 86_400_000;
