import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToSign, compactText, readCompactText } from "#verify/compact-statement.ts";
import {
  canonicalNumber,
  countedNumber,
  holdsRecordNumber,
  looksLikeIrcc,
  numberGroups,
  suggestedPassportNumber,
  recordNumber,
  recordSecond,
  numberSigns,
  secondSpelling,
  soughtSpellings,
  withoutNumbers,
} from "./numbers.ts";

/** Like `unit: "binary"`, which takes seconds to start, but also with unpaired surrogates. */
const anyLetter = fc.integer({ min: 0, max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point));

test("the code of a slip holds each number that a form allows, as it is spelt", async () => {
  const typed = fc.string({ unit: fc.constantFrom(..."Az09০/.- –⁄_"), minLength: 2, maxLength: 45 });
  const form = fc.option(fc.subarray([...numberSigns]));
  const key = { kty: "EC", crv: "P-256", x: "", y: "" };
  const days = { published: "2026-03-03", issued: "2026-05-22", ends: "2027-02-20" };
  const read = fc.asyncProperty(typed, form, async (text, allowed) => {
    const number = recordSecond(text, allowed);
    fc.pre(number !== null);
    const statement = { list: 7, place: 9, kinds: [], name: "Rahima", ...days, number };
    const code = compactText(await bytesToSign(statement, key), new Uint8Array(64));
    expect(readCompactText(code)?.statement).toEqual(statement);
  });
  await fc.assert(read, { numRuns: 300, examples: [["901/0000/2/0123456", ["slash"]]] });
});

describe("canonicalNumber", () => {
  test.each([
    ["A1234 5678", "A12345678"],
    [" a1234-5678 ", "A12345678"],
    ["Ａ１２３４５６７８", "A12345678"],
    ["a1234\u20115678", "A12345678"],
    ["a1234\u00A05678\u200B", "A12345678"],
    ["A12\u034F34\u206A5\u{E0041}678\u200D", "A12345678"],
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
    ["A123" + " ".repeat(96), "A123"],
    ["A123" + " ".repeat(97), null],
    ["A1234;5678", null],
    ["", null],
    ["١٢٣٤٥", "12345"],
  ])("turns %j into %j", (typed, kept) => {
    expect(canonicalNumber(typed)).toBe(kept);
  });

  test("results without a digit, such as a total line or a name, are refused by recordNumber", () => {
    expect(["A1234567", "৳TOTAL", "abcd", "ABC4"].map(recordNumber)).toEqual(["A1234567", null, null, "ABC4"]);
  });

  test("returns one spelling, which it accepts again unchanged", () => {
    const typed = fc.string({ unit: fc.constantFrom(..."aZ09 -–১２\u00AD"), maxLength: 30 });
    fc.assert(
      fc.property(typed, (text) => {
        const kept = canonicalNumber(text);
        return kept === null || (/^[A-Z0-9]{4,20}$/.test(kept) && canonicalNumber(kept) === kept);
      }),
    );
  });

  test("never throws for any typed text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyLetter, maxLength: 200 }), (text) => canonicalNumber(text) !== undefined),
    );
  });
});

describe("perhapsMeant", () => {
  test.each([
    ["AB1234567", null],
    ["BS0123456", null],
    ["AI2345678", "A12345678"],
    ["Al2345678", "A12345678"],
    ["al234-5678", "A12345678"],
    ["AL2345678", null],
    ["A1234567L", "A12345671"],
    ["A1234567o", "A12345670"],
    ["A1234567O", "A12345670"],
    ["A12S4B6Z8", "A12548628"],
    ["BXI234567", "BX1234567"],
    ["1234S678", "12345678"],
    ["A12345678", null],
    ["BX1234567", null],
    ["W123456789", null],
    ["SOBIBOSS", null],
    ["SOBIB1234", "S08181234"],
    ["XYAI2345678", null],
    ["AI2345678X", null],
    ["PASSPORT", null],
  ])("suggests for %j the number %j", (number, meant) => {
    expect(suggestedPassportNumber(number)).toBe(meant);
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
    ["12345678A", false],
    ["", false],
  ])("returns for %j the result %j", (typed, looksSo) => {
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
    ["123456", "123 456"],
    ["A1B2C3D4", "A1B2 C3D4"],
    ["্ন?", "্ন?"],
    ["", ""],
  ])("splits %j into %j", (typed, read) => {
    expect(numberGroups(typed, null).join(" ")).toBe(read);
  });

  test("adds and removes no characters", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."AZ09"), maxLength: 20 }),
        (text) => numberGroups(text, null).join("") === text,
      ),
    );
  });
});

