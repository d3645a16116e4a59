import { describe, expect, test } from "vitest";
import { foldName, nameMatches } from "./names.ts";

describe("nameMatches", () => {
  test.each([
    ["Md. Rahim Uddin", "Md. Rahim Uddin"],
    ["rahim UDDIN", "Md. Rahim Uddin"],
    ["Uddin, Rahim", "Md. Rahim Uddin"],
    ["O'Brien Sean", "Sean O’Brien"],
    ["Rahima", "Rahima"],
    ["রহিম উদ্দিন", "মোঃ রহিম উদ্দিন"],
    ["Ｒａｈｉｍ Uddin", "Rahim Uddin"],
  ])("%j knows %j", (given, name) => {
    expect(nameMatches(given, name)).toBe(true);
  });

  test.each([
    ["", "Rahim Uddin"],
    ["Rahim", "Rahim Uddin"],
    ["Rahim Rahim", "Rahim Uddin"],
    ["Rahim Uddim", "Rahim Uddin"],
    ["Rahim Udd", "Rahim Uddin"],
    ["Rahim Uddin Khan", "Rahim Uddin"],
    ["... --- ...", "Rahim Uddin"],
    ["", "---"],
    ["রহম উদ্দিন", "রহিম উদ্দিন"],
  ])("%j does not know %j", (given, name) => {
    expect(nameMatches(given, name)).toBe(false);
  });
});

test("names are searched in one case and with single spaces, marks kept", () => {
  expect(foldName("  Md.  RAHIM\tUddin ")).toBe("md. rahim uddin");
  expect(foldName("মোঃ রহিম")).toBe("মোঃ রহিম");
});
