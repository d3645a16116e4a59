import { describe, expect, test } from "vitest";
import { type DayOfLooks, unusualDays } from "./looks.ts";

const dayOf = (day: number, times: number): DayOfLooks => ({
  day: `2027-01-${String(day).padStart(2, "0")}`,
  looks: [{ way: "number", country: "", state: "now", times }],
});

describe("days with many more looks than usual", () => {
  test.each<[string, Record<number, number>, number[]]>([
    ["ten on a quiet record", { 20: 10 }, [20]],
    ["fewer than ten", { 20: 9 }, []],
    ["not more than in two weeks before together", { 10: 4, 18: 6, 20: 10 }, []],
    ["more than in two weeks before together", { 10: 4, 18: 6, 20: 11 }, [20]],
    ["what is longer ago does not count", { 5: 40, 20: 10 }, [20]],
    ["the day after such a day is usual", { 20: 30, 21: 30, 22: 61 }, [20, 22]],
    ["in the first week nobody knows", { 7: 30 }, []],
    ["from the eighth day on they do", { 8: 30 }, [8]],
  ])("%s", (_, times, unusual) => {
    const days = Object.entries(times).map(([day, count]) => dayOf(Number(day), count));
    expect([...unusualDays(days.toReversed(), "2027-01-01")].toSorted()).toEqual(
      unusual.map((day) => dayOf(day, 0).day),
    );
  });
});
