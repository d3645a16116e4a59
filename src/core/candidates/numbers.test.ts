import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalNumber } from "./numbers.ts";

describe("canonicalNumber", () => {
  test.each([
    ["A1234 5678", "A12345678"],
    [" a1234-5678 ", "A12345678"],
    ["Ａ１２３４５６７８", "A12345678"],
    ["a1234\u20115678", "A12345678"],
    ["a1234\u00A05678\u200B", "A12345678"],
    ["এ", null],
    ["A১২৩৪৫৬৭৮", "A12345678"],
    ["\u0410" + "12345678", null],
    ["abc", null],
    ["abcd", "ABCD"],
    ["A".repeat(20), "A".repeat(20)],
    ["A".repeat(21), null],
    ["A1234\u00005678", null],
    ["A1234;5678", null],
    ["", null],
    ["١٢٣٤٥", null],
  ])("%j is kept as %j", (typed, kept) => {
    expect(canonicalNumber(typed)).toBe(kept);
  });

  test("whatever it accepts has one spelling, which it accepts again unchanged", () => {
    const typed = fc.string({ unit: fc.constantFrom(..."aZ09 -–১２\u00AD"), maxLength: 30 });
    fc.assert(
      fc.property(typed, (text) => {
        const kept = canonicalNumber(text);
        return kept === null || (/^[A-Z0-9]{4,20}$/.test(kept) && canonicalNumber(kept) === kept);
      }),
    );
  });

  test("never throws, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => canonicalNumber(text) !== undefined),
    );
  });
});
