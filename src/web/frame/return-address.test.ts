import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withReturnAddress, ownAddress, returnAddress, signedInAddress, signInFor } from "./return-address.ts";

test.each([
  ["/account/sessions", "/account/sessions"],
  ["/list?page=2", "/list?page=2"],
  ["", ""],
  [null, ""],
  ["https://evil.example/", "/"],
  ["//evil.example/", "/"],
  [signedInAddress("/list?page=2", true), "/list?page=2"],
  [signedInAddress("", true), ""],
  ["/signed-in?from=//evil.example", "/"],
])("the return address of %j is %j", (given, expected) => {
  expect(returnAddress(given)).toBe(expected);
});

test("the sign-in address contains the path and the query of the page to return to", () => {
  expect(signInFor(new URL("https://site.example/list?page=2"))).toBe("/login?from=%2Flist%3Fpage%3D2");
  expect(withReturnAddress("/register", "")).toBe("/register");
});

describe("ownAddress", () => {
  test.each([
    ["/", "/"],
    ["/Check_Visa", "/Check_Visa"],
    ["/Check_Visa#x", "/Check_Visa"],
    ["/list?page=2&sort=name#x", "/list?page=2&sort=name"],
    ["/list?to=https://evil.example", "/list?to=https://evil.example"],
    ["/list?a=\r\nSet-Cookie: b", "/list?a=Set-Cookie:%20b"],
    ["//evil.example?page=2", "/"],
    ["https://evil.example/?page=2", "/"],
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
  ])("turns %j into %j", (given, expected) => {
    expect(ownAddress(given)).toBe(expected);
  });

  test("never leads to another site, for any input", () => {
    const hostile = fc.array(fc.constantFrom("/", "\\", ".", ":", "\t", "\n", "@", "%2f", "http", "evil.example", "a"));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          hostile.map((parts) => parts.join("")),
        ),
        (given) => {
          expect(new URL(ownAddress(given), "https://site.example").origin).toBe("https://site.example");
        },
      ),
      { numRuns: 2000 },
    );
  });
});
