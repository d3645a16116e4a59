import { expect, test } from "vitest";
import { isInParts, partsOfPlace } from "./part-of-place.ts";

const names = Array.from({ length: 2000 }, (_, at) => (at * 2_654_435_761).toString(16).padStart(32, "0").slice(-32));
const read = (day: number, days: number) => names.filter((name) => isInParts(partsOfPlace(day, days))(name.slice(-8)));

test("each night reads another part, and 28 nights read every file once", () => {
  const nights = Array.from({ length: 28 }, (_, at) => read(20_400 + at, 1));
  expect(nights.flat().toSorted()).toEqual(names.toSorted());
  expect(Math.max(...nights.map(({ length }) => length))).toBeLessThan(150);
});

test("a night after some that were missed reads their parts too, and never more than all", () => {
  const missed = [1, 2, 3].flatMap((day) => read(20_400 + day, 1));
  expect(read(20_403, 3).toSorted()).toEqual(missed.toSorted());
  expect(read(20_500, 90)).toEqual(names);
});
