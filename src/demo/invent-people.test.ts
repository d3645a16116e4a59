import { describe, expect, test } from "vitest";
import { foldName } from "#core/records/names.ts";
import { canonicalNumber } from "#core/records/numbers.ts";
import { inventPeople, memorableNumbers, namesOf } from "./invent-people.ts";

const bangla = /\p{Script=Bengali}/u;
const crowd = [...inventPeople({ seed: 7, count: 200_000 })];

const someFrom = (seed: number) => [...inventPeople({ seed, count: 50 })];
const holdersOf = (part: string) => crowd.filter((person) => foldName(person.name).includes(part)).length;

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

  test("have their name in Bangla in one of eight cases, and always in Latin letters", () => {
    const inBangla = crowd.filter((person) => bangla.test(person.name));
    expect(inBangla.length / crowd.length).toBeCloseTo(1 / 8, 2);
    expect(inBangla.every((person) => bangla.test(person.fatherName + person.motherName))).toBe(true);
    expect(crowd.some((person) => bangla.test(Object.values(person.inLatin).join("")))).toBe(false);
  });

  test("have some names often and some rarely", () => {
    expect(holdersOf(namesOf.nobody)).toBe(0);
    expect(holdersOf(namesOf.twenty) * 5).toBeGreaterThan(5);
    expect(holdersOf(namesOf.twenty) * 5).toBeLessThan(50);
    expect(holdersOf(namesOf.onePercent) / crowd.length).toBeCloseTo(0.01, 2);
    expect(holdersOf(namesOf.thirtyPercent) / crowd.length).toBeCloseTo(0.3, 1);
  });
});
