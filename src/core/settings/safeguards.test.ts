import { describe, expect, test } from "vitest";
import { publicKinds } from "../records/document-kinds.ts";
import { newlyShown, safetyLost, touchesSafeguards } from "./safeguards.ts";
import { defaultSettings, type Settings } from "./settings.ts";

const loose: Settings = { ...defaultSettings("2026-03-31"), shownKinds: [...publicKinds] };
const strict: Settings = {
  ...loose,
  lookupPolicy: "code",
  shownKinds: ["photo", "visaPaper"],
  fourEyes: true,
  registration: "invite",
  secondFactor: "required",
  log: { ...loose.log, mailTo: "one@watch.example\ntwo@watch.example", witnesses: "key https://witness.example" },
};

describe("a change of settings", () => {
  test.each([
    [{ lookupPolicy: "guarded" }, "lookup-by-number"],
    [{ shownKinds: ["photo", "medical"] }, "papers-shown"],
    [{ fourEyes: false }, "four-eyes-off"],
    [{ registration: "open" }, "registration-open"],
    [{ secondFactor: "optional" }, "second-factor-optional"],
    [{ backups: { ...strict.backups, isOn: false } }, "backups-off"],
    [{ backups: { ...strict.backups, months: 11 } }, "backups-fewer"],
    [{ retention: { ...strict.retention, since: "changed" } }, "records-deleted"],
    [{ log: { ...strict.log, mailTo: "two@watch.example" } }, "log-watched-less"],
    [{ log: { ...strict.log, witnesses: "" } }, "log-watched-less"],
    [{ features: { ...strict.features, watches: false } }, "features-off"],
  ] satisfies [Partial<Settings>, string][])("%j is reported as one loss of safety", (change, loss) => {
    expect(safetyLost(strict, { ...strict, ...change })).toEqual([loss]);
  });

  test("to the open lookup loses the required name, and the required code if there was one", () => {
    const open = { ...strict, lookupPolicy: "open" } as const;
    expect(safetyLost({ ...strict, lookupPolicy: "guarded" }, open)).toEqual(["lookup-open"]);
    expect(safetyLost(strict, open)).toEqual(["lookup-open", "lookup-by-number"]);
  });

  test("that keeps or raises the safety loses nothing", () => {
    expect(safetyLost(loose, loose)).toEqual([]);
    expect(safetyLost(loose, strict)).toEqual([]);
    expect(safetyLost(strict, { ...strict, shownKinds: ["photo", "workPermit"] })).toEqual([]);
  });

  test("to a deletion that comes sooner or with shorter notice is a loss, and one that ends it is none", () => {
    const before = { ...strict, retention: { ...strict.retention, since: "changed" } } satisfies Settings;
    const lossOf = (change: Partial<Settings["retention"]>) =>
      safetyLost(before, { ...before, retention: { ...before.retention, ...change } });
    for (const change of [{ months: 23 }, { noticeDays: 29 }, { since: "published" }] as const)
      expect(lossOf(change)).toEqual(["records-deleted"]);
    for (const change of [{}, { months: 25, noticeDays: 31 }, { since: "never", months: 1 }] as const)
      expect(lossOf(change)).toEqual([]);
  });

  test("can lose several safeguards at once", () => {
    expect(safetyLost(strict, loose)).toHaveLength(7);
  });

  test("reports the staff-only documents that it newly shows to visitors", () => {
    const before = { ...strict, shownKinds: ["medical"] } satisfies Settings;
    const after = { ...strict, shownKinds: ["workPermit", "medical", "fingerprint"] } satisfies Settings;
    expect(newlyShown(before, after)).toEqual(["fingerprint"]);
    expect(newlyShown(after, before)).toEqual([]);
  });
});

test("the day up to which records are checked is not a safeguard; four eyes and the operator are", () => {
  expect(touchesSafeguards({ dateValue: "2026-03-31", defaultNationality: "NEPAL" })).toBe(false);
  expect(touchesSafeguards({ dateValue: "2026-03-31", fourEyes: true })).toBe(true);
  expect(touchesSafeguards({ operator: loose.operator })).toBe(true);
});
