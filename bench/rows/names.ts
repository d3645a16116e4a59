import { readFileSync } from "node:fs";
import { nameMatches } from "#core/names/compare-names.ts";
import { withoutAccents } from "#core/names/name-words.ts";
import { median } from "../support/measure.ts";
import { atMost, type Row } from "../support/row.ts";

type Pair = readonly [country: string, record: string, typed: string];

/**
 * Names of 18 countries by somebody who has not seen the rule: how people write their own, and names of others. Whoever
 * changes the rule does not read them.
 */
const pairs = JSON.parse(readFileSync(new URL("../names/pairs.json", import.meta.url), "utf8")) as {
  genuine: readonly Pair[];
  others: readonly Pair[];
  siblings: readonly Pair[];
  /**
   * Twenty guesses of the commonest names, and how many of the records version 1.1 opened to them in the best of `spellings`:
   * it did not know Yilmaz for Yılmaz.
   */
  countries: Readonly<Record<string, { openedIn1_1: number; guesses: readonly string[]; records: readonly string[] }>>;
};

const accepted = (of: readonly Pair[]) => of.filter(([, record, typed]) => nameMatches(typed, record)).length;
/** In microseconds, of one comparison: a busy machine lengthens few of them. */
const timeOf = ([, record, typed]: Pair): number => {
  const start = performance.now();
  nameMatches(typed, record);
  return (performance.now() - start) * 1000;
};

/** A guesser takes the spelling that opens most: as it is written, in the capitals of a Turkish passport, without accents. */
const spellings: readonly ((guess: string) => string)[] = [
  (guess) => guess,
  (guess) => guess.toLocaleUpperCase("tr"),
  (guess) => guess.toLowerCase().split(" ").map(withoutAccents).join(" "),
];

const openedBy = (guesses: readonly string[], records: readonly string[]) =>
  records.filter((record) => guesses.some((guess) => nameMatches(guess, record))).length;

const percent = (part: number, whole: number) => Number(((100 * part) / whole).toFixed(1));

/** What a name opens under the policy `guarded`. */
export function guardedNames(): Row[] {
  const { genuine, others, siblings, countries } = pairs;
  const all = [...genuine, ...others, ...siblings];
  const opened = Object.values(countries).map(({ openedIn1_1, guesses, records }) => {
    const found = spellings.map((spell) => openedBy(guesses.map(spell), records));
    return Math.max(...found) / Math.max(1, openedIn1_1);
  });
  const ofSiblings = percent(accepted(siblings), siblings.length) * 10;
  return [
    atMost(
      "names of the right person that are refused",
      "%",
      percent(genuine.length - accepted(genuine), genuine.length),
      10,
    ),
    atMost("names of others that are accepted", "%", percent(accepted(others), others.length), 1),
    // None may be: there is nothing to divide by.
    { ...atMost("names of siblings that are accepted", "of 1,000", ofSiblings, 0), ratio: ofSiblings },
    atMost("records that 20 guesses of names open, the worst country against 1.1", "×", Math.max(...opened), 1.2),
    atMost("one comparison of names", "µs", median(all.map(timeOf)), 60),
  ];
}
