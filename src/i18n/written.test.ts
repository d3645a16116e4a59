import { afterEach, describe, expect, test } from "vitest";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { overwriteGetZone } from "./reader-zone.ts";
import {
  writtenAgo,
  writtenClock,
  writtenCount,
  writtenCurrency,
  writtenDay,
  writtenMoment,
  writtenMoney,
  writtenPages,
  writtenTime,
} from "./written.ts";

// Other files run in the same process.
afterEach(() => overwriteGetZone(() => "UTC"));

describe("dates, counts and amounts are formatted", () => {
  test("in English", () => {
    overwriteGetLocale(() => "en");
    expect(writtenDay("2026-03-03")).toBe("3 March 2026");
    expect(writtenMoment(new Date(2026, 2, 3, 1).getTime())).toBe("3 March 2026");
    expect(writtenCount(1000)).toBe("1,000");
    expect(writtenClock("2026-03-31T18:30")).toBe("Tuesday, 31 March 2026 at 18:30");
    expect(writtenMoney(150_000, "BDT")).toBe("BDT\u00a01,500");
    expect(writtenMoney(150_050, "AUD")).toBe("A$1,500.50");
    expect(writtenMoney(1500, "JPY")).toBe("JP¥1,500");
    expect(writtenCurrency("BDT")).toBe("BDT, Bangladeshi Taka");
  });

  test("in Bangla", () => {
    overwriteGetLocale(() => "bn");
    expect(writtenDay("2026-03-03")).toBe("৩ মার্চ, ২০২৬");
    expect(writtenCount(12)).toBe("১২");
    expect(writtenClock("2026-03-31T18:30")).toContain("৩১ মার্চ, ২০২৬");
    expect(writtenMoney(15_000_000, "BDT")).toBe("১,৫০,০০০৳");
  });

  test("in the added languages, with the digits that Intl uses for them", () => {
    const said = (["hi", "ur", "ne", "ar"] as const).map((locale) => {
      overwriteGetLocale(() => locale);
      return [
        writtenDay("2026-03-03"),
        writtenCount(1_500_000),
        [1, 2, 3, 11, 100].map((count) => writtenPages(count)),
      ];
    });
    expect(said).toEqual([
      ["3 मार्च 2026", "15,00,000", ["1 पन्ना", "2 पन्ने", "3 पन्ने", "11 पन्ने", "100 पन्ने"]],
      ["3 مارچ، 2026", "1,500,000", ["1 صفحہ", "2 صفحے", "3 صفحے", "11 صفحے", "100 صفحے"]],
      ["२०२६ मार्च ३", "१५,००,०००", ["१ पाना", "२ पाना", "३ पाना", "११ पाना", "१०० पाना"]],
      ["3 مارس 2026", "1,500,000", ["صفحة واحدة", "صفحتان", "3 صفحات", "11 صفحة", "100 صفحة"]],
    ]);
  });

  test("so that a time can be followed by a word for until", () => {
    const time = Date.parse("2026-12-15T05:13Z");
    const said = (["en", "bn", "hi", "ne", "ur", "ar"] as const).map((locale) =>
      writtenTime(time, { locale, zone: "Asia/Dhaka" }),
    );
    expect(said).toEqual([
      "15 December 2026 at 11:13 GMT+6",
      "১৫ ডিসেম্বর, ২০২৬, ১১:১৩ (GMT+৬)",
      "15 दिसंबर 2026, 11:13 (GMT+6)",
      "२०२६ डिसेम्बर १५, ११:१३ (GMT+६)",
      "15 دسمبر، 2026، 11:13 (GMT+6)",
      "15 ديسمبر 2026 في 11:13 غرينتش+6",
    ]);
    overwriteGetLocale(() => "hi");
    expect(writtenClock("2026-03-31T18:30")).toBe("मंगलवार, 31 मार्च 2026, 18:30");
  });

  const minute = 60_000;
  const now = Date.UTC(2026, 2, 3, 8, 5, 30);

  test.each([
    ["en", 0, "now"],
    ["en", 59_999, "now"],
    ["en", minute, "1 minute ago"],
    ["en", 12 * minute, "12 minutes ago"],
    ["en", 119 * minute, "1 hour ago"],
    ["en", 720 * minute, "12 hours ago"],
    ["en", 72 * 60 * minute, "3 days ago"],
    ["en", -5 * minute, "now"],
    ["bn", 12 * minute, "১২ মিনিট আগে"],
    ["bn", 180 * minute, "৩ ঘণ্টা আগে"],
  ] as const)("in %s, for a time %d ms ago", (locale, ms, words) => {
    overwriteGetLocale(() => locale);
    expect(writtenAgo(now - ms, now)).toBe(words);
  });

  test("in the office's time zone, with its short name", () => {
    overwriteGetLocale(() => "en");
    const shown = (zone: string) => {
      overwriteGetZone(() => zone);
      return [writtenMoment(now), writtenTime(now), writtenDay("2026-03-03")];
    };
    expect(shown("Asia/Kathmandu")).toEqual(["3 March 2026", "3 March 2026 at 13:50 GMT+5:45", "3 March 2026"]);
    expect(shown("Pacific/Niue")).toEqual(["2 March 2026", "2 March 2026 at 21:05 GMT-11", "3 March 2026"]);
    expect(writtenTime(now, { locale: "bn", zone: "Asia/Dhaka" })).toBe("৩ মার্চ, ২০২৬, ১৪:০৫ (GMT+৬)");
  });
});
