import { expect, test } from "vitest";
import { maxDaysKept } from "#core/settings/backup-schedule.ts";
import { backupsToKeep, parseKeepCounts } from "./keep.ts";

const dayMs = 24 * 60 * 60 * 1000;
const noon = Date.UTC(2026, 10, 21, 12);

/** Two backups a day, for this many days back. */
const backups = (days: number) =>
  Array.from({ length: days * 2 }, (_, at) => ({ madeAt: new Date(noon - at * 0.5 * dayMs).toISOString() }));

const keptDays = (days: number, keep: string) =>
  [...backupsToKeep(backups(days), parseKeepCounts(keep))].map(({ madeAt }) => madeAt.slice(0, 16)).toSorted();

test("the last backup of each of the latest days, weeks and months is kept", () => {
  expect(keptDays(60, "2d,2w,2m")).toEqual([
    "2026-10-31T12:00",
    "2026-11-15T12:00",
    "2026-11-20T12:00",
    "2026-11-21T12:00",
  ]);
  expect(keptDays(400, "7d,4w,12m")).toHaveLength(7 + 2 + 11);
});

test("the newest backup is kept, whatever the setting is", () => {
  expect(keptDays(3, "1m")).toEqual(["2026-11-21T12:00"]);
  expect([...backupsToKeep([{ madeAt: "2020-01-01T00:00:00Z" }], parseKeepCounts("1d"))]).toHaveLength(1);
});

test.each(["", "7", "7x", "d", "-1d", "0d", "7d;4w", "7d,,4w"])("the setting %j is refused", (text) => {
  expect(() => parseKeepCounts(text)).toThrow(/7d,4w,12m|no backup/);
});

test("a deleted person can stay in backups for as long as the oldest backup is kept", () => {
  expect(maxDaysKept(parseKeepCounts("7d,4w,12m"))).toBe(372);
  expect(maxDaysKept(parseKeepCounts("30d"))).toBe(30);
});
