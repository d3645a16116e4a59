import { describe, expect, test } from "vitest";
import { tableOf } from "#test/support/drawn-tables.ts";
import { isTotalOrNote, readRow } from "./row.ts";
import type { Cell } from "./table.ts";

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
  ["31/03/26", "2026-03-31"],
  ["03/31/2026", null],
  ["31/03/2026 12:00:00 AM", "2026-03-31"],
  ["Tuesday, 31 March 2026", "2026-03-31"],
  ["20260331", "2026-03-31"],
  ["31032026", "2026-03-31"],
  ["Dt. 31/03/2026 A.D.", "2026-03-31"],
  ["۳۱ جولائی ۲۰۲۶", "2026-07-31"],
  ["31 फ़रवरी 2026", null],
  ["28 फ़रवरी 2026", "2026-02-28"],
  ["३१/०३/२०२६", "2026-03-31"],
  ["31 मार्च 2026", "2026-03-31"],
  ["٣١ مارس ٢٠٢٦", "2026-03-31"],
  ["٣١ كانون الثاني ٢٠٢٦", "2026-01-31"],
  ["30 تشرين الثاني 2026", "2026-11-30"],
  ["۳۱ مارچ ۲۰۲۶", "2026-03-31"],
  ["31 غشت 2026", "2026-08-31"],
  ["30 شتنبر 2026", "2026-09-30"],
  ["31 يوليوز 2026", "2026-07-31"],
  ["31 lip 2026", null],
  ["31 липня 2026", "2026-07-31"],
  ["31 Tem 2026", "2026-07-31"],
  ["31 de outubro de 2026", "2026-10-31"],
  ["31 ماي 2026", "2026-05-31"],
  ["30 نونبر 2026", "2026-11-30"],
  ["31 دجنبر 2026", "2026-12-31"],
  ["30 جوان 2026", "2026-06-30"],
  ["31 كانون ثاني 2026", "2026-01-31"],
  ["30 يونيه 2026", "2026-06-30"],
  ["28 फेब्रुअरी 2026", "2026-02-28"],
  ["30 नोभेम्बर 2026", "2026-11-30"],
  ["৩১ অগস্ট ২০২৬", "2026-08-31"],
  ["31 août 2026", "2026-08-31"],
  ["31 Agustus 2026", "2026-08-31"],
  ["31 tháng 3 năm 2026", "2026-03-31"],
  ["31.03.2026 г.", "2026-03-31"],
  ["2026年3月31日", "2026-03-31"],
  // 2082 in the calendar of Nepal is 2025, and 1447 in that of Arabia is 2026.
  ["2082-12-17", null],
  ["17/09/1447", null],
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
  // Poland's November is Croatia's October.
  ["5 listopad 2027", null],
  ["5 lipca 2027", "2027-07-05"],
] as const)("the last day in the cell %j is read as %s", (cell, day) => {
  const { input, problems, warnings } = readRow({ columns: ["lastDays.visaPaper"] }, [cell]);
  expect(problems).toEqual({});
  expect(day === null ? warnings : input).toEqual({ "lastDays.visaPaper": day ?? "date-format" });
});

test.each([
  [["31/03/2026", "04/05/2026"], "2026-05-04"],
  [["03/31/2026", "04/05/2026"], "2026-04-05"],
  [["03/31/2026", "31/03/2026", "04/05/2026"], undefined],
  [["27-03-12", "28-04-11", "26-03-27"], undefined],
])("a column of days shows whether the month is first: %j", (days, last) => {
  const rows = days.map((day, at) => [`A123456${at}`, day]);
  const { readings, main } = tableOf([["Passport", "Visa expiry"], ...rows]);
  expect(readRow({ columns: main.columns, readings }, rows.at(-1) ?? []).input["lastDays.visaPaper"]).toBe(last);
});

