import { lastDue, nextDue } from "#core/office-clock.ts";
import { dayMs, hourMs } from "#core/durations.ts";
import { PortalError } from "#core/errors.ts";
import { type BackupWarning, writtenKeepCounts } from "#core/settings/backup-schedule.ts";
import { isFromFuture } from "#core/wrong-clock.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings } from "#core/accounts/permissions.ts";
import { auditEventsAfter } from "#storage/database/audit.ts";
import { type BackupRun, lastCheck, lastTrial, newestRun, runsSince } from "#storage/database/backup-runs.ts";
import type { Reader } from "#storage/database/database.ts";
import { isEmptySite } from "#storage/database/empty-site.ts";
import { erasuresWaiting } from "#storage/database/erasures.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { beginRun, endRun, isUnderWay, listRuns } from "./backup-runs.ts";
import { officeZone } from "../portal/office-time.ts";

/** The pause after a failure, before the next try. */
const pauseMs = hourMs / 4;
/** The most tries for the backup of one day. After that, the site waits for the next day's backup. */
const maxTries = 4;

export type Report = (error: unknown) => void;

/**
 * Begins the backup of the day if its hour has come and no process has made it. A backup that was missed is made later.
 * An empty site makes none: it may be there to be replaced by a backup that lies at this place.
 */
export async function beginDueBackup(portal: Portal, report: Report): Promise<void> {
  const { backupPlace: place, database, now } = portal;
  const { backups } = await currentSettings(portal);
  if (!place || !backups.isOn) return;
  const isDue = (reader: Reader) =>
    isWanted(reader, place.location, lastDue(officeZone(portal), now(), backups.hour), now());
  if ((await isDue(database.read)) && !(await isEmptySite(database.read))) await begin(portal, report, isDue);
}

export async function isWanted(
  reader: Reader,
  target: string,
  due: number,
  now: number,
  kind: BackupRun["kind"] = "backup",
): Promise<boolean> {
  const runs = await runsSince(reader, { now, target, since: due, kind });
  if (runs.some((run) => run.state === "done" || isUnderWay(run, now))) return false;
  const [last] = runs;
  return !last || (runs.length < maxTries && now - (last.ended_at ?? last.heard_at) >= pauseMs);
}

export async function beginBackup(portal: Portal, actor: Actor, report: Report): Promise<void> {
  authorize(mayChangeSettings(actor), actor);
  if (!portal.backupPlace) throw new PortalError("not-found");
  if (!(await begin(portal, report))) throw new PortalError("still-working");
}

/** Begins the rehearsal of a restore: everything in the newest backup is opened, away from this site. */
export async function beginCheckOfBackup(portal: Portal, actor: Actor, report: Report): Promise<void> {
  authorize(mayChangeSettings(actor), actor);
  const { backupPlace: place } = portal;
  if (!place) throw new PortalError("not-found");
  const id = await beginRun(portal, place.location, undefined, "check");
  if (id === null) throw new PortalError("still-working");
  place.checkInChild(id, "whole", ended(portal, id, report));
}

async function begin(portal: Portal, report: Report, isDue?: (reader: Reader) => Promise<boolean>): Promise<boolean> {
  const { backupPlace: place } = portal;
  if (!place) return false;
  const { backups } = await currentSettings(portal);
  const id = await beginRun(portal, place.location, isDue);
  if (id === null) return false;
  place.makeInChild(id, writtenKeepCounts(backups), ended(portal, id, report));
  return true;
}

export const ended = (portal: Portal, id: string, report: Report) => async (exit: string) => {
  try {
    const run = await endRun(portal, id, exit);
    if (run?.state === "failed") report(new PortalError("backup-failed", run.problem ? { sentence: run.problem } : {}));
  } catch (error) {
    report(error);
  }
};

export type BackupsState = {
  /** Null without BACKUP_URL. */
  location: string | null;
  runs: (BackupRun & { isUnderWay: boolean })[];
  /** The last restore that was tried, here or as a rehearsal. Null if none ever was. */
  trial: (BackupRun & { isUnderWay: boolean }) | null;
  /** Null if no backups are scheduled. */
  next: number | null;
  warning: BackupWarning | null;
  /** Deletions that are not in the ledger yet. */
  erasures: { count: number; since: number | null };
};

export async function readBackups(portal: Portal, actor: Actor): Promise<BackupsState> {
  authorize(mayChangeSettings(actor), actor);
  const { database, backupPlace: place, now } = portal;
  const { backups } = await currentSettings(portal);
  const withState = (run: BackupRun) => ({ ...run, isUnderWay: isUnderWay(run, now()) });
  const runs = (await listRuns(portal)).map(withState);
  const trial = await lastTrial(database.read, now());
  const isDueNow =
    place &&
    backups.isOn &&
    (await isWanted(database.read, place.location, lastDue(officeZone(portal), now(), backups.hour), now()));
  return {
    location: place?.location ?? null,
    runs,
    trial: trial ? withState(trial) : null,
    next: place && backups.isOn ? (isDueNow ? now() : nextDue(officeZone(portal), now(), backups.hour)) : null,
    warning: await backupWarning(portal),
    erasures: place ? await erasuresWaiting(database.read) : { count: 0, since: null },
  };
}

const lateMs = 1.5 * dayMs;
/** Backups that are made by hand or by another scheduler may run only once a week. */
const noneMs = 8 * dayMs;
/** Who made none with Attestry for so long makes them in another way. */
const elsewhereMs = 30 * dayMs;
/** A new site without scheduled backups gets no warning for this long after its first audit event. */
const newMs = 7 * dayMs;

export const backupWarning = async (portal: Portal): Promise<BackupWarning | null> =>
  (await missingBackup(portal)) ?? ((await hasFailedCheck(portal)) ? "check-failed" : null);

async function hasFailedCheck({ backupPlace: place, database, now }: Portal): Promise<boolean> {
  return place !== null && (await lastCheck(database.read, place.location, now()))?.state === "failed";
}

async function missingBackup(portal: Portal): Promise<BackupWarning | null> {
  const { backupPlace: place, now } = portal;
  const { read } = portal.database;
  const { backups } = await currentSettings(portal);
  if (!backups.isOn) return (await madeByCommand(read, now())) === "stopped" ? "none" : null;
  const target = place?.location;
  const newest = await newestRun(read, { now: now(), state: "done", target });
  const isOlderThan = (ms: number) => !newest || now() - newest.started_at > ms;
  if (target === undefined) return isOlderThan(noneMs) && (await isOld(portal)) ? "none" : null;
  // The first backup has not ended yet.
  if (!newest && !(await newestRun(read, { now: now(), state: "failed", target }))) return null;
  return isOlderThan(lateMs) ? "late" : null;
}

/** Of a site without scheduled backups: whether `attestry backup` makes them, made them until lately, or never did. */
export async function madeByCommand(reader: Reader, now: number): Promise<"made" | "stopped" | "never"> {
  const newest = await newestRun(reader, { now, state: "done" });
  if (!newest || now - newest.started_at > elsewhereMs) return "never";
  const failed = await newestRun(reader, { now, state: "failed" });
  const hasFailed = failed !== undefined && failed.started_at > newest.started_at;
  return hasFailed || now - newest.started_at > noneMs ? "stopped" : "made";
}

async function isOld({ database, now }: Portal): Promise<boolean> {
  const [first] = await auditEventsAfter(database.read, 0, 1);
  return first !== undefined && (isFromFuture(first.at, now()) || now() - first.at > newMs);
}
