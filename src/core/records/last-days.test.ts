import { expect, test } from "vitest";
import { daysOfEnd, lastDayOn } from "./last-days.ts";

test("a document ends after its last day, which is one of the days ahead", () => {
  const today = "2028-02-29";
  expect(["2028-02-28", today].map((day) => lastDayOn(day, today).hasEnded)).toEqual([true, false]);
  expect(daysOfEnd("ended", today)).toEqual({ endsTo: "2028-02-28" });
  expect(daysOfEnd("30", today)).toEqual({ endsFrom: today, endsTo: "2028-03-30" });
});
