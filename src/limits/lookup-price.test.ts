import { describe, expect, test } from "vitest";
import { lookupLimits, levelOf, waitSecondsOf } from "./lookup-price.ts";

const calm = { network: 0, everyone: 0, wrongNames: 0, isRecentFinder: false };

describe("what a lookup costs", () => {
  test.each([
    ["nothing at first", {}, 0],
    ["nothing up to 29 misses", { network: 29 }, 0],
    ["a little from 30", { network: 30 }, 1],
    ["the same up to 59", { network: 59 }, 1],
    ["twice as much from 60", { network: 60 }, 2],
    ["four times as much from 120", { network: 120 }, 3],
    ["eight times as much from 240", { network: 240 }, 4],
    ["nothing in a calm", { everyone: 999 }, 0],
    ["a little in a wave", { everyone: 1000 }, 1],
    ["more in a great wave", { everyone: 8000 }, 4],
    ["nothing in a wave for a recent finder", { everyone: 8000, network: 4, isRecentFinder: true }, 0],
    [
      "as much as for others after four misses of a recent finder",
      { everyone: 8000, network: 5, isRecentFinder: true },
      4,
    ],
    ["both in a wave", { everyone: 2000, network: 60 }, 4],
    ["never more than a phone can do", { everyone: 60_000, network: 299 }, 6],
    ["nothing for four wrong names", { wrongNames: 4 }, 0],
    ["more for five", { wrongNames: 5 }, 3],
    ["ever more for ever more", { wrongNames: 40 }, 6],
    ["but never without end", { wrongNames: 1_000_000 }, 8],
    ["no less for a recent finder", { wrongNames: 5, isRecentFinder: true }, 3],
  ])("is %s", (_, counts, level) => {
    expect(levelOf({ ...calm, ...counts }, lookupLimits)).toBe(level);
  });

  test("or a wait of ten seconds to a minute", () => {
    expect([1, 2, 3, 4, 8].map(waitSecondsOf)).toEqual([10, 20, 40, 60, 60]);
  });
});
