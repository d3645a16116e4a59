import { expect, test } from "vitest";
import { amountToType, amountTyped, countTyped, inUnits } from "./money.ts";

test.each([
  ["1500", "BDT", 150_000],
  ["1,500.50", "BDT", 150_050],
  ["1,50,000", "BDT", 15_000_000],
  ["১৫০০.৫", "BDT", 150_050],
  [" 0 ", "BDT", 0],
  ["1500", "JPY", 1500],
  ["1.234", "KWD", 1234],
])("%s in %s is %i of the smallest unit", (text, currency, amount) => {
  expect(amountTyped(text, currency)).toBe(amount);
});

test.each([
  ["", "BDT"],
  ["-5", "BDT"],
  ["1,5", "BDT"],
  ["1.505", "BDT"],
  ["1500.5", "JPY"],
  ["1e3", "BDT"],
  ["Infinity", "BDT"],
  ["9".repeat(400), "BDT"],
])("%s in %s is not an amount", (text, currency) => {
  expect(amountTyped(text, currency)).toBeNaN();
});

test("an amount is formatted for an input box as a person would type it", () => {
  expect([amountToType(150_050, "BDT"), amountToType(150_000, "BDT")]).toEqual(["1500.50", "1500"]);
  expect([amountToType(1500, "JPY"), amountToType(1234, "KWD")]).toEqual(["1500", "1.234"]);
  expect(inUnits(150_050, "BDT")).toBe(1500.5);
});

test("countTyped accepts Latin and Bangla digits, and only whole numbers", () => {
  expect([countTyped("20"), countTyped("২০")]).toEqual([20, 20]);
  expect([countTyped("2.5"), countTyped("many"), countTyped("")]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});
