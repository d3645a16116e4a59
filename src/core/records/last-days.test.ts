import { expect, test } from "vitest";
import { daysOfEnd, endedPapers, lastDayOn } from "./last-days.ts";

test("a document ends after its last day, which is one of the days ahead", () => {
  const today = "2028-02-29";
  expect(["2028-02-28", today].map((day) => lastDayOn(day, today).hasEnded)).toEqual([true, false]);
  expect(daysOfEnd("ended", today)).toEqual({ endsTo: "2028-02-28" });
  expect(daysOfEnd("30", today)).toEqual({ endsFrom: today, endsTo: "2028-03-30" });
});

test("papers have ended from the day after their last day, and the one that ended last comes first", () => {
  const papers = [
    { kind: "jobOffer", lastDay: "2024-05-01" },
    { kind: "idCard" },
    { kind: "visaPaper", lastDay: "2028-02-28" },
    { kind: "workPermit", lastDay: "2028-02-29" },
    { kind: "lmia", lastDay: "2024-05-01" },
  ];
  expect(endedPapers(papers, "2028-02-29").map(({ kind }) => kind)).toEqual(["visaPaper", "jobOffer", "lmia"]);
  expect(endedPapers(papers, "2028-03-01")[0]?.kind).toBe("workPermit");
});
