import { expect, test } from "vitest";
import { shortName } from "./operator-name.ts";

test.each([
  ["Shapla", "Shapla"],
  ["Shapla Overseas", "Shapla"],
  ["A B C Recruiting Agency", "A B C"],
  ["The Padma Co Ltd", "The Padma Co"],
  ["Mymensingheropportunities Ltd", "Mymensingheropportunities"],
  ["localhost:3000", "localhost:3000"],
])("%s is shortened to %s below an icon", (name, short) => {
  expect(shortName(name)).toBe(short);
});
