import { describe, expect, test } from "vitest";
import { hasMissedTooOften, missesLeft, questionOf } from "./guessing.ts";

const asked = (number: string, name: string, code = "") => questionOf({ number, name, code }, code !== "");

describe("a question", () => {
  test.each([
    ["a1234567", "Rahim; Uddin"],
    ["A 123-4567", "UDDIN, Rahim"],
    ["A1234567", "rahim  uddin rahim"],
    ["\u202AA1234567\u202C", "Rahim; Uddin"],
    ["A1234567", "Ｒａｈｉｍ Uddin"],
    ["A1234567", "Md. Rohim Uddeen"],
  ])("is the same as %s, %s", (number, name) => {
    expect(asked(number, name)).toEqual(asked("A1234567", "Rahim Uddin"));
  });

  test.each([
    ["A1234567", "Rahim Uddin Ahmed"],
    ["A1234567", "Rahim"],
    ["A12345678", "Rahim; Uddin"],
    ["A1234567R", "ahim Uddin"],
  ])("is another one than %s, %s", (number, name) => {
    expect(asked(number, name)).not.toEqual(asked("A1234567", "Rahim Uddin"));
  });

  test("has the code in it where one is asked for, and asks nothing with a text that is no number", () => {
    const [one, same, other] = ["ABCD-2345-E", "abcd2345e", "ABCD-2345-F"].map((code) =>
      asked("A1234567", "Rahim", code),
    );
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
    expect(asked("A1234567 of Rahim.", "Uddin")).toBeNull();
  });

  test("is the same wherever the signs of a second number are typed", () => {
    const numberOf = (number: string) => questionOf({ number, name: "Rahim", code: "" }, false, ["hyphen"])?.number;
    const typed = ["1234-5678", "1234-5678.", "1234/5678-", "12-34.56-78", "12345678"];
    expect(new Set(typed.map(numberOf))).toEqual(new Set(["12345678"]));
  });
});

/** The probability that a list in random order is stopped before its end. */
function stopChance(numbers: number, missing: number): number {
  let chances = new Map([[0, 1]]);
  let stopped = 0;
  for (let checked = 0; checked < numbers; checked += 1) {
    const next = new Map<number, number>();
    const add = (misses: number, chance: number) => next.set(misses, (next.get(misses) ?? 0) + chance);
    for (const [misses, chance] of chances) {
      const miss = (missing - misses) / (numbers - checked);
      const isOver = hasMissedTooOften({ numbers: checked + 1, otherNames: 0, misses: misses + 1 });
      if (isOver) stopped += chance * miss;
      else add(misses + 1, chance * miss);
      add(misses, chance * (1 - miss));
    }
    chances = next;
  }
  return stopped;
}

test.each([
  { numbers: 66, missing: 6, atMost: 0 },
  { numbers: 1000, missing: 100, atMost: 1e-4 },
  { numbers: 10_000, missing: 1000, atMost: 1e-3 },
])("an honest list of $numbers with $missing that show nothing is answered whole", ({ numbers, missing, atMost }) => {
  expect(stopChance(numbers, missing)).toBeLessThanOrEqual(atMost);
});

test("what is left before a stop is what still stops nobody", () => {
  for (const numbers of [0, 1, 66, 154, 155, 1000]) {
    const none = { numbers, otherNames: 0, misses: 0 };
    const left = missesLeft(none);
    expect([left, left + 1].map((misses) => hasMissedTooOften({ ...none, misses }))).toEqual([false, true]);
    expect(missesLeft({ ...none, misses: left + 1 })).toBe(0);
  }
});
