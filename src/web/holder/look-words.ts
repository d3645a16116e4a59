import { type DayOfLooks, lookWays, timesOf } from "#core/holders/looks.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenCount, writtenCountry, writtenList } from "#i18n/written.ts";

const wayWords = {
  number: m.holder_looks_number,
  code: m.holder_looks_code,
  program: m.holder_looks_program,
};

export const writtenTimes = (count: number): string => m.holder_looks_times(messageCount(count));

type Looks = DayOfLooks["looks"];

/** Returns a line per way or organisation, and state, for example "By number: 3 (Bangladesh 2, India 1)". */
export const lookLines = (looks: Looks): string[] =>
  (["now", "earlier"] as const).flatMap((state) =>
    lookWays.flatMap((way) => {
      const these = looks.filter((look) => look.state === state && look.way === way);
      return [...Map.groupBy(these, ({ by = wayWords[way]() }) => by)].map(([by, some]) => {
        const words = state === "now" ? by : m.holder_looks_earlier({ way: by });
        return `${words}: ${writtenCount(timesOf(some))}${countriesOf(some)}`;
      });
    }),
  );

/** Returns the countries, the most frequent first. Empty if no proxy reports countries. */
function countriesOf(looks: Looks): string {
  const known = looks.filter(({ country }) => country !== "").toSorted((one, other) => other.times - one.times);
  const [one] = known;
  if (!one) return "";
  if (one.times === timesOf(looks)) return ` (${writtenCountry(one.country)})`;
  const named = known.map(({ country, times }) => `${writtenCountry(country)} ${writtenCount(times)}`);
  return ` (${writtenList(named)})`;
}
