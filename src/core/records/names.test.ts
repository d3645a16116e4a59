import { expect, test } from "vitest";
import { foldName } from "./names.ts";

test("foldName uses one case and single spaces, and keeps combining marks", () => {
  expect(foldName("  Md.  RAHIM\tUddin ")).toBe("md. rahim uddin");
  expect(foldName("মোঃ রহিম")).toBe("মোঃ রহিম");
});
