import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberIn } from "./number-in-text.ts";
import { type NumberForm, numberSigns, recordSecond } from "./numbers.ts";

describe("numberIn", () => {
  test.each([
    ["PP No. A12345678", "A12345678"],
    ["Application number: W123456789", "W123456789"],
    ["my passports are A12345678 and B12345678", null],
    ["abcd 1234", "ABCD1234"],
    ["Rahim Uddin", null],
    ["A12345678", "A12345678"],
    ["#A12345678", "A12345678"],
    ["Passport No: A12345678", "A12345678"],
    ["passport#A12345678", "A12345678"],
    ["Passport № A12345678", "A12345678"],
    ["PassportA12345678", "A12345678"],
    ["UCI12345678", "12345678"],
    ["No. A12345678", "A12345678"],
    ["পাসপোর্ট নম্বর: A১২৩৪৫৬৭৮।", "A12345678"],
    ["পাসপোর্টের নাম্বার A12345678", "A12345678"],
    ["নং: A12345678", "A12345678"],
    ["আইআরসিসি নম্বর W123456789", "W123456789"],
    ["NO 1234567", "NO1234567"],
    ["PASSPORT1", "PASSPORT1"],
    ["12", null],
    ["!!!", null],
    ["পাসপোর্ট", null],
    ["A".repeat(30), null],
    ["A1234;5678", null],
    ["A12345678 B12345678 C12345678", null],
    [" ".repeat(94) + "A12345", "A12345"],
    [" ".repeat(95) + "A12345", null],
    ["my passport is A12345678 thanks", "A12345678"],
    ["", null],
  ])("finds in %j the number %j", (typed, number) => {
    expect(numberIn(typed)).toBe(number);
  });

  test("finds every plain number unchanged", () => {
    // "UCI" is the label of a client's number: no number begins with it.
    const plain = fc.stringMatching(/^[A-Z]{0,3}\d{4,9}$/).filter((number) => !number.startsWith("UCI"));
    fc.assert(fc.property(plain, (number) => numberIn(number) === number));
  });
});

describe("numberIn with the operator's form", () => {
  const labels = { en: "Visa number", bn: "ভিসা নম্বর" };
  const forms: NumberForm[] = [["slash"], ["hyphen"], ["slash", "blank"], [...numberSigns], []];

  test.each([
    ["A7654321", "A7654321"],
    ["No A7654321", "A7654321"],
    ["My number is A7654321", "A7654321"],
    ["IRCC W123456789", "W123456789"],
    ["UCI W123456789.", "W123456789"],
    ["W12345678 (IRCC)", "W12345678"],
    ["A7654321 Rahim", "A7654321"],
    ["Rahim Uddin A7654321", "A7654321"],
    ["Passport No: A7654321", "A7654321"],
    ["Visa number: A7654321", "A7654321"],
    ["Visa no. A7654321", "A7654321"],
    ["numbers A7654321 and B7654321", null],
    ["Rahim Uddin", null],
  ])("finds in %j the number %j, as without one", (typed, number) => {
    for (const form of [null, ...forms]) expect([form, numberIn(typed, { form, labels })]).toEqual([form, number]);
  });

  test.each([
    ["Visa number 201/2024/2/0123456", "201/2024/2/0123456"],
    ["Visa number: 201/2024/2/0123456", "201/2024/2/0123456"],
    ["VISA NUMBER (201/2024/2/0123456)", "201/2024/2/0123456"],
    ["Visa no. 201/2024/2/0123456", "201/2024/2/0123456"],
    ["ভিসা নম্বর ২০১/২০২৪", "201/2024"],
    ["201/2024/2/0123456 Rahim Uddin", "201/2024/2/0123456"],
    ["RM/No.5/2023", "RM/NO5/2023"],
    ["KTM/LABOUR/2023/123", "KTM/LABOUR/2023/123"],
  ])("finds in %j the number %j", (typed, number) => {
    for (const form of [["slash"], ["slash", "blank"]] as const)
      expect([form, numberIn(typed, { form, labels })]).toEqual([form, number]);
  });

  test("takes the operator's name off, but never a part of a number with spaces", () => {
    expect(numberIn("FIN G1234567K", { form: null, labels: { en: "FIN" } })).toBe("G1234567K");
    expect(numberIn("RM 12/345", { form: ["slash"], labels: { en: "RM" } })).toBe("12/345");
    expect(numberIn("RM / 12/345", { form: ["slash"], labels: { en: "RM" } })).toBe("RM/12/345");
    expect(numberIn("RM 12/345", { form: ["slash", "blank"], labels: { en: "RM" } })).toBe("RM 12/345");
    expect(numberIn("Permit (work) 12/345", { form: ["slash"], labels: { en: "Permit (work)" } })).toBe("12/345");
  });

  test("finds every number as it is stored", () => {
    const group = fc.oneof(fc.stringMatching(/^[A-Z]{1,3}$/), fc.stringMatching(/^\d{1,8}$/));
    const number = fc.array(fc.tuple(group, fc.constantFrom("", "/", ".", "-", " ")), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(number, fc.subarray([...numberSigns]), (parts, form) => {
        const stored = recordSecond(parts.flat().join(""), form);
        const isWords = /^(?:UCI|NO|NUM)\b|[A-Z]{4}/.test(stored ?? "");
        return stored === null || isWords || numberIn(stored, { form, labels: { en: "Visa" } }) === stored;
      }),
      { numRuns: 1000 },
    );
  });
});
