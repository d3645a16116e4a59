import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OwnLooks } from "./own-looks.tsx";

const today = "2026-11-29";
const looksOn = (day: string, times: number) => ({
  day,
  looks: [{ way: "number", country: "", state: "now", times } as const],
});

type Case = { countedOn: string; looks?: ReturnType<typeof looksOn>[] };

const said = ({ countedOn, looks = [] }: Case) =>
  renderToStaticMarkup(
    <OwnLooks
      {...{ looks, today }}
      countedFrom={Date.parse(`${countedOn}T12:00Z`)}
      refusesNotices={false}
      isFrozen={false}
      operator="Shapla Overseas"
    />,
  );

const textIn = (html: string, before: RegExp) => new RegExp(`${before.source}(.*?)<`).exec(html)?.[1];
const noteIn = (html: string) => textIn(html, /<small[^>]*>/);

test.each<[string, Case, string]>([
  ["none", { countedOn: "2026-11-22" }, "Nobody looked you up in the last 7 days."],
  ["none", { countedOn: "2026-11-27" }, "Nobody has looked you up. Counted since 27 November 2026 at 12:00 UTC."],
  ["none", { countedOn: "2026-11-23" }, "Nobody has looked you up. Counted since 23 November 2026 at 12:00 UTC."],
  ["two", { countedOn: "2026-11-20", looks: [looksOn("2026-11-28", 2)] }, "Found 2 times in the last 7 days."],
  [
    "two",
    { countedOn: "2026-11-27", looks: [looksOn("2026-11-28", 2), looksOn("2026-11-01", 5)] },
    "Found 2 times. Counted since 27 November 2026 at 12:00 UTC.",
  ],
])("of %s looks, a week that was not counted whole says from when on: %j", (_, looks, words) => {
  expect(noteIn(said(looks))).toBe(words);
});

test("the sum says since when it counts, at most the 90 days that are kept", () => {
  expect(said({ countedOn: "2026-11-20" })).toContain(
    "<p>Nobody has looked you up. Counted since 20 November 2026 at 12:00 UTC.</p>",
  );
  expect(said({ countedOn: "2025-01-01", looks: [looksOn("2026-10-01", 1)] })).toContain(
    "<p>Found once. Counted since 1 September 2026.</p>",
  );
});

test("a day with many looks is compared with 14 days, or it says since when they are counted", () => {
  const looks = [looksOn("2026-11-28", 30)];
  const explained = (countedOn: string) => textIn(said({ countedOn, looks }), /(?=“Many)/);
  expect(explained("2026-11-13")).toMatch(/below\. *$/);
  expect(explained("2026-11-14")).toMatch(/below\. Counted since 14 November 2026 at 12:00 UTC\.$/);
});