describe("soughtSpellings", () => {
  const entryPermit = "201/2024/2/0123456";
  test.each([
    ["W123456789", null, "", ["W123456789"]],
    ["201/2024/2/0123456", ["slash"], entryPermit, ["201/2024/2/0123456", "201202420123456"]],
    ["201202420123456", ["slash"], entryPermit, ["201202420123456", "201/2024/2/0123456"]],
    ["20120242123", ["slash"], entryPermit, ["20120242123", "201/2024/2/123"]],
    ["20120242", ["slash"], entryPermit, ["20120242"]],
    ["W2024123", ["slash"], entryPermit, ["W2024123"]],
    ["201202420123456", ["slash"], "", ["201202420123456"]],
    ["201202420123456", ["slash"], "G1234567P", ["201202420123456"]],
    ["PRMLQ2023123456", ["slash", "hyphen"], "P-RM/L/Q/2023/123456", ["PRMLQ2023123456", "P-RM/L/Q/2023/123456"]],
    ["12-3/4", ["slash", "hyphen"], "", ["12-3/4", "123/4", "1234"]],
  ] as const)("looks for %j, with the form %j and the example %j, as %j", (spelt, form, example, sought) => {
    expect(soughtSpellings(spelt, form, example)).toEqual(sought);
  });

  test("counts all of them as one number, so that no spelling gives more tries of a name", () => {
    const sought = soughtSpellings("201202420123456", ["slash"], entryPermit);
    expect(new Set(sought.map(countedNumber)).size).toBe(1);
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
  ])("returns true for %j", (text) => expect(holdsRecordNumber(text)).toBe(true));

  test.each(["", "visa", "news 2026", "office in Dhaka 1207", "covid19", "১০টি দেশ", "passport", "4 steps", "A1234"])(
    "returns false for %j",
    (text) => expect(holdsRecordNumber(text)).toBe(false),
  );

  test("returns true for any number that has five digits in a row", () => {
    const number = fc.stringMatching(/^[A-Z]{0,4}\d{5,12}$/);
    fc.assert(fc.property(fc.string(), number, (text, digits) => holdsRecordNumber(`${text} ${digits}`)));
  });
});

describe("secondSpelling", () => {
  test.each([
    ["201/2024/2/0123456", ["slash"], "201/2024/2/0123456"],
    ["201 / 2024 / 2 / 0123456", ["slash"], "201/2024/2/0123456"],
    ["২০১⁄2024／2∕0123456", ["slash"], "201/2024/2/0123456"],
    ["p\u2011rm/l/q/2023/123456", ["slash", "hyphen"], "P-RM/L/Q/2023/123456"],
    ["P-RM/L/Q/2023/123456", ["slash"], "PRM/L/Q/2023/123456"],
    ["12/3", ["slash"], "12/3"],
    ["1/23", ["slash"], "1/23"],
    ["12/3", [], "123"],
    ["--12.34.56.", ["dot"], "12.34.56"],
    ["12  34", ["blank"], "12 34"],
    ["12//34", ["slash"], "12/34"],
    ["12/ - 34", ["slash", "blank"], "12/34"],
    ["12 - 34", ["blank"], "12 34"],
    ["12\\34", ["slash"], null],
    ["12;34", ["slash"], null],
    ["1/2", ["slash"], null],
    ["\u0410/12345", ["slash"], null],
    ["\u013112345", ["slash"], null],
    ["\u202E12/345\u202C", ["slash"], "12/345"],
    ["<b>12345</b>", ["slash"], null],
    ["1/" + "2".repeat(38), ["slash"], "1/" + "2".repeat(38)],
    ["1/" + "2".repeat(39), ["slash"], null],
    ["A1234-5678", null, "A12345678"],
    ["12/345", null, null],
  ] as const)("spells %j with %j as %j", (typed, form, spelt) => {
    expect(secondSpelling(typed, form)).toBe(spelt);
  });

  const typed = fc.string({ unit: fc.constantFrom(..."aZ09/.- -–\u2044১"), maxLength: 45 });
  const form = fc.subarray([...numberSigns]);

  test("returns one spelling, which it accepts again unchanged, also with more signs", () => {
    const mostlySigns = fc.array(fc.constantFrom("12", "/", ".", " - ", "- ", " ")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(typed, mostlySigns), form, form, (text, signs, more) => {
        const spelt = secondSpelling(text, signs);
        const wider = numberSigns.filter((sign) => signs.includes(sign) || more.includes(sign));
        return spelt === null || (secondSpelling(spelt, signs) === spelt && secondSpelling(spelt, wider) === spelt);
      }),
      { numRuns: 2000 },
    );
  });

  test("keeps every number of before, whatever signs are allowed later", () => {
    fc.assert(
      fc.property(typed, form, (text, signs) => {
        const before = recordNumber(text);
        return before === null || secondSpelling(before, signs) === before;
      }),
    );
  });

  test("a number with signs is one group, and is masked wherever it has other signs", () => {
    const slash = ["slash"] as const;
    expect(numberGroups("201/2024/2/0123456", slash)).toEqual(["201/2024/2/0123456"]);
    expect(numberGroups("A12345678", slash)).toEqual(["A", "1234", "5678"]);
    expect(withoutNumbers("it is 201/2024/2 012.3456 here", ["201/2024/2/0123456"])).toBe("it is … here");
  });
});
