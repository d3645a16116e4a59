import { expect, test } from "vitest";
import { tableOf } from "#test/support/drawn-tables.ts";

const names = "Abdul Karim|Nurul Haque|Chan Mia|Abul Kashem|Gul Zaman|Des Raj|Ali Raza|Said Khan".split("|");
const people = (...columns: readonly (readonly string[])[]) =>
  names.map((_, at) => columns.map((cells) => cells[at % cells.length] ?? ""));
const numbers = ["A1234567"];

test.each([
  [
    "what one heading probably says, and its cells say as well",
    ["Passprot Bk", "PP Holder Name", "Father's Name & Contact", "Adress whereabouts", "Whose"],
    people(numbers, names, names, ["Char Para"], ["Nepali"]),
    ["passportNumber", "name", "fatherName", "address", "nationality"],
  ],
  [
    "neither of two columns that could be the name, and no grandfather",
    ["Passport", "Zorbo Name", "Gizmo Name", "Father / Husband name", "G/Father Name"],
    people(numbers, names, names, names, names),
    ["passportNumber", null, null, null, null],
  ],
  [
    "no trade below a heading for a name",
    ["Passport", "Zorbo Name"],
    people(numbers, ["Mason", "Driver"]),
    ["passportNumber", null],
  ],
  [
    "the number of an application, and none of a client",
    ["Passport", "Visa App. Ref. No", "Client No"],
    people(numbers, ["E1234567"], ["MSA022"]),
    ["passportNumber", "irccNumber", null],
  ],
  [
    "no place of origin beside the whole address",
    ["State of origin", "LGA", "Permanent address", "State", "Passport"],
    people(["Oyo"], ["Ibadan North"], ["12 Bodija, Ibadan"], ["Lagos"], numbers),
    [null, null, "address", "addressPart", "passportNumber"],
  ],
])("of columns that no heading names for sure is taken: %s", (_, heads, rows, fields) => {
  expect(tableOf([heads, ...rows]).main.columns).toEqual(fields);
});
