import { describe, expect, test } from "vitest";
import { canonicalNumber } from "#core/records/numbers.ts";
import { inventPeople, memorableNumbers } from "./invent-people.ts";

const crowd = [...inventPeople({ seed: 7, count: 200_000 })];

const someFrom = (seed: number) => [...inventPeople({ seed, count: 50 })];

describe("invented people", () => {
  test("are the same for the same seed and differ for another", () => {
    expect(someFrom(3)).toEqual(someFrom(3));
    expect(someFrom(4)).not.toEqual(someFrom(3));
  });

  test("have numbers in their canonical form", () => {
    for (const { passportNumber, irccNumber } of crowd.slice(0, 1000)) {
      expect(canonicalNumber(passportNumber)).toBe(passportNumber);
      expect(canonicalNumber(irccNumber)).toBe(irccNumber);
    }
  });

  test("never share a number and never have a memorable one", () => {
    const passports = new Set(crowd.map((person) => person.passportNumber));
    const irccNumbers = new Set(crowd.map((person) => person.irccNumber));
    expect([passports.size, irccNumbers.size]).toEqual([crowd.length, crowd.length]);
    expect(memorableNumbers.some((numbers) => passports.has(numbers.passportNumber))).toBe(false);
    expect(memorableNumbers.some((numbers) => irccNumbers.has(numbers.irccNumber))).toBe(false);
  });
});
