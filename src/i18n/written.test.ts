import { afterEach, describe, expect, test } from "vitest";
import { overwriteGetLocale } from "./compiled/runtime.js";
import { writtenCount, writtenDay, writtenMoment } from "./written.ts";

afterEach(() => overwriteGetLocale(() => "en"));

describe("dates and counts, written out", () => {
  test("in English", () => {
    overwriteGetLocale(() => "en");
    expect(writtenDay("2026-03-03")).toBe("3 March 2026");
    expect(writtenMoment(new Date(2026, 2, 3, 1).getTime())).toBe("3 March 2026");
    expect(writtenCount(1000)).toBe("1,000");
  });

  test("in Bangla", () => {
    overwriteGetLocale(() => "bn");
    expect(writtenDay("2026-03-03")).toBe("৩ মার্চ, ২০২৬");
    expect(writtenCount(12)).toBe("১২");
  });
});
