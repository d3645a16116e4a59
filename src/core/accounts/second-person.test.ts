import { expect, test } from "vitest";
import { isSecondPerson } from "./second-person.ts";

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
