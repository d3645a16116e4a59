import { expect, test } from "vitest";
import { newcomerMs } from "./held-changes.ts";
import { freeFrom, isSecondPerson } from "./second-person.ts";

const gifts = Object.entries({ Ben: "Ada", Cem: "Ada", Dia: "Ben", Eva: "Finn", Finn: "Eva" })
  .concat([["Cem", "Gus"]])
  .map(([to, by]) => ({ to, by, at: 1 }));

test.each([
  ["Ada", [], true],
  ["Ada", ["Gus"], true],
  ["Ada", ["Gus", "Ada"], false],
  ["Ben", ["Ada"], false],
  ["Ada", ["Ben"], false],
  ["Ben", ["Cem"], false],
  ["Dia", ["Ada"], false],
  ["Cem", ["Dia"], false],
  ["Cem", ["Gus"], false],
  ["Dia", ["Gus", "Eva"], true],
  ["Eva", ["Finn"], false],
])("beside %s, these others are written about: %j: a second person: %s", (person, others, isSecond) => {
  expect(isSecondPerson(gifts, person, others)).toBe(isSecond);
});

test("who is tied is free once the last role that ties them is seven days old, and never beside themselves", () => {
  const later = [...gifts, { to: "Ben", by: "Ada", at: 5 }];
  expect(freeFrom(later, "Ben", ["Ada"])).toBe(5 + newcomerMs);
  expect(freeFrom(later, "Dia", ["Ben"])).toBe(1 + newcomerMs);
  expect(freeFrom(later, "Ben", ["Ben"])).toBeNull();
});
