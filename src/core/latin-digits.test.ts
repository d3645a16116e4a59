import { expect, test } from "vitest";
import { inLatinDigits } from "./latin-digits.ts";

test("digits of every script that people write become ours, whatever stands around them", () => {
  const points = Array.from({ length: 0x11_00_00 }, (_, point) => point);
  const digits = points
    .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
    .map((point) => String.fromCodePoint(point))
    .filter((sign) => /(?![\u{116D0}-\u{116E3}\u{1D7CE}-\u{1D7FF}\u{1E5F0}-\u{1E5FA}])\p{Nd}/u.test(sign));
  expect(digits.length).toBeGreaterThan(600);
  const scripts = Array.from({ length: digits.length / 10 }, (_, at) => digits.slice(at * 10, at * 10 + 10).join(""));
  expect(scripts.filter((ten) => inLatinDigits(ten) !== "0123456789")).toEqual([]);
  expect(inLatinDigits("A১٢३۴၅ ๖")).toBe("A12345 6");
});
