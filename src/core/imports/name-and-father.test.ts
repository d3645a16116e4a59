import { expect, test } from "vitest";
import { tableOf } from "#test/support/drawn-tables.ts";
import { readRow } from "./row.ts";

const rowsOf = (heads: readonly string[], ...cells: readonly (readonly string[])[]) => {
  const { main, rows } = tableOf([heads, ...cells]);
  return rows.map((row) => readRow({ columns: main.columns }, row).input);
};

test.each([
  ["Arvind Kumar S/O Vinod Kumar", "Arvind Kumar", "Vinod Kumar"],
  ["Sunita Devi, D/o. Ram Lal", "Sunita Devi", "Ram Lal"],
  ["Md. Karim\n(Son of Abdul Haque)", "Md. Karim", "Abdul Haque"],
  ["करीम खान पुत्र श्री रहीम खान", "करीम खान", "रहीम खान"],
  ["محمد علی ولد احمد خان", "محمد علی", "احمد خان"],
  ["Rina Begum W/O Abdul Haque", "Rina Begum", undefined],
  ["Maria D. O. Santos", "Maria D. O. Santos", undefined],
  ["Md. S.O. Khan", "Md. S.O. Khan", undefined],
  ["Sita D/O Ram W/O Shyam", "Sita", "Ram"],
  ["Sita D/O Ram Lal R/O Char Para", "Sita", "Ram Lal"],
  // Whose daughter it is, or whose son, nobody can tell.
  ["Rina W/O Karim D/O Haque", "Rina", undefined],
  ["Arvind S/O Vinod Kumar & Sita Devi", "Arvind", "Vinod Kumar"],
  ["Ali son of Karim and Salma", "Ali", "Karim"],
  ["করিম পিতা: রহিম, মাতা: সালমা", "করিম", "রহিম"],
  ["করিম, পিতাঃ রহিম মাতাঃ সালমা", "করিম", "রহিম"],
  ["Ali s/o Karim, Dhaka", "Ali", "Karim"],
  ["Ali s/o Karim Dist. Bhola", "Ali", "Karim"],
  ["Ali s/o House 12", "Ali", undefined],
  ["Ali S/O", "Ali", undefined],
  ["S/O Karim", undefined, "Karim"],
])("a name and the father's in one cell are two: %s", (cell, name, fatherName) => {
  const others = Array.from({ length: 4 }, () => ["A1234567", "Ali Raza S/O Said Khan"]);
  expect(rowsOf(["Passport", "Name"], ...others, ["A1234567", cell]).at(-1)).toEqual({
    passportNumber: "A1234567",
    ...(name !== undefined && { name }),
    ...(fatherName !== undefined && { fatherName }),
  });
});

test.each([
  [
    "both are said",
    ["Name & Father's Name", "Passport"],
    "Ali Raza S/O Said Khan",
    ["nameAndFather", "passportNumber"],
  ],
  ["both are said in short", ["Name S/O", "Passport"], "Ali Raza S/O Said Khan", ["nameAndFather", "passportNumber"]],
  ["both are said in Hindi", ["नाम व पिता का नाम", "Passport"], "अली पुत्र करीम", ["nameAndFather", "passportNumber"]],
  ["of the father alone", ["Name", "Father (Full name)"], "Ali Raza", ["name", "fatherName"]],
  ["initials alone are said", ["Name", "Passport"], "Juan S. O. Cruz", ["name", "passportNumber"]],
  ["initials divide them", ["Name & Father's Name", "Passport"], "Juan S.O. Cruz", [null, "passportNumber"]],
  ["no father is said", ["Name", "Passport"], "Rina W/O Abdul Haque", ["name", "passportNumber"]],
  ["nothing divides them", ["Name & Father's Name", "Passport"], "Ali Raza, Said Khan", [null, "passportNumber"]],
  ["the father is elsewhere", ["Name", "Father"], "Anand S/O Kumar", ["name", "fatherName"]],
  ["the name is elsewhere", ["Name", "Name & Father's Name"], "Ali Raza S/O Said Khan", ["nameAndFather", null]],
])("a column has both names where its cells show it: %s", (_, heads, cell, columns) => {
  const rows = [heads, heads.map((head) => (head === "Passport" ? "A1234567" : cell))];
  expect(tableOf(rows).main.columns).toEqual(columns);
});

const withHusbands = (head: string, ...cells: readonly (readonly [string, string])[]) =>
  tableOf([["Passport", "Name", head, "Gender"], ...cells.map(([text, sex]) => ["A1234567", "Noor Gul", text, sex])]);

test.each([
  ["S/o Abdul Karim", "", "Abdul Karim"],
  ["D/O Ram Lal", "Female", "Ram Lal"],
  ["W/o Abdul Karim", "Female", undefined],
  ["Abdul Karim (Husb)", "", undefined],
  ["Abdul Karim (F)", "", "Abdul Karim"],
  ["Abdul Karim", "Male", "Abdul Karim"],
  ["Abdul Karim", "Female", undefined],
  ["Abdul Karim", "", undefined],
  ["W/o Abdul Karim", "Male", undefined],
])("below Father / Husband, only a father is one: %s, %s", (text, sex, fatherName) => {
  const { main, rows, readings } = withHusbands("Father / Husband", ["Ali Khan", "Male"], [text, sex]);
  expect(readRow({ columns: main.columns, readings }, rows[1] ?? []).input.fatherName).toBe(fatherName);
});

test.each([
  ["F/H Name", "S/o Ali", "", "fatherOrHusband"],
  ["S/o, W/o, D/o", "W/o Ali", "", "fatherOrHusband"],
  ["पिता/पति का नाम", "राम लाल", "पुरुष", "fatherOrHusband"],
  ["Father's/Spouse's name", "Ali Khan", "M", "fatherOrHusband"],
  ["পিতা/স্বামীর নাম", "করিম", "পুরুষ", "fatherOrHusband"],
  ["Father / Husband", "Ali Khan", "", null],
  ["Husband", "Ali Khan", "Male", null],
  ["Father's & husband's occupation", "Farmer", "Male", null],
  ["Father / Husband Mobile", "Ali 01712", "Male", null],
  ["Father / Guardian", "Ali Khan", "Male", null],
])(
  "a column of fathers and husbands is read if it can be told whose they are: %s, %s, %s",
  (head, text, sex, meaning) => {
    expect(withHusbands(head, [text, sex], [text, sex]).main.columns[2]).toBe(meaning);
  },
);

test("a heading for a name alone has both names only if nearly all cells show it", () => {
  const cells = ["Ali S/O Karim", "Des S/O Gul", "Md S/O Khan", "Rina Begum"];
  const columnsOf = (head: string) =>
    tableOf([["Passport", head], ...cells.map((cell) => ["A1234567", cell])]).main.columns;
  expect(["Name", "Name S/O"].map(columnsOf)).toEqual([
    ["passportNumber", "name"],
    ["passportNumber", "nameAndFather"],
  ]);
});
