import { expect, test } from "vitest";
import { detailsOfChange } from "./audit-event.ts";

test("the details of a change contain the fields that differ, with both values", () => {
  const before = { name: "Rahim", hidden: false, documents: { photo: [1] } };
  const after = { name: "Rahim", hidden: true, documents: { photo: [1] }, reason: "x" };
  expect(detailsOfChange<typeof after>(before, after)).toEqual({
    hidden: { from: false, to: true },
    reason: { from: null, to: "x" },
  });
});
