import { expect, test } from "vitest";
import { backTo } from "../../frame/redirect-in-app.server.ts";

test.each([
  ["/dashboard/update?state=shown", "/dashboard/update?state=shown"],
  ["/dashboard/../account", "/dashboard/update"],
  ["https://evil.example/dashboard/", "/dashboard/update"],
  ["//evil.example/dashboard/", "/dashboard/update"],
  ["/account", "/dashboard/update"],
  ["", "/dashboard/update"],
  [null, "/dashboard/update"],
])("the return address %j leads to %j", (given, expected) => {
  expect(backTo(given, "/dashboard/update")).toBe(expected);
});
