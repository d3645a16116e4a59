import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { dayMs, hourMs } from "#core/durations.ts";
import { mailAlerts, noteDailyAlerts } from "#operations/alerts/mail-alerts.ts";
import { backupWarning, beginDueBackup, readBackups } from "#operations/backups/scheduled-backups.ts";
import { beginDueCheck } from "#operations/backups/scheduled-checks.ts";
import { type BackupPlace, stoppedWithSite } from "#operations/portal/backup-place.ts";
import { sealedMail } from "#operations/mails/mail-queue.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { sweepTempFiles } from "#operations/images/remove-images.ts";
import { insertRun } from "#storage/database/backup-runs.ts";
import { admin } from "../support/accounts/people.ts";
import { attestry } from "../support/command.ts";
import { uploaded } from "../support/documents.ts";
import { metricsOf } from "../support/metrics.ts";
import { later, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const test = testOn("sqlite").extend("folder", async ({ environment }) =>
  path.join(environment["DATA_DIR"] ?? "", "..", "backups"),
);

/** A site that makes its backups at this hour, and whose clock a test moves. Its children run in this process. */
async function scheduled(portal: Portal, environment: Record<string, string>, folder: string) {
  const { backups } = await currentSettings(portal);
  const begin = Date.now();
  // The children read the same clock.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = { days: 0, ending: Promise.resolve(), parts: [] as string[], failures: 0 };
  const hour = new Date(begin).getHours();
  await changeSettings(portal, system("test"), { change: { backups: { ...backups, hour } } });
  const site = { ...environment, BACKUP_URL: `file://${folder}` };
  const run = (args: string[], whenEnded: (exit: string) => Promise<void>) => {
    clock.ending = attestry(site, ["backup", ...args]).then(() => whenEnded("It ended early."));
  };
  const backupPlace: BackupPlace = {
    location: folder,
    open: () => openFilesystemBlobs(folder),
    makeInChild: (id, keep, whenEnded) => run(["--run", id, "--keep", keep], whenEnded),
    checkInChild: (id, parts, whenEnded) => {
      clock.parts.push(parts);
      run(["--check", "--run", id, "--parts", parts], whenEnded);
    },
  };
  const at: Portal = { ...portal, backupPlace, now: () => Date.now() };
  const report = () => (clock.failures += 1);
  /** What is checked in the night after this many days. */
  const night = async (days: number) => {
    clock.days += days;
    vi.setSystemTime(begin + clock.days * dayMs);
    await beginDueBackup(at, report);
    await clock.ending;
    const before = clock.parts.length;
    await beginDueCheck(at, report);
    vi.setSystemTime(Date.now() + 2 * hourMs);
    await beginDueCheck(at, report);
    await clock.ending;
    return clock.parts.slice(before);
  };
  return { at, clock, night };
}

/** Changes one bit in the middle of a file of a document. */
async function flipInDocument(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const found = names.find((name) => /\/[0-9a-f]{32}\./.test(name)) ?? "";
  const file = path.join(folder, found);
  const bytes = await readFile(file);
  const at = Math.floor(bytes.byteLength / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(file, bytes);
  return path.basename(found);
}

const addWithDocument = async (portal: Portal) =>
  addTestRecord(portal, admin, { images: { workPermit: await uploaded(portal, admin) } });

test("a small backup is restored for a try each month: a flipped byte is known by page, metric and mail before a restore", async ({
  portal,
  environment,
  folder,
  admin: person,
}) => {
  await addWithDocument(portal);
  const { at, clock, night } = await scheduled(portal, environment, folder);
  expect(await night(0), "the first").toEqual(["whole"]);
  expect(await readBackups(at, person)).toMatchObject({
    trial: { kind: "check", state: "done", records_count: 1, images_count: 1 },
    warning: null,
  });
  expect(await night(1)).toEqual([]);
  expect(await metricsOf(at)).toMatch(
    /attestry_backup_check_failed 0\n[^]*attestry_backup_check_timestamp_seconds \d+/,
  );

  const file = await flipInDocument(folder);
  expect(await night(26), "28 days are not over").toEqual([]);
  expect(await backupWarning(at)).toBeNull();
  expect(await night(1)).toEqual(["whole"]);
  expect(clock.failures).toBe(1);
  const { trial, warning } = await readBackups(at, person);
  expect(trial).toMatchObject({ state: "failed", problem: expect.stringContaining(`damaged: ${file}`) });
  expect(warning).toBe("check-failed");
  expect(await metricsOf(at)).toContain("attestry_backup_check_failed 1\n");
  await noteDailyAlerts(at);
  await mailAlerts({ ...at, now: () => Date.now() + hourMs });
  const [mail] = await portal.database.read.selectFrom("mail").selectAll().execute();
  expect(mail && sealedMail.openRow(portal.keyring, mail)).toMatchObject({
    text: expect.stringContaining("a check of them failed"),
  });

  expect(await night(1), "until it is mended").toEqual(["whole"]);
  expect(await attestry({ ...environment }, ["backup", "--check", folder])).toMatchObject({ code: 1 });
});

test("of a large backup, a part is read each night: each byte within 28 nights, and what failed until it is whole", async ({
  portal,
  environment,
  folder,
}) => {
  await addWithDocument(portal);
  const { at, clock, night } = await scheduled(portal, environment, folder);
  await night(0);
  const makeLarge = () =>
    portal.database.write((writer) =>
      insertRun(writer, {
        id: randomUUID(),
        started_at: Date.now() + 22 * hourMs,
        target: folder,
        state: "done",
        bytes_total: 6e9,
      }),
    );
  const nextNight = async () => {
    await makeLarge();
    return night(1);
  };
  const [first = "", second = ""] = [...(await nextNight()), ...(await nextNight())];
  expect([first, second].map((parts) => parts.split(",").length)).toEqual([1, 1]);
  expect(Number(second)).toBe((Number(first) + 1) % 28);
  expect((await readBackups(at, admin)).trial).toMatchObject({ state: "done", records_count: 0 });

  await flipInDocument(folder);
  let nights = 0;
  while ((await backupWarning(at)) === null && nights < 40) {
    await nextNight();
    nights += 1;
  }
  expect(nights).toBeLessThanOrEqual(28);
  const failed = clock.parts.at(-1) ?? "";
  const [again = ""] = await nextNight();
  expect(again.split(","), "the part that failed, and that of this night").toEqual([failed, expect.any(String)]);
  expect(await backupWarning(at)).toBe("check-failed");
});

test("a check that is stopped with the site is no failure, and none is made while the site makes no backups", async ({
  portal,
  environment,
  folder,
}) => {
  await addWithDocument(portal);
  const { at, clock, night } = await scheduled(portal, environment, folder);
  const stopped: Portal = {
    ...at,
    backupPlace: at.backupPlace && {
      ...at.backupPlace,
      checkInChild: (_id, _parts, whenEnded) => void (clock.ending = whenEnded(stoppedWithSite)),
    },
  };
  await beginDueBackup(at, () => undefined);
  await clock.ending;
  vi.setSystemTime(Date.now() + 2 * hourMs);
  await beginDueCheck(stopped, () => undefined);
  await clock.ending;
  expect([await backupWarning(at), (await readBackups(at, admin)).trial]).toEqual([null, null]);
  const { backups } = await currentSettings(portal);
  await changeSettings(portal, system("test"), { change: { backups: { ...backups, isOn: false } } });
  expect(await night(0)).toEqual([]);
  await changeSettings(portal, system("test"), { change: { backups } });
  expect(await night(0)).toEqual(["whole"]);
  expect(await night(1), "it is whole").toEqual([]);
  await portal.database.write((writer) =>
    insertRun(writer, { id: randomUUID(), kind: "check", started_at: Date.now(), target: folder, state: "failed" }),
  );
  expect(await night(1), "somebody tried it, and it failed").toEqual(["whole"]);
});

test("without scheduled backups, those by command are missed once they stop, until they are made in another way", async ({
  portal,
}) => {
  const { backups } = await currentSettings(portal);
  await changeSettings(portal, system("test"), { change: { backups: { ...backups, isOn: false } } });
  const after = (days: number) => backupWarning(later(portal, days * dayMs));
  expect(await after(100)).toBeNull();
  const made = { id: randomUUID(), started_at: portal.now(), ended_at: portal.now(), heard_at: portal.now() };
  await portal.database.write((writer) => insertRun(writer, { ...made, target: "/mnt", state: "done" }));
  expect([await after(7), await after(9), await after(31)]).toEqual([null, "none", null]);
  const failed = {
    ...made,
    id: randomUUID(),
    started_at: portal.now() + hourMs,
    ended_at: null,
    heard_at: portal.now(),
  };
  await portal.database.write((writer) => insertRun(writer, { ...failed, target: "/mnt", state: "failed" }));
  expect(await after(1), "the newest try failed").toBe("none");
});

test("what a check that was killed left in the folder for temporary files is swept, and what comes after it", async ({
  portal,
}) => {
  const left = path.join(portal.tempFolder, "attestry-check-abc");
  await mkdir(left);
  for (const file of [path.join(left, "attestry.db"), path.join(portal.tempFolder, "zz")]) await writeFile(file, "");
  await sweepTempFiles(later(portal, 2 * dayMs));
  expect(await readdir(portal.tempFolder)).toEqual([]);
});
