import { describe, expect, test } from "vitest";
import { canonicalNumber } from "#core/records/numbers.ts";
import { agencies } from "./agencies/agencies.ts";
import { inventPeople } from "./invent-people.ts";

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

  test("never share a number", () => {
    for (const of of ["passportNumber", "irccNumber"] as const)
      expect(new Set(crowd.map((person) => person[of])).size).toBe(crowd.length);
  });

  test.each(Object.values(agencies))("never have a number that is easy to type", ({ people }) => {
    const { memorable } = people;
    const invented = new Set(Array.from(inventPeople({ seed: 7, count: 10_000, people }), (one) => one.passportNumber));
    expect(memorable.some((number) => invented.has(number))).toBe(false);
  });
});
