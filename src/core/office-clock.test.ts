import { describe, expect, test } from "vitest";
import {
  isDayOf,
  lastDue,
  laterDay,
  monthsBefore,
  nextDue,
  officeClock,
  officeDay,
  recentDays,
  startOfDay,
} from "./office-clock.ts";

const at = (text: string) => Date.parse(text);
const iso = (time: number) => new Date(time).toISOString();

describe("a moment is on another day in another office", () => {
  test.each([
    ["America/Toronto", "2026-03-02T15:30"],
    ["UTC", "2026-03-02T20:30"],
    ["Asia/Kathmandu", "2026-03-03T02:15"],
    ["Asia/Dhaka", "2026-03-03T02:30"],
    ["Pacific/Kiritimati", "2026-03-03T10:30"],
  ])("in %s", (zone, clock) => {
    const time = at("2026-03-02T20:30:59Z");
    expect(officeClock(zone, time)).toBe(clock);
    expect(officeDay(zone, time)).toBe(clock.slice(0, 10));
    expect(isDayOf(officeDay(zone, time), time)).toBe(true);
  });
});

test("a day that is nowhere at a moment is not its day", () => {
  const noon = at("2026-03-03T12:00Z");
  expect(["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"].filter((day) => isDayOf(day, noon))).toEqual([
    "2026-03-03",
    "2026-03-04",
  ]);
});

describe("a day begins at its first moment", () => {
  test.each([
    ["Asia/Dhaka", "2026-03-03", "2026-03-02T18:00:00.000Z"],
    ["Asia/Kathmandu", "2026-03-03", "2026-03-02T18:15:00.000Z"],
    ["America/Toronto", "2026-03-03", "2026-03-03T05:00:00.000Z"],
    ["Pacific/Kiritimati", "2026-03-03", "2026-03-02T10:00:00.000Z"],
    // The clocks were put forward in the night before, and back in the night after.
    ["Europe/London", "2026-03-30", "2026-03-29T23:00:00.000Z"],
    ["Europe/London", "2026-10-25", "2026-10-24T23:00:00.000Z"],
    ["Europe/London", "2026-10-26", "2026-10-26T00:00:00.000Z"],
    // Without midnight, with midnight twice, and after a day that ends twice.
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"],
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"],
    ["Asia/Beirut", "2026-10-25", "2026-10-24T22:00:00.000Z"],
    ["UTC", "0001-01-02", "0001-01-02T00:00:00.000Z"],
  ])("in %s, %s", (zone, day, start) => {
    expect(iso(startOfDay(zone, day))).toBe(start);
    expect(officeDay(zone, startOfDay(zone, day))).toBe(day);
    expect(startOfDay(zone, laterDay(day, -1), 1)).toBe(startOfDay(zone, day));
  });
});

test.each(["UTC", "Asia/Dhaka", "America/Toronto", "Pacific/Kiritimati"])("the calendar has two ends in %s", (zone) => {
  expect(officeDay(zone, startOfDay(zone, "9999-12-31", 1))).toBe("9999-12-31");
  expect(startOfDay(zone, "0000-01-01")).toBe(startOfDay(zone, "0001-01-01"));
});

test("days are counted in the calendar, although one has 23 hours", () => {
  expect(laterDay("2026-03-28", 2)).toBe("2026-03-30");
  expect(laterDay("2028-02-28", 1)).toBe("2028-02-29");
  expect(recentDays("2026-03-01", 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
});

test("a task of two o'clock is due once a day, also where two o'clock is left out or comes twice", () => {
  const due = (zone: string, now: string) => [lastDue, nextDue].map((when) => iso(when(zone, at(now), 2)).slice(5, 16));
  expect(due("Asia/Dhaka", "2026-03-02T20:00Z")).toEqual(["03-02T20:00", "03-03T20:00"]);
  expect(due("Asia/Dhaka", "2026-03-02T19:59Z")).toEqual(["03-01T20:00", "03-02T20:00"]);
  expect(due("America/Toronto", "2026-03-08T12:00Z")).toEqual(["03-08T07:00", "03-09T06:00"]);
  expect(due("America/Toronto", "2026-11-01T12:00Z")).toEqual(["11-01T07:00", "11-02T07:00"]);
  expect(due("Europe/London", "2026-03-29T12:00Z")).toEqual(["03-29T01:00", "03-30T01:00"]);
});

test("months are those of the office", () => {
  const before = (zone: string, now: string, months: number) => iso(monthsBefore(zone, at(now), months)).slice(0, 16);
  expect(iso(monthsBefore("UTC", at("2026-03-31T12:00:59.999Z"), 1))).toBe("2026-02-28T12:00:59.999Z");
  // In Dhaka it is 31 March already.
  expect(before("Asia/Dhaka", "2026-03-30T19:00Z", 1)).toBe("2026-02-27T19:00");
  expect(before("UTC", "2026-03-30T19:00Z", 1)).toBe("2026-02-28T19:00");
  expect(before("Europe/London", "2026-04-10T12:00Z", 2)).toBe("2026-02-10T13:00");
});
