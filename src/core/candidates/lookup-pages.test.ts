import { expect, test } from "vitest";
import { lookupPageAt, lookupPageNames } from "./lookup-pages.ts";

test("each page is found by its path, in any letters, with or without a slash behind", () => {
  for (const page of lookupPageNames) {
    expect([page, page.toLowerCase(), page.toUpperCase()].map(lookupPageAt)).toEqual([page, page, page]);
    expect(lookupPageAt(`${page}/`)).toBe(page);
  }
});

test("anything else is the first page", () => {
  expect(["", "//", "/nothing", "/constructor"].map(lookupPageAt)).toEqual(["/", "/", "/", "/"]);
});
