import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { PortalError } from "#core/errors.ts";
import type { BackupPlace } from "#operations/portal/backup-place.ts";
import { readLedger } from "#operations/backups/erasures.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { prune } from "#operations/backups/keep.ts";
import { removeLocalBackups } from "#operations/backups/remove-local-backups.ts";
import { findBackup } from "#operations/backups/restore-backup.ts";
import { writeLedger } from "#operations/backups/write-ledger.ts";
import { continueRun, problemOf } from "#operations/backups/backup-runs.ts";
import { backupWarning, beginBackup, beginDueBackup, readBackups } from "#operations/backups/scheduled-backups.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { runJobs } from "#jobs/run-jobs.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { system } from "#core/accounts/actor.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { admin } from "../support/accounts/people.ts";
import { attestry } from "../support/command.ts";
import { uploaded } from "../support/documents.ts";
import { metricsOf } from "../support/metrics.ts";
import { testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const hour = 60 * 60_000;
/** In the office's time zone (nobody set one, so the machine's), like the hour of the schedule. */
const noon = new Date(2026, 10, 21, 12).getTime();

const test = testOn("sqlite").extend("folder", async ({ environment }) =>
  path.join(environment["DATA_DIR"] ?? "", "backups"),
);

/** A portal whose clock the test moves. Its backups are made in this process, or fail if `clock.fails` is set. */
function scheduled(portal: Portal, folder: string) {
  const clock = { now: noon, begun: 0, fails: false, ending: Promise.resolve() };
  const failures: unknown[] = [];
  const makeInChild: BackupPlace["makeInChild"] = (run, _keep, whenEnded) => {
    clock.begun += 1;
    const work = async () => {
      if (clock.fails) throw new Error("what somebody typed");
      return makeBackup(at, await openFilesystemBlobs(folder), { withDocuments: false, location: folder });
    };
    clock.ending = continueRun(at, run, work)
      .catch(() => undefined)
      .then(() => whenEnded("exit"));
  };
  const checkInChild: BackupPlace["checkInChild"] = (run, _parts, whenEnded) => makeInChild(run, "", whenEnded);
  const backupPlace = { location: folder, open: () => openFilesystemBlobs(folder), makeInChild, checkInChild };
  const at: Portal = { ...portal, backupPlace, now: () => clock.now };
  const tick = async (later: number) => {
    clock.now += later;
    await beginDueBackup(at, (error) => failures.push(error));
    await clock.ending;
    return clock.begun;
  };
  return { at, clock, failures, tick };
}

test("a backup is made once a day; a missed one is made later, and a failed one is retried a few times", async ({
  portal,
  folder,
}) => {
  await addTestRecord(portal);
  const { at, clock, failures, tick } = scheduled(portal, folder);
  expect(await tick(0), "the first one, at once").toBe(1);
  expect(await tick(13 * hour), "1 o'clock").toBe(1);
  expect(await tick(hour), "2 o'clock").toBe(2);
  expect(await tick(hour)).toBe(2);
  expect(await backupWarning(at)).toBeNull();
  expect(await tick(47 * hour), "nothing ran for two days").toBe(3);
  clock.fails = true;
  const pauses = [24 * hour, hour / 10, hour / 4, hour / 4, hour / 4, hour / 4, hour / 4];
  const begun = [];
  for (const pause of pauses) begun.push(await tick(pause));
  expect(begun).toEqual([4, 4, 5, 6, 7, 7, 7]);
  expect(failures).toHaveLength(4);
  expect(failures[0]).toMatchObject({ id: "backup-failed", message: "Error" });
  expect(await backupWarning(at)).toBeNull();
  clock.now += 12 * hour;
  expect(await backupWarning(at)).toBe("late");
  clock.fails = false;
  await beginBackup(at, admin, () => undefined);
  await expect(beginBackup(at, admin, () => undefined)).rejects.toMatchObject({ id: "still-working" });
  await clock.ending;
  const { runs, warning, next } = await readBackups(at, admin);
  expect(warning).toBeNull();
  expect(runs.map(({ state }) => state)).toEqual([
    "done",
    ...Array.from({ length: 4 }, () => "failed"),
    ...Array.from({ length: 3 }, () => "done"),
  ]);
  expect(new Date(next ?? 0).getHours()).toBe(2);
});

test("only one of two processes begins a backup, and none does if backups are switched off", async ({
  portal,
  there,
  folder,
}) => {
  await freshAdmin(portal);
  const { backups } = await currentSettings(portal);
  const both = [scheduled(portal, folder), scheduled(there, folder)];
  await changeSettings(portal, system("test"), { change: { backups: { ...backups, isOn: false } } });
  expect(await Promise.all(both.map(({ tick }) => tick(0)))).toEqual([0, 0]);
  await changeSettings(portal, system("test"), { change: { backups } });
  const first = both[0]?.tick(0);
  // This process finds that a backup is due, but writes its start only after the other process has made it.
  const write: Portal["database"]["write"] = async (work) => {
    await first;
    return there.database.write(work);
  };
  const late = scheduled({ ...there, database: { ...there.database, write } }, folder);
  expect(await Promise.all([first, late.tick(0)])).toEqual([1, 0]);
});

test("a site without backups has a warning after a week, unless its operator switched them off: they are made in another way", async ({
  portal,
  environment,
}) => {
  await addTestRecord(portal);
  const at = { ...portal, now: () => Date.now() + 6 * 24 * hour };
  expect(await backupWarning(at)).toBeNull();
  const later = { ...at, now: () => at.now() + 3 * 24 * hour };
  expect(await backupWarning(later)).toBe("none");
  expect(await metricsOf(later)).toContain("attestry_last_backup_timestamp_seconds 0\n");
  const doctorSays = async () => (await attestry(environment, ["doctor"])).out;
  expect(await doctorSays()).toMatch(/wrong +Backups +No backup was made yet/);

  const { backups } = await currentSettings(portal);
  await changeSettings(portal, system("test"), { change: { backups: { ...backups, isOn: false } } });
  expect(await backupWarning(later)).toBeNull();
  expect(await metricsOf(later)).not.toContain("attestry_last_backup");
  expect(await doctorSays()).toMatch(/ok +Backups +Backups are made in another way, as the settings say/);
});

test("a deletion is written into the erasure ledger at once, and waits while the place is unavailable", async ({
  portal,
  folder,
}) => {
  const { at, clock } = scheduled(portal, folder);
  clock.now = Date.now();
  let isAway = false;
  const reported: unknown[] = [];
  const place: BackupPlace = {
    location: folder,
    makeInChild: () => undefined,
    checkInChild: () => undefined,
    open: async () => {
      if (isAway) throw new Error("away");
      return openFilesystemBlobs(folder);
    },
  };
  const served = { ...at, backupPlace: place };
  const [first, second] = [await addTestRecord(portal), await addTestRecord(portal)];
  await using _jobs = runJobs(served, (error) => reported.push(error));
  const waiting = async () => (await readBackups(served, admin)).erasures.count;
  await deleteRecord(served, admin, { id: first.id });
  // The entry is at the place before the database says so. Until then, this run would also write the second deletion.
  await expect.poll(waiting).toBe(0);
  expect(await readLedger(await openFilesystemBlobs(folder), portal.keyring)).toHaveLength(1);
  isAway = true;
  await deleteRecord(served, admin, { id: second.id });
  await expect.poll(() => reported.length).toBe(1);
  served.events.emit("erasure-noted");
  await delay(50);
  expect(reported).toHaveLength(1);
  expect(await waiting()).toBe(1);
});

test("nothing is written if the disk of the backups is not mounted", async ({ portal, folder }) => {
  const { at, failures, tick } = scheduled(portal, folder);
  expect(await tick(0), "an empty site writes nothing to a place that may have backups").toBe(0);
  await freshAdmin(portal);
  const record = await addTestRecord(portal);
  await tick(0);
  await rm(folder, { recursive: true });
  await deleteRecord(at, admin, { id: record.id });
  await expect(writeLedger(at, new AbortController().signal)).rejects.toThrow(/Is its disk mounted/);
  expect(await readBackups(at, admin)).toMatchObject({ erasures: { count: 1 } });
  expect([await tick(24 * hour), failures.length]).toEqual([2, 1]);
  expect((await readBackups(at, admin)).runs[0]?.problem).toContain("Is its disk mounted");
});

test("a problem of the disk is described to admins in a sentence", () => {
  const cause = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  expect([cause, new PortalError("unavailable", { cause })].map(problemOf)).toEqual(Array(2).fill("The disk is full."));
});

test("a local backup from before a migration gets the erasure ledger, and is deleted after 30 days", async ({
  portal,
}) => {
  const record = await addTestRecord(portal);
  const { localBackups, keyring } = portal;
  const local = await openFilesystemBlobs(localBackups);
  await makeBackup(portal, local, { withDocuments: false });
  await deleteRecord(portal, admin, { id: record.id });
  await writeLedger(portal, new AbortController().signal);
  expect(await readLedger(local, keyring)).toMatchObject([{ erased_id: record.id }]);
  for (const [days, isThere] of [
    [29, true],
    [31, false],
  ] as const) {
    await removeLocalBackups({ ...portal, now: () => Date.now() + days * 24 * hour });
    expect(existsSync(localBackups)).toBe(isThere);
  }
});

test("a backup of the database alone replaces no other backup, and the next one sends no document again", async ({
  portal,
  folder,
}) => {
  await addTestRecord(portal, admin, { images: { workPermit: await uploaded(portal, admin) } });
  const store = await openFilesystemBlobs(folder);
  const clock = (daysAgo: number) => ({ ...portal, now: () => Date.now() - daysAgo * 24 * hour });
  await makeBackup(clock(40), store, { withDocuments: false });
  await makeBackup(clock(1), store);
  await makeBackup({ ...portal, now: () => Date.now() - hour / 60 }, store, { withDocuments: false });
  expect((await findBackup(store, portal.keyring)).manifest.documents?.images).toBe(1);
  const { sent } = await makeBackup(portal, store);
  expect(sent).toBe(0);
  expect(await prune(store, portal.keyring, { days: 7, weeks: 0, months: 0 })).toEqual({
    removed: 1,
    left: 3,
    others: [],
  });
});
