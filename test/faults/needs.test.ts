import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { missingNeeds } from "./needs.ts";

test("a row is not left out if its program is there but is not found", () => {
  const before = process.env["PATH"];
  onTestFinished(() => void (process.env["PATH"] = before));
  process.env["PATH"] = "/nothing";
  // procps is in every Debian, also in small images. Elsewhere nobody can tell.
  if (existsSync("/var/lib/dpkg/info/procps.list")) expect(() => missingNeeds(["ps"])).toThrow("ps is at ");
  else expect(missingNeeds(["ps"])).toEqual(["ps"]);
});
