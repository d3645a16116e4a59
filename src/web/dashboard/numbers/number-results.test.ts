import { expect, test } from "vitest";
import { asTable } from "./number-results.tsx";

test("a copied table keeps its cells apart, and a spreadsheet computes none of them", () => {
  const typed = ["A1234567\t2", "=1+1", "\uFF1D1+1", " =1+1", "x;=1"];
  expect(asTable([typed, ["shown"]])).toBe("A1234567 2\t'=1+1\t'\uFF1D1+1\t' =1+1\tx;'=1\nshown");
});
