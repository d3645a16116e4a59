import { officeClock, officeDay, type Zone } from "#core/office-clock.ts";
import { machineZone } from "#core/settings/time-zone.ts";
import type { Portal } from "./portal.ts";

/**
 * Returns the office's time zone. Not read from the database: every page and every job reads the settings anyway, so this
 * process knows of a change as soon as it works on something.
 */
export function officeZone({ settingsCache }: Pick<Portal, "settingsCache">): Zone {
  const { timeZone = "" } = settingsCache.last?.settings ?? {};
  return timeZone === "" ? machineZone() : timeZone;
}

/** Returns the time on the office's clock, such as "2026-03-31T18:30". */
export const officeNow = (portal: Pick<Portal, "settingsCache" | "now">): string =>
  officeClock(officeZone(portal), portal.now());

/** Returns the office's day. It decides whether a last day has passed. */
export const officeToday = (portal: Pick<Portal, "settingsCache" | "now">): string =>
  officeDay(officeZone(portal), portal.now());
