import { dayMs, hourMs } from "#core/durations.ts";
import { lastDue, officeDay } from "#core/office-clock.ts";
import { type BackupRun, lastCheck, runsSince } from "#storage/database/backup-runs.ts";
import type { Reader } from "#storage/database/database.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { officeZone } from "../portal/office-time.ts";
import type { Portal } from "../portal/portal.ts";
import { beginRun } from "./backup-runs.ts";
import { partsOfPlace } from "./part-of-place.ts";
import { ended, isWanted, type Report } from "./scheduled-backups.ts";

/** A larger backup is not opened as a whole each month: a part of its files is read each night. */
const mostRecords = 20_000;
const mostBytes = 5e9;
/** A smaller one is restored for a try this often. */
const wholeEveryDays = 28;
/** From the beginning of the backup on, so that the machine has a rest between the two. */
const restMs = hourMs;

/**
 * Begins the check of the newest backup if it is due: after the backup of the day, all of it each month, or of a large one
 * a part each night. Whatever could not be checked is due again the next night.
 */
export async function beginDueCheck(portal: Portal, report: Report): Promise<void> {
  const { backupPlace: place, database } = portal;
  const { backups } = await currentSettings(portal);
  if (!place || !backups.isOn) return;
  const dueParts = (reader: Reader) => duePartsIn(portal, reader, { target: place.location, hour: backups.hour });
  const parts = await dueParts(database.read);
  if (parts === null) return;
  const isStillDue = async (writer: Reader) => (await dueParts(writer)) !== null;
  const id = await beginRun(portal, place.location, isStillDue, "check");
  if (id !== null) place.checkInChild(id, parts, ended(portal, id, report));
}

type Schedule = { target: string; hour: number };

/** Null if none is due. Otherwise the parts of the backup to read, or "whole" to try a restore of all of it. */
async function duePartsIn(portal: Portal, reader: Reader, { target, hour }: Schedule) {
  const now = portal.now();
  const zone = officeZone(portal);
  const due = lastDue(zone, now, hour);
  const backup = (await runsSince(reader, { now, target, since: due })).find(({ state }) => state === "done");
  if (!backup || now - backup.started_at < restMs) return null;
  if (!(await isWanted(reader, target, due, now, "check"))) return null;
  const last = await lastCheck(reader, target, now, "done");
  const daysSince = last ? daysBetween(zone, lastDue(zone, last.started_at, hour), due) : null;
  if (isLarge(backup)) return partsOfPlace(daysOf(zone, due), daysSince ?? 1);
  const hasFailed = (await lastCheck(reader, target, now))?.state === "failed";
  return hasFailed || daysSince === null || daysSince >= wholeEveryDays ? "whole" : null;
}

const isLarge = ({ records_count, bytes_total }: BackupRun) => records_count > mostRecords || bytes_total > mostBytes;

const daysOf = (zone: string, at: number) => Date.parse(officeDay(zone, at)) / dayMs;
const daysBetween = (zone: string, from: number, to: number) => daysOf(zone, to) - daysOf(zone, from);
