import { expect, test } from "vitest";
import { listWith } from "./list-address.ts";

test.each([
  ["?search=a&cursor=x", "state", "shown", "?search=a&state=shown"],
  ["?search=a&state=shown", "state", "hidden", "?search=a&state=hidden"],
  ["?search=a&state=shown", "state", null, "?search=a"],
  ["?cursor=x", "cursor", null, "?"],
  ["", "sort", "added", "?sort=added"],
])("the list %j with %s set to %j has the address %j, without a cursor", (query, part, value, address) => {
  expect(listWith(query, part, value)).toBe(address);
});