describe("readRow", () => {
  test("names a last day that was read from a number of five digits", () => {
    const warningsOf = (cell: Cell) => readRow({ columns: ["lastDays.visaPaper"] }, [cell]).warnings;
    const warned = { "lastDays.visaPaper": "day-from-number" };
    expect(["46112", { number: "46112" }].map(warningsOf)).toEqual([warned, warned]);
    expect(["2026-03-31", { day: "2026-03-31" }].map(warningsOf)).toEqual([{}, {}]);
    expect(readRow({ columns: ["name"] }, ["46112"]).warnings).toEqual({});
  });

  test.each([
    ["passportNumber", "012345678", undefined],
    ["passportNumber", "12345678", undefined],
    ["passportNumber", "12E45", undefined],
    ["passportNumber", "1.2E8", "digits-lost"],
    ["passportNumber", { number: "123456789" }, undefined],
    ["passportNumber", { number: "12345678" }, "number-changed"],
    ["passportNumber", { number: "1.2E+08" }, "digits-lost"],
    ["passportNumber", "১.২E+০৮", "digits-lost"],
    ["passportNumber", { day: "2026-03-31" }, "number-is-day"],
    ["irccNumber", { number: "1234567890" }, undefined],
    ["irccNumber", { number: "123456789" }, "number-changed"],
    ["irccNumber", { number: "1234567890123456800" }, "digits-lost"],
    ["irccNumber", { number: "123456.5" }, "digits-lost"],
    ["name", { number: "7" }, undefined],
  ] as const)("checks a number: %s, %j", (field, cell, problem) => {
    expect(readRow({ columns: [field] }, [cell]).problems[field]).toBe(problem);
  });

  test.each([
    [{ number: "12345678" }, undefined],
    [{ number: "1.2E+08" }, "digits-lost"],
    [{ number: "1234567890123456" }, "digits-lost"],
    [{ day: "2026-03-31" }, "number-is-day"],
  ] as const)("takes a number as shown, unless digits may be missing: %j", (cell, problem) => {
    expect(readRow({ columns: ["passportNumber"], takesNumbers: true }, [cell]).problems["passportNumber"]).toBe(
      problem,
    );
  });

  test.each([
    ["eight digits, as nearly all others", { number: "12345678" }, [undefined, undefined]],
    ["a zero lost", { number: "1234567" }, ["digits-lost", "digits-lost"]],
    ["a telephone number", { number: "9812345678" }, ["number-long", "number-long"]],
    ["a text that begins with zero", "01234567", [undefined, undefined]],
  ] as const)("reads a column of eight digits, also when numbers are taken as shown: %s", (_, cell, problems) => {
    const others = Array.from({ length: 40 }, (__, at) => ({
      number: String((at < 34 ? 12_345_600 : 2_345_600) + at),
    }));
    const { main, readings } = tableOf([["Passport"], ...others.map((number) => [number])]);
    const found = [false, true].map(
      (takesNumbers) => readRow({ columns: main.columns, readings, takesNumbers }, [cell]).problems.passportNumber,
    );
    expect(found).toEqual(problems);
  });

  test("ignores cells of spaces, and columns that are left out", () => {
    const columns = [null, "name", "address"] as const;
    expect(readRow({ columns: [...columns] }, ["x", "  ", " Dhaka "]).input).toEqual({ address: "Dhaka" });
  });

  test.each(["-", "—", "N/A", "n.a.", "NIL", "None", "নাই", "नहीं", "छैन", "نہیں", "لا يوجد"])(
    "reads %j as empty",
    (text) => {
      expect(readRow({ columns: ["fatherName"] }, [text]).input).toEqual({});
    },
  );

  test.each([
    ["'012345678", "012345678"],
    ["A.1234567", "A1234567"],
    ["A-123 4567", "A-123 4567"],
    ["PP No: A1234567", "A1234567"],
    ["A 01234567", "A 01234567"],
    ["A1234567 / B1234567", null],
    ["BX0010712\nA13536120", null],
    ["A01234565 exp 2027", null],
    ["PP A1234567", "A1234567"],
    ["PP 01234567", "01234567"],
    ["A1234567 / 12-08-2031", "A1234567"],
    ["A1234567 (exp. 12 Aug 2031)", "A1234567"],
    ["A1234567 / 12-08-2031 / B7654321", null],
  ])("reads the number in %j", (text, number) => {
    const { input, problems } = readRow({ columns: ["passportNumber"] }, [text]);
    if (number === null) expect(problems).toEqual({ passportNumber: "several-numbers" });
    else expect([input, problems]).toEqual([{ passportNumber: number }, {}]);
  });

  test("joins the parts of an address", () => {
    const columns = ["addressPart", "passportNumber", "addressPart"] as const;
    expect(readRow({ columns: [...columns] }, ["Char Para", "A1234567", "Bhola"]).input.address).toBe(
      "Char Para, Bhola",
    );
  });

  test("adds to an address what it does not say yet", () => {
    const addressOf = (...cells: string[]) => readRow({ columns: ["address", "addressPart"] }, cells).input.address;
    expect([addressOf("3 Temple Road, Kandy", "kandy"), addressOf("Ward 12", "Ward 1")]).toEqual([
      "3 Temple Road, Kandy",
      "Ward 12, Ward 1",
    ]);
  });

  test.each([
    ["A1234599", undefined],
    ["AB123456", undefined],
    ["35202-1234567-1", "number-long"],
    ["A123456789", "number-long"],
    ["AB12345", "number-short"],
    ["V1950", "number-short"],
    ["A12O4567", "number-letters"],
    ["1A234567", "number-letters"],
    ["25.07.2028", "number-is-day"],
  ])("refuses what is unlike the other passport numbers: %s", (typed, problem) => {
    const others = Array.from({ length: 30 }, (_, at) => (at < 27 ? `A${1_234_500 + at}` : `AB${123_400 + at}`));
    const { readings, main } = tableOf([
      ["Passport", "Name"],
      ...[...others, typed].map((number) => [number, "Rahim"]),
    ]);
    expect(readRow({ columns: main.columns, readings, takesNumbers: true }, [typed]).problems.passportNumber).toBe(
      problem,
    );
  });

  test("takes the passport of one more country where those of several are usual", () => {
    const others = Array.from(
      { length: 30 },
      (_, at) => `${["A12", "AB12", "P12"][at % 3]}${34_000 + at}${at % 3 === 2 ? "C" : ""}`,
    );
    const typed = ["A1234567B", "12345678"];
    const { readings, main } = tableOf([
      ["Passport", "Name"],
      ...[...others, ...typed].map((number) => [number, "Rahim"]),
    ]);
    const problems = typed.map(
      (number) => readRow({ columns: main.columns, readings, takesNumbers: true }, [number]).problems.passportNumber,
    );
    expect(problems).toEqual([undefined, "number-letters"]);
  });

  test.each([
    ["12345678", "Nepali", undefined],
    ["12345678", "NPL", undefined],
    ["1234567", "Nepal", "number-short"],
    ["12345678", "Bangladesh", "number-short"],
    ["12345678", "", "number-short"],
  ])("takes eight digits alone only of somebody from Nepal: %s, %s", (typed, nationality, problem) => {
    const others = Array.from({ length: 30 }, (_, at) => [`A${12_345_000 + at}`, "Bangladesh"]);
    const { readings, main } = tableOf([["Passport", "Nationality"], ...others, [typed, nationality]]);
    const { problems } = readRow({ columns: main.columns, readings }, [typed, nationality]);
    expect(problems.passportNumber).toBe(problem);
  });

  test("takes what is still to come for an empty cell, but never for a state", () => {
    const read = readRow({ columns: ["motherName", "state"] }, ["Pending", "Pending"]);
    expect(read).toMatchObject({ input: {}, problems: { state: "unknown-choice" } });
  });

  test.each([
    [["AB", "1234567"], { passportNumber: "AB1234567" }, {}],
    [["ab", { number: "1234567" }], { passportNumber: "AB1234567" }, {}],
    [["AB", "AB1234567"], { passportNumber: "AB1234567" }, {}],
    [["", "1234567"], { passportNumber: "1234567" }, { passportNumber: "number-short" }],
  ] as const)("writes the letters of a passport before its digits: %j", (cells, input, problems) => {
    const columns = ["passportSeries", "passportNumber"] as const;
    const read = readRow({ columns: [...columns], takesNumbers: true }, cells);
    expect(read).toEqual({ input, problems, warnings: {} });
  });

  test("takes the first number at IRCC that a row has", () => {
    const read = (...cells: Cell[]) => readRow({ columns: ["irccNumber", "irccNumber"] }, cells).input.irccNumber;
    expect([read("W1234567", "W7654321"), read("N/A", "W7654321"), read("To be filed", "W7654321")]).toEqual([
      "W1234567",
      "W7654321",
      "W7654321",
    ]);
    expect(readRow({ columns: ["passportNumber", "irccNumber"] }, ["Applied", "at the embassy"])).toEqual({
      input: { passportNumber: "Applied" },
      problems: { passportNumber: "number-format" },
      warnings: { irccNumber: "number-format" },
    });
  });

  test("reads a number below the code of its country, and a day among words", () => {
    const read = readRow({ columns: ["passportNumber", "lastDays.visaPaper"] }, [
      "BGD A1234567",
      "Valid upto 31-12-2027",
    ]);
    expect(read.input).toEqual({ passportNumber: "A1234567", "lastDays.visaPaper": "2027-12-31" });
  });

  test("joins the parts of a name", () => {
    const columns = ["surname", "passportNumber", "givenName"] as const;
    expect(readRow({ columns: [...columns] }, ["Uddin", "A1234567", "Rahim"]).input.name).toBe("Rahim Uddin");
  });

  test("knows a row that numbers the columns, and a total", () => {
    expect(isTotalOrNote(["passportNumber", "name", null], ["(1)", "(2)", "(3)"])).toBe(true);
    expect(isTotalOrNote(["passportNumber", "name"], ["মোট ২৫ জন"])).toBe(true);
    expect(isTotalOrNote(["passportNumber", "name"], ["Prepared by: R. Khan", "Authorised signature"])).toBe(true);
    expect(isTotalOrNote(["passportNumber", "name"], ["A1234567", "Total Rahman"])).toBe(false);
    const wide = ["name", "passportNumber", "fatherName", "motherName", "address", ...Array(4).fill(null)];
    expect(isTotalOrNote(wide, ["Prepared by", "R. Khan", "Checked by", "S. Ali", "Approved by", "T. Roy"])).toBe(true);
    expect(isTotalOrNote(wide, ["(R. Khan)", "", "(S. Ali)"], true), "names below the people").toBe(true);
    expect(isTotalOrNote(wide, ["(R. Khan)", "", "(S. Ali)"]), "nobody knows who").toBe(false);
    for (const text of [
      "کل تعداد 126",
      "Total candidates: 25",
      "कुल संख्या २५",
      "إجمالي العدد: 12",
      "دستخط",
      "हस्ताक्षर",
      "التوقيع",
    ])
      expect(isTotalOrNote(["passportNumber", "name", "address"], ["", text, "2026"]), text).toBe(true);
  });
});
