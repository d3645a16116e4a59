import { statfs } from "node:fs/promises";
import { dayMs } from "#core/durations.ts";
import { recentDays } from "#core/office-clock.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayReadLookups } from "#core/accounts/permissions.ts";
import { newestRun } from "#storage/database/backup-runs.ts";
import { lookupDaysFrom } from "#storage/database/lookups/lookup-days.ts";
import { countHolders } from "#storage/database/holders/holders.ts";
import { approvalTimes } from "#storage/database/records/record-counts.ts";
import { databaseSize } from "#storage/database/size.ts";
import { logFaults } from "../log/log-fault.ts";
import type { Portal } from "../portal/portal.ts";
import { oldStatementKey } from "../records/read-statement.ts";
import { recordsByState } from "./record-states.ts";
import { readSetupSteps } from "./setup-steps.ts";
import { officeToday } from "../portal/office-time.ts";

const shownDays = 30;
/** The latest approvals are enough for a median. */
const maxApprovals = 1000;
/** This many are counted in a few milliseconds. If there are more, the page shows "10,000+". */
export const maxHolders = 10_000;

/** Returns what an admin needs to know of the site at a glance. It reads counts and scans no long list. */
export async function readOverview(portal: Portal, actor: Actor) {
  authorize(mayReadLookups(actor), actor);
  const [lookups, records, approvalMs, storage, oldKey, holders, faults] = await Promise.all([
    lookupsByDay(portal),
    recordsByState(portal),
    medianApproval(portal),
    storageUsed(portal),
    oldStatementKey(portal),
    countHolders(portal.database.read, portal.registry, portal.now(), maxHolders),
    logFaults(portal),
  ]);
  const isEmpty = records.every(({ count }) => count === 0);
  return {
    lookups,
    records,
    isEmpty,
    approvalMs,
    storage,
    oldKey,
    holders,
    faults,
    steps: await readSetupSteps(portal, actor, isEmpty),
  };
}

/** The last 30 days, oldest first, including days without lookups. */
async function lookupsByDay(portal: Portal) {
  const { database, registry } = portal;
  const days = recentDays(officeToday(portal), shownDays);
  const rows = await lookupDaysFrom(database.lookups.read, registry, days[0] ?? "");
  const counted = new Map(rows.map((row) => [row.day, row]));
  return days.map((day) => {
    const row = counted.get(day);
    return {
      day,
      hits: { web: row?.web_hits ?? 0, api: row?.api_hits ?? 0 },
      misses: { web: row?.web_misses ?? 0, api: row?.api_misses ?? 0 },
      waveHours: (row?.wave_hours ?? 0).toString(2).replaceAll("0", "").length,
    };
  });
}

/** Null if no waiting record was approved in the last 30 days. */
async function medianApproval({ database, registry, now }: Portal): Promise<number | null> {
  const at = now();
  const asked = { since: at - shownDays * dayMs, now: at, atMost: maxApprovals };
  const times = await approvalTimes(database.read, registry, asked);
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

async function storageUsed({ database, tempFolder, now }: Portal) {
  const [databaseBytes, backup, { bavail, blocks, bsize }] = await Promise.all([
    databaseSize(database),
    newestRun(database.read, { now: now(), state: "done" }),
    statfs(tempFolder),
  ]);
  return {
    databaseBytes,
    /** As the last backup counted them. */
    documents: backup ? { bytes: backup.bytes_total, images: backup.images_count } : null,
    disk: { freeBytes: bavail * bsize, bytes: blocks * bsize },
    lastBackup: backup?.ended_at ?? null,
  };
}
