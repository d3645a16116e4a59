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
  ["S. O. Khan", "S. O. Khan", undefined],
])("a name and the father's in one cell are two: %s", (cell, name, fatherName) => {
  const others = ["Ali Raza S/O Said Khan", "Des Raj S/O Gul Zaman"].map((text) => ["A1234567", text]);
  expect(rowsOf(["Passport", "Name"], ...others, ["A1234567", cell]).at(-1)).toEqual({
    passportNumber: "A1234567",
    name,
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
  ["of the father alone", ["Name", "Father (Full name)"], "Ali Raza", ["name", "fatherName"]],
  ["nothing divides them", ["Name & Father's Name", "Passport"], "Ali Raza, Said Khan", [null, "passportNumber"]],
  ["the father is elsewhere", ["Name", "Father"], "Anand S/O Kumar", ["name", "fatherName"]],
  ["the name is elsewhere", ["Name", "Name & Father's Name"], "Ali Raza S/O Said Khan", ["nameAndFather", null]],
])("a column has both names where its cells show it: %s", (_, heads, cell, columns) => {
  const rows = [heads, heads.map((head) => (head === "Passport" ? "A1234567" : cell))];
  expect(tableOf(rows).main.columns).toEqual(columns);
});
