import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { hourMs } from "#core/durations.ts";
import { countedAs, LookupBudget } from "./lookup-budget.ts";
import { lookupLimits } from "./lookup-price.ts";

const counted = (name: string) => countedAs(name, hash("sha256", name, "buffer").subarray(0, 16));
const neighbourhood = counted("203.0.113.0/24");
const askerIn = (name: string) => ({ network: { ...counted(name), neighbourhood }, guardedNumber: null, guess: "" });

test.each([
  { hourOfDay: 0, longest: 23 },
  { hourOfDay: 11, longest: 12 },
])(
  "a network that found a record at $hourOfDay o'clock pays nothing for its neighbours for $longest hours",
  ({ hourOfDay, longest }) => {
    const [finder, neighbour] = [askerIn("203.0.113.1"), askerIn("203.0.113.2")];
    const foundAt = hourOfDay * hourMs;
    const levelAfter = (hours: number) => {
      const budget = new LookupBudget(lookupLimits);
      budget.found(finder, foundAt, 0);
      const now = foundAt + hours * hourMs;
      for (let miss = 0; miss < 8 * lookupLimits.freeMisses; miss += 1) budget.missed(neighbour, now, 0);
      return budget.priceOf(finder, now);
    };
    expect(levelAfter(longest)).toEqual({ kind: "level", level: 0 });
    expect(levelAfter(longest + 1)).toEqual({ kind: "level", level: 1 });
  },
);

test("the same wrong name again costs its number nothing more, another one does", () => {
  const budget = new LookupBudget(lookupLimits);
  const number = counted("A1234567").key;
  const asking = (guess: string) => ({ ...askerIn("203.0.113.9"), guardedNumber: number, guess });
  const levelNow = () => budget.priceOf(asking("new"), 0);
  for (let times = 0; times < 2 * lookupLimits.freeWrongNames; times += 1) budget.missed(asking("one"), 0, 0);
  expect(levelNow()).toEqual({ kind: "level", level: 0 });
  for (let name = 1; name < lookupLimits.freeWrongNames; name += 1) budget.missed(asking(`${name}`), 0, 0);
  expect(levelNow()).not.toEqual({ kind: "level", level: 0 });
});
