import { expect, test } from "vitest";
import { leadingTo, returnAddress, signedInAt, signInFor } from "./return-address.ts";

test.each([
  ["/account/sessions", "/account/sessions"],
  ["/list?page=2", "/list?page=2"],
  ["", ""],
  [null, ""],
  ["https://evil.example/", "/"],
  ["//evil.example/", "/"],
  [signedInAt("/list?page=2", true), "/list?page=2"],
  [signedInAt("", true), ""],
  ["/signed-in?from=//evil.example", "/"],
])("from %j one goes on to %j", (given, expected) => {
  expect(returnAddress(given)).toBe(expected);
});

test("whoever has to sign in comes back to the page, and to the part of it", () => {
  expect(signInFor(new URL("https://site.example/list?page=2"))).toBe("/login?from=%2Flist%3Fpage%3D2");
  expect(leadingTo("/register", "")).toBe("/register");
});
