import { expect, test } from "vitest";
import { codeAsShown, newRecoveryCodes } from "./recovery-codes.ts";

test("ten recovery codes are made, in groups of letters and digits that nobody confuses", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^(?:[A-HJKMNP-TV-Z2-9]{4}-){2}[A-HJKMNP-TV-Z2-9]{4}$/);
});

test.each([
  ["abcd-efgh-jkmn", "ABCD-EFGH-JKMN"],
  [" ABCD EFGH JKMN ", "ABCD-EFGH-JKMN"],
  ["abcdefghjkmn", "ABCD-EFGH-JKMN"],
  ["ABCD–EFGH‑JKM২", "ABCD-EFGH-JKM2"],
  ["ＡＢＣＤ-EFGH-JKMN", "ABCD-EFGH-JKMN"],
  ["123 456", "123456"],
  ["১২৩ ৪৫৬", "123456"],
  ["123-456", "123456"],
  ["", ""],
  ["---", ""],
])("the typed code %j is read as %j", (typed, shown) => {
  expect(codeAsShown(typed)).toBe(shown);
});
