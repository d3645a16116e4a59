import { describe, expect, test } from "vitest";
import { addLook, type DayOfLooks, type Look, unusualDays } from "./looks.ts";

const dayOf = (day: number, times: number): DayOfLooks => ({
  day: `2027-01-${String(day).padStart(2, "0")}`,
  looks: [{ way: "number", country: "", state: "now", times }],
});

describe("unusualDays", () => {
  test.each<[string, Record<number, number>, number[]]>([
    ["reports ten looks on a record without earlier looks", { 20: 10 }, [20]],
    ["ignores fewer than ten looks", { 20: 9 }, []],
    ["ignores as many looks as in the two weeks before together", { 10: 4, 18: 6, 20: 10 }, []],
    ["reports more looks than in the two weeks before together", { 10: 4, 18: 6, 20: 11 }, [20]],
    ["does not count looks from more than two weeks before", { 5: 40, 20: 10 }, [20]],
    ["ignores the day after an unusual day with as many looks", { 20: 30, 21: 30, 22: 61 }, [20, 22]],
    ["ignores the first week", { 7: 30 }, []],
    ["reports from the eighth day on", { 8: 30 }, [8]],
  ])("%s", (_, times, unusual) => {
    const days = Object.entries(times).map(([day, count]) => dayOf(Number(day), count));
    expect([...unusualDays(days.toReversed(), "2027-01-01")].toSorted()).toEqual(
      unusual.map((day) => dayOf(day, 0).day),
    );
  });
});

test("many organisations and purposes on one day do not make the list grow without end", () => {
  const looks: Look<"now">[] = [];
  for (let at = 0; at < 10_000; at += 1)
    addLook(looks, { way: "program", country: "", by: `Embassy: ${at}` }, "now", 1);
  expect(looks).toHaveLength(201);
  expect(looks.at(-1)).toEqual({ way: "program", country: "", state: "now", times: 9800 });
});
