import { describe, expect, test } from "vitest";
import { failedMrzChecks, mrzCharactersAt, mrzCheckDigit, mrzLineLength, mrzName, mrzNumber } from "./mrz.ts";

/** The specimen passport of ICAO Doc 9303-4. */
const upper = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<";
const lower = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";

const lineOf = (name: string) => `P<BGD${name}`.padEnd(mrzLineLength, "<");

test("the specimen passport of ICAO is parsed, and all its check digits are right", () => {
  expect(failedMrzChecks(lower)).toEqual([]);
  expect(mrzNumber(lower)).toBe("L898902C3");
  expect(mrzName(upper)).toEqual({ name: "Anna Maria Eriksson", isCut: false });
  for (const [line, text] of [upper, lower].entries())
    for (let place = 0; place < mrzLineLength; place++)
      expect(mrzCharactersAt(line === 0 ? 0 : 1, place)).toContain(text.charAt(place));
});

test("only characters that a place can have are allowed there", () => {
  const allowed = Array.from({ length: mrzLineLength }, (_, place) => mrzCharactersAt(1, place));
  const placesOf = (has: RegExp) => allowed.flatMap((characters, place) => (has.test(characters) ? [place] : []));
  const [dates, sex] = [[13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27], [20]];
  expect(placesOf(/^[^A-Z]+$/)).toEqual([9, ...dates, 42, 43]);
  expect(placesOf(/^[^<]+$/)).toEqual([9, ...dates, 43]);
  expect(placesOf(/^\D+$/)).toEqual([10, 11, 12, ...sex]);
  expect([0, 1, 43].map((place) => /[\d]/.test(mrzCharactersAt(0, place)))).toEqual([false, false, false]);
});

describe("MRZ check digits", () => {
  test.each([
    ["520727", "3"],
    ["AB2134<<<", "5"],
    ["<<<<<<<<<<<<<<", "0"],
  ])("give %s the digit %s", (field, digit) => expect(mrzCheckDigit(field)).toBe(digit));

  test.each([
    ["number", 3, "composite"],
    ["birth", 15, "composite"],
    ["expiry", 24, "composite"],
    ["personalNumber", 30, "composite"],
  ])("detect a wrong %s", (field, place, composite) => {
    const wrong = lower.slice(0, place) + (lower.charAt(place) === "3" ? "4" : "3") + lower.slice(place + 1);
    expect(failedMrzChecks(wrong)).toEqual([field, composite]);
  });

  test("may be left out for a missing personal number", () => {
    const withoutNumber = `${lower.slice(0, 28)}${"<".repeat(14)}`;
    for (const digit of ["0", "<"]) expect(failedMrzChecks(`${withoutNumber}${digit}8`)).toEqual([]);
    expect(failedMrzChecks(`${withoutNumber}14`)).toContain("personalNumber");
  });
});

describe("mrzName", () => {
  test.each([
    ["MIAH<<MD<RAFIQUL", "Md Rafiqul Miah"],
    ["DELA<CRUZ<<JOAQUIN", "Joaquin Dela Cruz"],
    ["RUPBAN", "Rupban"],
  ])("reads %s", (name, words) => expect(mrzName(lineOf(name))).toEqual({ name: words, isCut: false }));

  test.each([39, 38])("reports that a name of %i letters and fillers may be cut", (length) => {
    const name = "CHOWDHURY<<MOHAMMAD<ABU<BAKAR<SIDDIQUE<SHAH".slice(0, length);
    expect(mrzName(lineOf(name))).toMatchObject({ isCut: true });
    expect(mrzName(lineOf(name.slice(0, 37)))).toMatchObject({ isCut: false });
  });

  test.each(["<MIAH<<MD", "MIAH<<<MD", "MIAH<<MD<<RAFIQUL", "MI4H<<MD", "", "MIAH<<MD<<<<<K"])("refuses %s", (name) =>
    expect(mrzName(lineOf(name))).toBeNull(),
  );
});

test("mrzNumber returns null for an empty number and for a filler between characters", () => {
  expect(mrzNumber("A1234<5678BGD")).toBeNull();
  expect(mrzNumber("<<<<<<<<<0BGD")).toBeNull();
  expect(mrzNumber("45897215<9BGD")).toBe("45897215");
});
