import { expect, test } from "vitest";
import { machineZone, timeZoneSchema } from "./time-zone.ts";

test.each([
  ["Asia/Dhaka", "Asia/Dhaka"],
  [" asia/dhaka ", "Asia/Dhaka"],
  ["America/New York", "America/New_York"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["Asia/Calcutta", "Asia/Calcutta"],
  ["utc", "UTC"],
  ["Etc/GMT-6", "Etc/GMT-6"],
])("takes the zone %j as %j", (typed, stored) => {
  expect(timeZoneSchema.parse(typed)).toBe(stored);
});

test.each(["", "Dhaka", "Asia/Daka", "+06:00", "GMT+6", "UTC-6", "Etc/Unknown"])("refuses %j", (typed) => {
  expect(timeZoneSchema.safeParse(typed)).toMatchObject({
    success: false,
    error: { issues: [{ message: "time-zone" }] },
  });
});

test("the zone of the machine is one that can be stored", () => {
  expect(timeZoneSchema.parse(machineZone())).toBe(machineZone());
});
