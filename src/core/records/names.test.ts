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
  ])("accepts %j for %j", (given, name) => {
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
  ])("refuses %j for %j", (given, name) => {
    expect(nameMatches(given, name)).toBe(false);
  });
});

test("foldName uses one case and single spaces, and keeps combining marks", () => {
  expect(foldName("  Md.  RAHIM\tUddin ")).toBe("md. rahim uddin");
  expect(foldName("মোঃ রহিম")).toBe("মোঃ রহিম");
});
