import { describe, expect, test } from "vitest";
import { findHeads, guessColumns, headsOf, type ImportField, normalisedHead } from "./columns.ts";
import { readRow } from "./row.ts";
import type { Cell } from "./table.ts";

describe("the columns of an import", () => {
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
      ["PP No", "IRCC নং", "ভিসার মেয়াদ"],
      ["passportNumber", "irccNumber", "lastDays.visaPaper"],
    ],
    [["IRCC Ref", "Passport নং"], ["irccNumber", "passportNumber"]], // prettier-ignore
    [
      ["Visa expiry", "Last day of the work permit", "ভিসার মেয়াদ শেষ", "Medical valid till", "Passport expiry", "Visa"],
      ["lastDays.visaPaper", "lastDays.workPermit", null, "lastDays.medical", null, null],
    ],
    [
      ["Passport No. (পাসপোর্ট নং)", "UCI / IRCC", "Name\n/ নাম", "Father / Mother", "Passport (expiry)"],
      ["passportNumber", "irccNumber", "name", null, null],
    ],
    [
      ["Passport", "", "passport number"],
      ["passportNumber", null, null],
    ],
  ])("are recognised by their heads: %j", (heads, fields) => {
    expect(guessColumns(heads)).toEqual(fields);
  });

  test("are recognised by the choices that somebody made before", () => {
    const remembered = new Map<string, ImportField | null>([
      [normalisedHead("Holder (as printed)"), "name"],
      [normalisedHead("Name"), null],
    ]);
    expect(guessColumns(["Holder, as printed", "Name", "Passport"], remembered)).toEqual([
      "name",
      null,
      "passportNumber",
    ]);
  });

  test("are found below titles and merged cells", () => {
    const rows = [["Candidates 2026"], ["", "Numbers", "", "Person"], ["Passport", "IRCC", "Name"], ["A1234567", "W1234567", "Rahim"]]; // prettier-ignore
    expect(findHeads(rows.map((cells, at) => ({ row: at + 1, cells })))).toBe(2);
  });
});

test.each([
  ["one row over several heads", ["Passport", "Name", "Parents", "", "Address"], ["", "", "Father", "Mother", ""], 1],
  ["no second row", ["Passport", "Name", "Father", "", "Address"], ["A1234567", "Rahim", "Karim", "Amina", ""], 0],
])("findHeads with heads in two rows: %s", (_, upper, lower, at) => {
  const rows = [["People"], upper, lower, ["A1234568", "Rahima"]].map((cells, index) => ({ row: index + 1, cells }));
  expect(findHeads(rows)).toBe(at + 1);
  const read = guessColumns(headsOf(rows, at + 1));
  expect(read.filter((field) => field !== null)).toHaveLength(at === 1 ? 5 : 4);
});

test.each([
  ["2026-03-31", "2026-03-31"],
  ["31/03/2026", "2026-03-31"],
  ["31.3.2026", "2026-03-31"],
  ["31-Mar-2026", "2026-03-31"],
  ["31st March, 2026", "2026-03-31"],
  ["March 31, 2026", "2026-03-31"],
  ["৩১/০৩/২০২৬", "2026-03-31"],
  ["৩১ মার্চ ২০২৬", "2026-03-31"],
  ["2026-03-31 00:00:00", "2026-03-31"],
  [{ day: "2026-03-31" }, "2026-03-31"],
  ["31-Mar-27", "2027-03-31"],
  ["31 Mar 27", "2027-03-31"],
  ["31/Mar/27", "2027-03-31"],
  ["Mar 31, 27", "2027-03-31"],
  ["৩১ মার্চ ২৭", "2027-03-31"],
  ["31-Mar-87", null],
  ["31/03/26", null],
  ["03/31/2026", null],
  ["2026-02-30", null],
  ["0026-03-31", null],
  ["31/03/2026 or later", null],
  ["soon", null],
  [{ number: "46112" }, "2026-03-31"],
  [{ number: "46112.75" }, "2026-03-31"],
  [{ number: "4611" }, null],
  ["46112", "2026-03-31"],
  ["৪৬১১২", "2026-03-31"],
  ["461120", null],
] as const)("the last day in the cell %j is read as %s", (cell, day) => {
  const { input, problems } = readRow(["lastDays.visaPaper"], [cell]);
  expect(day === null ? problems : input).toEqual({ "lastDays.visaPaper": day ?? "date-format" });
});

describe("readRow", () => {
  test("names a last day that was read from a number of five digits", () => {
    const warningsOf = (cell: Cell) => readRow(["lastDays.visaPaper"], [cell]).warnings;
    const warned = { "lastDays.visaPaper": "day-from-number" };
    expect(["46112", { number: "46112" }].map(warningsOf)).toEqual([warned, warned]);
    expect(["2026-03-31", { day: "2026-03-31" }].map(warningsOf)).toEqual([{}, {}]);
    expect(readRow(["name"], ["46112"]).warnings).toEqual({});
  });

  test.each([
    ["passportNumber", "012345678", undefined],
    ["passportNumber", "12345678", undefined],
    ["passportNumber", "12E45", undefined],
    ["passportNumber", "1.2E8", "number-changed"],
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
  ] as const)("checks a number: %s, %j", (field, cell, problem) => {
    expect(readRow([field], [cell]).problems[field]).toBe(problem);
  });

  test.each([
    [{ number: "12345678" }, undefined],
    [{ number: "1.2E+08" }, "number-changed"],
    [{ number: "1234567890123456" }, "number-changed"],
    [{ day: "2026-03-31" }, "number-changed"],
  ] as const)("takes a number as shown, unless digits may be missing: %j", (cell, problem) => {
    expect(readRow(["passportNumber"], [cell], true).problems["passportNumber"]).toBe(problem);
  });

  test("ignores cells of spaces, and columns that are left out", () => {
    expect(readRow([null, "name", "address"], ["x", "  ", " Dhaka "]).input).toEqual({ address: "Dhaka" });
  });
});
