import { expect, test } from "vitest";
import { numberFormat } from "./shown-numbers.ts";

test.each([
  ["00000000", "1234567", "01234567"],
  ["00000000", "12345678", "12345678"],
  ['"A"0000000', "1234567", "A1234567"],
  [String.raw`\E\P0000000`, "12345", "EP0012345"],
  ["0000-0000", "1234567", "0123-4567"],
  ["[$-409]000000;-0", "1234", "001234"],
  ["[Red]0000", "123456", "123456"],
  ["000 ###", "12", "000 12"],
  ["0", "1234567", null],
  ["General", "1234567", null],
  ["#,##0", "1234567", null],
  ["0.00", "1234567", null],
  ["00000E+00", "1234567", null],
  ["[<=9999]0000;00000", "123", null],
  ["yyyy-mm-dd", "46112", null],
])("in the format %s, %s is shown as %s", (code, digits, shown) => {
  expect(numberFormat(code)?.(digits) ?? null).toBe(shown);
});
