import { describe, expect, test } from "vitest";
import { ownField } from "#test/support/own-fields.ts";
import { languages } from "../settings/languages.ts";
import { countryCodes, countryNamed } from "./countries.ts";
import {
  keepsOwnFields,
  maxOwnFields,
  nextNumber,
  type OwnField,
  type OwnFieldType,
  textIn,
  withOwn,
  withOwnUp,
} from "./own-field.ts";
import { ownHeadsOf } from "../imports/own-heads.ts";
import { ownFieldsSchema } from "./own-fields-schema.ts";
import { ownValuesAfter, readOwnValue } from "./own-value.ts";

const field = (id: string, more: Partial<OwnField> = {}) => ownField(id, `Field ${id}`, more);

const problems = (fields: readonly object[]) =>
  ownFieldsSchema.safeParse(fields).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];

describe("declared fields", () => {
  test.each<[Partial<OwnField>, string[]]>([
    [{}, []],
    [{ labels: {} }, ["0.labels required"]],
    [{ labels: { en: " \u202E " } }, ["0.labels required"]],
    [{ labels: { bn: "ক".repeat(81) } }, ["0.labels.bn too-long"]],
    [{ labels: { en: "$!" } }, ["0.labels required"]],
    [{ type: "choice" }, ["0.choices required"]],
    [{ type: "choice", choices: ["Doha", "DOHA "] }, ["0.choices sent-twice"]],
    [{ type: "choice", choices: Array.from({ length: 501 }, (_, at) => `No. ${at}`) }, ["0.choices too-long"]],
    [{ id: "__proto__" }, ["0.id unknown-choice"]],
  ])("have names, and only a choice has choices: %j", (more, expected) => {
    expect(problems([field("f1", more)])).toEqual(expected);
  });

  test("have names and ids that no other field in use has", () => {
    expect(problems([field("f1"), field("f2", { labels: { bn: "field (F1)" } })])).toEqual(["1.labels sent-twice"]);
    expect(problems([field("f1", { isRemoved: true }), field("f2", { labels: { en: "Field f1" } })])).toEqual([]);
    expect(problems([field("f1"), field("f1", { labels: { en: "Other" } })])).toEqual(["1.id sent-twice"]);
  });

  test("are at most 24 at the same time, and an id is never given again", () => {
    const many = Array.from({ length: maxOwnFields }, (_, at) => field(`f${at + 1}`));
    expect(problems(many)).toEqual([]);
    expect(problems([...many, field("f25")])).toEqual([" too-long"]);
    const removed = withOwn(many, field("f24", { isRemoved: true }));
    expect(nextNumber(removed)).toBe(25);
    expect(keepsOwnFields(many, removed)).toBe(true);
    expect(keepsOwnFields(many, many.slice(1))).toBe(false);
    expect(keepsOwnFields(many, withOwn(many, field("f3", { type: "day" })))).toBe(false);
  });

  test("move up past removed ones", () => {
    const [one, gone, three] = [field("f1"), field("f2", { isRemoved: true }), field("f3")];
    expect(withOwnUp([one, gone, three], "f3")).toEqual([three, gone, one]);
    expect(withOwnUp([one, gone, three], "f1")).toEqual([one, gone, three]);
  });

  test("are named in the reader's language, or else in the first that has a name", () => {
    expect(textIn({ en: "Sponsor", ar: "الكفيل" }, "ar")).toBe("الكفيل");
    expect(textIn({ bn: "স্পনসর", ar: "الكفيل" }, "en-x-spec")).toBe("স্পনসর");
  });
});

const read = (type: OwnFieldType, typed: string) => {
  const found = readOwnValue(field("f1", { type, choices: ["Doha", "Al Rayyan"] }), typed);
  return "value" in found ? found.value : `(${found.problem})`;
};

test.each<[OwnFieldType, string, string]>([
  ["text", "  Kafeel\u00A0 of\nDoha ", "Kafeel of Doha"],
  ["text", "a".repeat(201), "(too-long)"],
  ["text", "a\0b", "(not-text)"],
  ["long-text", "one\r\ntwo", "one\ntwo"],
  ["number", "1,20,000", "120000"],
  ["number", "১২.৫০", "12.5"],
  ["number", "-0", "0"],
  ["number", "1.2E+08", "(amount-format)"],
  ["number", "twelve", "(amount-format)"],
  ["day", "2026-02-28", "2026-02-28"],
  ["day", "2026-02-30", "(date-format)"],
  ["day", "0026-02-28", "(date-format)"],
  ["choice", "al  rayyan", "Al Rayyan"],
  ["choice", "Dubai", "(unknown-choice)"],
  ["yes-no", "হ্যাঁ", "yes"],
  ["yes-no", "N", "no"],
  ["yes-no", "perhaps", "(unknown-choice)"],
  ["country", "qa", "QA"],
  ["country", "কাতার", "QA"],
  ["country", "K.S.A.", "SA"],
  ["country", "Atlantis", "(unknown-choice)"],
  ["phone", "(+880) 1712-345678", "+8801712345678"],
  ["phone", "০১৭১২ ৩৪৫৬৭৮", "01712345678"],
  ["phone", "1234", "(phone-format)"],
  ["country", "", ""],
])("%s: %j is stored as %j", (type, typed, stored) => {
  expect(read(type, typed)).toBe(stored);
});

test("each country is known by its name in each language", () => {
  const wrong = languages.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: "region" });
    return countryCodes.flatMap((code) => (countryNamed(names.of(code) ?? "") === code ? [] : `${language} ${code}`));
  });
  expect(wrong).toEqual([]);
});

test("what is not sent keeps its value, and what is empty is not kept", () => {
  expect(ownValuesAfter({ f2: "b", f9: "of a removed field" }, { f1: "a", f2: "" })).toEqual({
    f1: "a",
    f9: "of a removed field",
  });
});

test.for<[heading: string, meaning: string | undefined]>([
  ["Kafeel", "own.f1"],
  ["KAFEEL NAME", "own.f1"],
  ["কফিলের নাম", "own.f1"],
  ["কফিল নাম", "own.f1"],
  ["Kafeel no.", undefined],
  ["Mobile No.", "own.f2"],
  ["First", "own.f3"],
  ["First name", undefined],
  ["Kafeel name in full", "own.f4"],
])("columns are known by the name of a field, and what tables write behind it: %s", ([heading, meaning]) => {
  const ownHeads = ownHeadsOf([
    ownField("f1", "Kafeel", { labels: { en: "Kafeel", bn: "কফিল" } }),
    ownField("f2", "Mobile", { type: "phone" }),
    ownField("f3", "First"),
    ownField("f4", "Kafeel name in full"),
  ]);
  expect(ownHeads(heading)).toBe(meaning);
});
