import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPortalError } from "../errors.ts";
import { noParticulars } from "./record-details.ts";
import { fieldNames } from "./record-fields.ts";
import { parseNewRecord, parseUpdate as parseChanged } from "./candidate-record.ts";

const typed = {
  passportNumber: "a1234 5678",
  irccNumber: "w-123456789",
  name: "  Rahim   Uddin ",
  fatherName: "Karim Uddin",
  motherName: "Amena Begum",
  address: "12/A, Mirpur, Dhaka",
};

const parseParticulars = (particulars: object) =>
  parseNewRecord({ particulars }, { ownFields: [], ownPapers: [] }).particulars;
const parseUpdate = (particulars: object) =>
  parseChanged({ particulars }, { ownFields: [], ownPapers: [] }).particulars;

const problemsOf = (input: object, parse: (input: object) => unknown = parseParticulars) => {
  try {
    parse(input);
  } catch (error) {
    if (isPortalError(error) && error.id === "invalid") return { ...error.fields };
    throw error;
  }
  return {};
};

describe("the add form", () => {
  test("normalises the typed values", () => {
    expect(parseParticulars(typed)).toEqual({
      ...noParticulars,
      ...typed,
      passportNumber: "A12345678",
      irccNumber: "W123456789",
      name: "Rahim Uddin",
      nationality: "",
    });
  });

  test.each([
    ["a mark that turns the direction of writing", "Rahim \u202EUddin"],
    ["invisible characters", "Rahim\u200B Ud\u00ADdin\uFEFF"],
    ["a tab and a line break", "\tRahim\r\nUddin"],
    ["a control character", "Rahim\u0002 Uddin"],
  ])("removes %s from a pasted name", (_, name) => {
    expect(parseParticulars({ ...typed, name }).name).toBe("Rahim Uddin");
  });

  test("keeps the characters that join Bangla letters", () => {
    expect(parseParticulars({ ...typed, name: "র\u200D্যাব" }).name).toBe("র\u200D্যাব".normalize("NFC"));
  });

  test("reports every missing or blank field once", () => {
    const required = ["passportNumber", "irccNumber", "name", "fatherName", "motherName", "address"];
    const wanted = Object.fromEntries(required.map((field) => [field, "required"]));
    expect(problemsOf({})).toEqual(wanted);
    expect(problemsOf(Object.fromEntries(required.map((field) => [field, "   "])))).toEqual(wanted);
  });

  test.each([
    ["a NUL", "Rahim\u0000Uddin", "not-text"],
    ["half a surrogate pair", "Rahim\uD800", "not-text"],
    ["an array", ["Rahim"], "not-text"],
    ["an object", { $gt: "" }, "not-text"],
    ["a number", 7, "not-text"],
    ["null", null, "not-text"],
    ["201 letters", "x".repeat(201), "too-long"],
    ["ten megabytes", "x".repeat(10_000_000), "too-long"],
  ])("refuses %s as a name", (_, name, problem) => {
    expect(problemsOf({ ...typed, name })).toEqual({ name: problem });
  });

  test("ignores fields that it does not have", () => {
    const sneaky: object = JSON.parse(
      JSON.stringify({ ...typed, approval: "approved", id: "1" }).replace("{", '{"__proto__":{"hidden":true},'),
    );
    expect(Object.keys(parseParticulars(sneaky)).toSorted()).toEqual(fieldNames.toSorted());
  });

  test("turns any input into a record or an `invalid` error", () => {
    fc.assert(
      fc.property(fc.object({ withNullPrototype: true }), (input) => problemsOf(input) !== null),
      { numRuns: 1000 },
    );
  });
});

test("the update form accepts empty names of parents, but no other empty field", () => {
  expect(parseUpdate({ ...typed, fatherName: "", motherName: undefined })).toMatchObject({
    fatherName: "",
    motherName: "",
  });
  expect(problemsOf({ ...typed, address: "" }, parseUpdate)).toEqual({ address: "required" });
});

test.each([
  [{ workPermit: "0026-03-31" }, { "lastDays.workPermit": "date-format" }],
  [{ workPermit: "2026-02-30" }, { "lastDays.workPermit": "date-format" }],
  [{ workPermit: "31.3.2026" }, { "lastDays.workPermit": "date-format" }],
  [{ photo: "2026-03-31" }, { lastDays: "unknown-choice" }],
  [{ passport: "2026-03-31" }, { lastDays: "unknown-choice" }],
])("an invalid last day is reported together with the problems of the particulars: %j", (lastDays, fields) => {
  const parse = (particulars: object) => parseNewRecord({ particulars, lastDays }, { ownFields: [], ownPapers: [] });
  expect(problemsOf({ ...typed, name: "" }, parse)).toEqual({ ...fields, name: "required" });
});
