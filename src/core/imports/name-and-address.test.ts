import { expect, test } from "vitest";
import { tableOf } from "#test/support/drawn-tables.ts";
import { readRow } from "./row.ts";

const others = Array.from({ length: 4 }, (_, at) => [`A123456${at}`, `Ali Raza ${"abcd"[at]}, House ${at}, Lahore`]);
const readTable = (heads: readonly string[], cells: readonly (readonly string[])[]) => {
  const { main, rows, readings } = tableOf([heads, ...cells]);
  return { columns: main.columns, read: rows.map((row) => readRow({ columns: main.columns, readings }, row).input) };
};

test.each([
  ["Md. Karim, S/o Abdul Karim, Vill: Char, Dist: Bhola", "Md. Karim", "Abdul Karim", "Vill: Char, Dist: Bhola"],
  ["Bindu Joseph, Kallettumkara P.O., Thrissur", "Bindu Joseph", undefined, "Kallettumkara P.O., Thrissur"],
  ["MERIN ABRAHAM\nChirayil, Kottayam", "MERIN ABRAHAM", undefined, "Chirayil, Kottayam"],
  ["Ali Khan S/O Gul Khan, Swat", "Ali Khan", "Gul Khan", "Swat"],
  ["Rahim Vill Char Dist Bhola", "Rahim", undefined, "Vill Char Dist Bhola"],
  ["Rina Begum, W/o Karim, Char Para, Bhola", "Rina Begum", undefined, "Char Para, Bhola"],
  ["Ali Khan R/o Char Para, Bhola", "Ali Khan", undefined, "Char Para, Bhola"],
  ["Ali Khan S/o Gul Khan, R/o Swat, Pakistan", "Ali Khan", "Gul Khan", "Swat, Pakistan"],
  ["Ali Khan, C/o Zed Store, Swat", "Ali Khan", undefined, "C/o Zed Store, Swat"],
  ["করিম মিয়া, গ্রাম: চর, জেলা: ভোলা", "করিম মিয়া", undefined, "গ্রাম: চর, জেলা: ভোলা"],
  // Where the name ends, nobody can tell.
  ["Cruz, Juan", undefined, undefined, undefined],
  ["Dela Cruz, Juan", undefined, undefined, undefined],
  ["Cruz, Juan, Santos", undefined, undefined, undefined],
  ["House 12, Lahore", undefined, undefined, undefined],
  ["Ali Khan", undefined, undefined, undefined],
])("a name and an address in one cell are two: %s", (cell, name, fatherName, address) => {
  const { read } = readTable(["Passport", "Name & Address"], [...others, ["B7654321", cell]]);
  const said = Object.entries({ name, fatherName, address }).filter(([, value]) => value !== undefined);
  expect(read.at(-1)).toEqual({ passportNumber: "B7654321", ...Object.fromEntries(said) });
});

const both = "Gurmeet Ram, Vill Moranwali, Distt Hoshiarpur";
test.each([
  ["Name & Add of Cand", both, "nameAndAddress"],
  ["Name, S/o & Address", both, "nameAndAddress"],
  ["Nume, prenume si adresa", both, "nameAndAddress"],
  ["নাম ও ঠিকানা", both, "nameAndAddress"],
  ["Name & Address of employer", both, null],
  ["Agent name and address", both, null],
  ["Name & Address", "Zed Trading Ltd, House 12, Lahore", null],
  ["Name & Address", "Cruz, Juan, Purok 3, Davao", null],
])("a column has both where heading and cells say so: %s, %s", (head, cell, meaning) => {
  const cells = ["a", "b", "c"].map((letter, at) => [`A123456${at}`, cell.replace(" ", ` ${letter} `)]);
  const names = cell.startsWith("Cruz")
    ? cells.map(([number = "", text = ""]) => [number, text.replace(/ [abc] /u, " ")])
    : cells;
  expect(readTable(["Passport", head], names).columns).toEqual(["passportNumber", meaning]);
});

test("beside a column of names, a name and an address may be those of somebody else", () => {
  expect(readTable(["Passport", "Candidate", "Name & Address"], [["A1234567", "Ali Raza", both]]).columns).toEqual([
    "passportNumber",
    "name",
    null,
  ]);
});

test.each([
  ["Passport No. & Place of Issue", ["A1234567 Kochi", "B1234567, Mumbai", "C1234567/Delhi"], "A1234567"],
  [
    "Passport No. / Valid till",
    ["A1234567 / 22-05-2028", "B1234567 / 22-05-2029", "C1234567 (2029-05-22)"],
    "A1234567",
  ],
  ["Passport No & Exp", ["22-05-2028", "22-05-2029", "22-05-2030"], undefined],
  ["Passport No / Expiry of sponsor", ["A1234567", "B1234567", "C1234567"], undefined],
])("a number with something behind it is read alone: %s", (head, cells, passportNumber) => {
  const { read } = readTable(
    ["Name", head],
    cells.map((cell, at) => [`Ali ${"abc"[at]} Raza`, cell]),
  );
  expect(read[0]?.passportNumber).toBe(passportNumber);
});

test("behind a number a place costs nothing, and a word for another passport does", () => {
  const cells = ["A1234567 Kochi", "B1234567 Mumbai", "C1234567 Delhi", "D1234567 Pune", "E1234567 LOST"];
  const { main, rows, readings } = tableOf([
    ["Name", "Passport No & issued at"],
    ...cells.map((cell) => ["Ali Raza", cell]),
  ]);
  const problems = rows.map((row) => readRow({ columns: main.columns, readings }, row).problems);
  expect(problems).toEqual([{}, {}, {}, {}, { passportNumber: "several-numbers" }]);
});
