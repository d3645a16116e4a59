import { expect, test } from "vitest";
import { readCookies } from "./read-cookies.ts";

test.each([
  [null, []],
  [
    "a=1; b=2",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  [
    "a=1;b=x=y==; c=",
    [
      ["a", "1"],
      ["b", "x=y=="],
      ["c", ""],
    ],
  ],
  ["a=1; a=2", [["a", "1"]]],
  [
    "  a = 1 ;bare",
    [
      ["a", "1"],
      ["bare", ""],
    ],
  ],
] as const)("the Cookie header %j is parsed", (header, cookies) => {
  expect([...readCookies(header)].filter(([name]) => name !== "")).toEqual(cookies);
});
