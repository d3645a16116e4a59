import { describe, expect, test } from "vitest";
import { statedClaims } from "./claims.ts";
import type { NumberForm } from "../records/numbers.ts";
import { statedAsked, statedText } from "./stated-text.ts";

const all = Array.from({ length: 0x11_0000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
const charactersOf = (form: RegExp) => all.map((code) => String.fromCodePoint(code)).filter((one) => form.test(one));

describe("a new signed text", () => {
  test.each([
    ["direction marks", /\p{Bidi_Control}/u],
    ["characters that are never drawn", /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/u],
    ["variation selectors", /\p{Variation_Selector}/u],
    ["control characters", /(?![\s\u0085])\p{Cc}/u],
    ["joiners between Latin letters", /[\u200C\u200D]/u],
  ])("has no %s", (_, form) => {
    const found = charactersOf(form);
    expect(found).not.toEqual([]);
    expect(found.filter((one) => statedText(`Ra${one}him ${one}Uddin${one}`) !== "Rahim Uddin")).toEqual([]);
  });

  test("has one plain space for spaces of every kind", () => {
    const found = [...charactersOf(/(?!\uFEFF)[\s\p{Z}]/u), "\u0085", "\u2800"];
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((one) => statedText(`${one}Rahim${one}${one}Uddin${one}`) !== "Rahim Uddin")).toEqual([]);
  });

  test("keeps every letter, mark, digit and sign that is seen, and the joiners of Bangla and Persian", () => {
    const seen = charactersOf(/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u).filter(
      (one) => one !== "\u2800",
    );
    expect(seen.filter((one) => statedText(`a${one}b`) !== `a${one}b`.normalize("NFC"))).toEqual([]);
    for (const name of ["র‍্যাব", "ক্‌ষ", "می‌خواهم", "José O’Neil-Smith Jr."])
      expect(statedText(name)).toBe(name.normalize("NFC"));
  });

  test("has no joiners in scripts whose letters are never joined", () => {
    for (const name of ["中\u200D文", "한\u200C글", "あ\u200Dい", "ไ\u200Dท", "中\u200D\u0301文"])
      expect(statedText(name)).toBe(name.replaceAll(/[\u200C\u200D]/g, "").normalize("NFC"));
  });

  test("stays as it is the second time", () => {
    for (const one of ["Ra\u200D\u200Bhim", "ক\u200D\u202E \u00A0ষ", "e\u200C\u0301", "\uD800x"])
      expect(statedText(statedText(one))).toBe(statedText(one));
  });

  test("says numbers in their canonical form, and leaves out what a claim has not", () => {
    expect(statedAsked({ number: "\u202Aa 123-4567\u202C", name: "Rahim\u00A0 Uddin\u200E" })).toEqual({
      number: "A1234567",
      name: "Rahim Uddin",
    });
    expect(statedAsked({ number: "see\u2003file/2", name: "" })).toEqual({ number: "see file/2", name: "" });
    const record = { name: "A\u202EB", passportNumber: "a1234567", irccNumber: "", nationality: "Nepal\u00A0" };
    const claims = { name: "AB", passport_number: "A1234567", nationality: "Nepal" };
    expect(JSON.stringify(statedClaims(record))).toBe(JSON.stringify(claims));
  });

  test("keeps the signs that belong to a second number, in statements and in receipts", () => {
    const record = { name: "A", passportNumber: "A1234567", nationality: "Nepal" };
    for (const irccNumber of ["12-3456", "123-456", "12 3456", "201/2024/2", "W123456789"])
      expect(statedClaims({ ...record, irccNumber }).ircc_number).toBe(irccNumber);
    const said = (number: string, form: NumberForm) => statedAsked({ number, name: "" }, form).number;
    expect(["12\u20133456", "a1234567", "no number;"].map((typed) => said(typed, ["hyphen"]))).toEqual([
      "12-3456",
      "A1234567",
      "no number;",
    ]);
    expect(said("12-3456", ["slash"])).toBe("123456");
    expect(said("12-3456", null)).toBe("123456");
  });
});
