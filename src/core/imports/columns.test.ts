import { describe, expect, test } from "vitest";
import { findHeads, guessColumns, type ImportField, plainHead } from "./columns.ts";
import { readRow } from "./row.ts";

describe("columns", () => {
  test.each([
    [
      ["Passport No.", "IRCC No", "Full name"],
      ["passportNumber", "irccNumber", "name"],
    ],
    [["Father's Name", "MOTHER’S NAME ", "Permanent  Address", "Nationality"], ["fatherName", "motherName", "address", "nationality"]], // prettier-ignore
    [
      ["পাসপোর্ট নং", "আইআরসিসি নাম্বার", "নাম", "পিতার নাম"],
      ["passportNumber", "irccNumber", "name", "fatherName"],
    ],
    [
      ["মায়ের নাম", "ঠিকানা", "জাতীয়তা", "মন্তব্য"],
      ["motherName", "address", "nationality", null],
    ],
    [
      ["Passport", "", "passport number"],
      ["passportNumber", null, null],
    ],
  ])("%j are guessed by their heads", (heads, fields) => {
    expect(guessColumns(heads)).toEqual(fields);
  });

  test("are those that somebody chose before", () => {
    const remembered = new Map<string, ImportField | null>([
      [plainHead("Holder (as printed)"), "name"],
      [plainHead("Name"), null],
    ]);
    expect(guessColumns(["Holder, as printed", "Name", "Passport"], remembered)).toEqual([
      "name",
      null,
      "passportNumber",
    ]);
  });

  test("have their heads under titles and merged cells", () => {
    const rows = [["Candidates 2026"], ["", "Numbers", "", "Person"], ["Passport", "IRCC", "Name"], ["A1234567", "W1234567", "Rahim"]]; // prettier-ignore
    expect(findHeads(rows.map((cells, at) => ({ row: at + 1, cells })))).toBe(2);
  });
});

describe("a number", () => {
  test.each([
    ["passportNumber", "012345678", undefined],
    ["passportNumber", "12345678", undefined],
    ["passportNumber", { number: "123456789" }, undefined],
    ["passportNumber", { number: "12345678" }, "number-changed"],
    ["passportNumber", { number: "1.2E+08" }, "number-changed"],
    ["passportNumber", "১.২E+০৮", "number-changed"],
    ["passportNumber", { day: "2026-03-31" }, "number-changed"],
    ["irccNumber", { number: "1234567890" }, undefined],
    ["irccNumber", { number: "123456789" }, "number-changed"],
    ["irccNumber", { number: "1234567890123456800" }, "number-changed"],
    ["irccNumber", { number: "123456.5" }, "number-changed"],
    ["name", { number: "7" }, undefined],
  ] as const)("of %s, %j", (field, cell, problem) => {
    expect(readRow([field], [cell]).problems[field]).toBe(problem);
  });

  test("keeps nothing of a cell with spaces alone, and no column that is left out", () => {
    expect(readRow([null, "name", "address"], ["x", "  ", " Dhaka "]).input).toEqual({ address: "Dhaka" });
  });
});
