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

test("whoever has to sign in comes back to the page; what they sent is not sent again", () => {
  const url = new URL("https://site.example/list?page=2");
  expect(signInFor(new Request(url), url)).toBe("/login?from=%2Flist%3Fpage%3D2");
  expect(signInFor(new Request(url, { method: "POST" }), url)).toBe("/login?from=%2Flist");
  expect(leadingTo("/register", "")).toBe("/register");
});
