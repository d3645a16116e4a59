import { describe, expect, test } from "vitest";
import { lookupLimits, levelOf, waitSecondsOf } from "./lookup-price.ts";

const calm = { network: 0, neighbourhood: 0, everyone: 0, wrongNames: 0, isRecentFinder: false };

describe("the level of a lookup", () => {
  test.each([
    ["0 without misses", {}, 0],
    ["0 up to 29 misses", { network: 29 }, 0],
    ["1 from 30 misses on", { network: 30 }, 1],
    ["1 up to 59 misses", { network: 59 }, 1],
    ["2 from 60 misses on", { network: 60 }, 2],
    ["3 from 120 misses on", { network: 120 }, 3],
    ["4 from 240 misses on", { network: 240 }, 4],
    ["0 up to 239 misses of the neighbourhood", { neighbourhood: 239 }, 0],
    ["1 from 240 misses of the neighbourhood on", { neighbourhood: 240 }, 1],
    ["that of the neighbourhood if it is higher", { neighbourhood: 960, network: 30 }, 3],
    ["0 for a recent finder among them", { neighbourhood: 960, network: 4, isRecentFinder: true }, 0],
    ["3 after five misses of that finder", { neighbourhood: 960, network: 5, isRecentFinder: true }, 3],
    ["0 up to 999 misses of everyone", { everyone: 999, network: 1 }, 0],
    ["1 from 1000 misses of everyone on", { everyone: 1000, network: 1 }, 1],
    ["4 from 8000 misses of everyone on", { everyone: 8000, network: 1 }, 4],
    ["0 up to 7999 misses of everyone for a network without misses", { everyone: 7999 }, 0],
    ["1 for a network without misses, however many others miss", { everyone: 60_000 }, 1],
    ["0 in a wave for a recent finder", { everyone: 8000, network: 4, isRecentFinder: true }, 0],
    [
      "the same as for others after five misses of a recent finder",
      { everyone: 8000, network: 5, isRecentFinder: true },
      4,
    ],
    ["the sum of both levels in a wave", { everyone: 2000, network: 60 }, 4],
    ["at most 6, which a phone can do", { everyone: 60_000, network: 299 }, 6],
    ["0 for four wrong names", { wrongNames: 4 }, 0],
    ["3 for five wrong names", { wrongNames: 5 }, 3],
    ["6 for 40 wrong names", { wrongNames: 40 }, 6],
    ["at most 8 for any number of wrong names", { wrongNames: 1_000_000 }, 8],
    ["not lower for a recent finder with wrong names", { wrongNames: 5, isRecentFinder: true }, 3],
  ])("is %s", (_, counts, level) => {
    expect(levelOf({ ...calm, ...counts }, lookupLimits)).toBe(level);
  });

  test("is replaced by a wait of ten seconds to a minute without JavaScript", () => {
    expect([1, 2, 3, 4, 8].map(waitSecondsOf)).toEqual([10, 20, 40, 60, 60]);
  });
});
