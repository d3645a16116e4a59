import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalNumber, holdsRecordNumber, looksLikeIrcc, numberGroups } from "./numbers.ts";

/** As `unit: "binary"`, which takes seconds to begin; and half a surrogate pair, too. */
const anyLetter = fc.integer({ min: 0, max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point));

describe("canonicalNumber", () => {
  test.each([
    ["A1234 5678", "A12345678"],
    [" a1234-5678 ", "A12345678"],
    ["Ａ１２３４５６７８", "A12345678"],
    ["a1234\u20115678", "A12345678"],
    ["a1234\u00A05678\u200B", "A12345678"],
    ["\u202AA12345678\u202C", "A12345678"],
    ["\u200EA12345678", "A12345678"],
    ["A12345678\u200F", "A12345678"],
    ["\u061CA1234\u20685678\u2069", "A12345678"],
    ["A1234\uFE0F5678\uFEFF", "A12345678"],
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
      fc.property(fc.string({ unit: anyLetter, maxLength: 200 }), (text) => canonicalNumber(text) !== undefined),
    );
  });
});

describe("looksLikeIrcc", () => {
  test.each([
    ["W123456789", true],
    ["w 123-456-789", true],
    ["E302123456", true],
    ["W1234567", true],
    ["11-2345-6789", true],
    ["1234-5678", true],
    ["A12345678", false],
    ["BX1234567", false],
    ["A1234567", false],
    ["", false],
  ])("%j: %j", (typed, looksSo) => {
    expect(looksLikeIrcc(typed)).toBe(looksSo);
  });
});

describe("numberGroups", () => {
  test.each([
    ["a12345678", "A 1234 5678"],
    ["BX1234567", "BX 123 4567"],
    ["W123456789", "W 123 456 789"],
    ["1123456789", "11 2345 6789"],
    ["12345", "12 345"],
    ["A1B2C3D4", "A1B2 C3D4"],
    ["্ন?", "্ন?"],
    ["", ""],
  ])("%j reads %j", (typed, read) => {
    expect(numberGroups(typed).join(" ")).toBe(read);
  });

  test("leaves nothing out and adds nothing", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."AZ09"), maxLength: 20 }),
        (text) => numberGroups(text).join("") === text,
      ),
    );
  });
});

describe("holdsRecordNumber", () => {
  test.each([
    "A12345678",
    "a 1234 5678",
    "BX-012-3456",
    "W1.2345.678",
    "১২৩৪ ৫৬৭৮",
    "my passport is EG0123456, is it there?",
    "EG0123456 visa",
    "r12345",
    "AB12CD34",
    "Ａ１２３４５６７８",
    "1\u200b2\u00ad345",
    "А1234567",
    "12345",
    "A1234\u200E5678",
    "AB12\u2066CD34",
    "A1234:5678",
    "A1234,5678",
    "A1234'5678",
    "A1234|5678",
  ])("%j does", (text) => expect(holdsRecordNumber(text)).toBe(true));

  test.each(["", "visa", "news 2026", "office in Dhaka 1207", "covid19", "১০টি দেশ", "passport", "4 steps", "A1234"])(
    "%j does not",
    (text) => expect(holdsRecordNumber(text)).toBe(false),
  );

  test("wherever a number that can be on record has five digits in a row", () => {
    const number = fc.stringMatching(/^[A-Z]{0,4}\d{5,12}$/);
    fc.assert(fc.property(fc.string(), number, (text, digits) => holdsRecordNumber(`${text} ${digits}`)));
  });
});
