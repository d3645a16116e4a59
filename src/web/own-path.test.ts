import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownAddress, ownPath } from "./own-path.ts";

test.each([
  ["/list?page=2&sort=name#x", "/list?page=2&sort=name"],
  ["/list?to=https://evil.example", "/list?to=https://evil.example"],
  ["/list?a=\r\nSet-Cookie: b", "/list?a=Set-Cookie:%20b"],
  ["//evil.example?page=2", "/"],
  ["https://evil.example/?page=2", "/"],
])("own address: %j becomes %j", (given, expected) => {
  expect(ownAddress(given)).toBe(expected);
});

describe("own path", () => {
  test.each([
    ["/", "/"],
    ["/Check_Visa", "/Check_Visa"],
    ["/Check_Visa?number=A1#x", "/Check_Visa"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["/.//evil.example", "/"],
    ["/..//evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["https://evil.example/", "/"],
    ["http://this.site.invalid/Check_Visa", "/"],
    ["javascript:alert(1)", "/"],
    ["Check_Visa", "/"],
    ["", "/"],
  ])("%j becomes %j", (given, expected) => {
    expect(ownPath(given)).toBe(expected);
  });

  test("whatever is given, the browser stays on the site", () => {
    const hostile = fc.array(fc.constantFrom("/", "\\", ".", ":", "\t", "\n", "@", "%2f", "http", "evil.example", "a"));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          hostile.map((parts) => parts.join("")),
        ),
        (given) => {
          for (const path of [ownPath(given), ownAddress(given)]) {
            expect(new URL(path, "https://site.example").origin).toBe("https://site.example");
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
