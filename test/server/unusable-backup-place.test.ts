import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readConfig } from "#config";
import { writeLedger } from "#operations/backups/write-ledger.ts";
import { takeBackup } from "#operations/backups/take-backup.ts";
import { writeCopyAtBackups } from "#operations/log/outside-copies.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { backupPlaceProblem } from "#server/backup-place.ts";
import { logFailure, openLog } from "#server/log.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { freshAdmin, openSession } from "../support/accounts/fresh-accounts.ts";
import { admin } from "../support/accounts/people.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { attestry } from "../support/command.ts";
import { freshEnvironment, openForTest, whenFileEnds, whenTestEnds } from "../support/portals.ts";
import { startServer } from "../support/processes/server.ts";
import { addTestRecord } from "../support/records.ts";
import { S3Server } from "../support/s3-server.ts";

const s3 = await new S3Server().start();
whenFileEnds(() => s3[Symbol.asyncDispose]());
const environment = await freshEnvironment("sqlite", whenFileEnds);
const base = path.dirname(environment["DATA_DIR"] ?? "");

/** A site with a deletion that is not noted beside its backups yet, which were in {base}/mounted. */
beforeAll(async () => {
  const portal = await openForTest(environment, whenFileEnds);
  await freshAdmin(portal);
  const record = await addTestRecord(portal, admin);
  for (const folder of ["full", "unmounted", "locked"]) await mkdir(`${base}/${folder}`);
  for (const file of ["full/other", "file"]) await writeFile(`${base}/${file}`, "text");
  expect(await attestry(environment, ["backup", `${base}/unmounted`])).toMatchObject({ code: 0 });
  await rm(`${base}/unmounted`, { recursive: true });
  await mkdir(`${base}/unmounted`);
  await deleteRecord(portal, admin, { id: record.id });
});

type Row = [what: string, url: string, sentence: RegExp];

const rows: Row[] = [
  ["a file", `file://${base}/file`, /\/file is a file, not a folder\. Check BACKUP_URL/],
  ["a folder of other files", `file://${base}/full`, /\/full contains other files than backups/],
  ["a disk that is not mounted", `file://${base}/unmounted`, /\/unmounted had backups before.* Is its disk mounted/],
  ["the documents' folder", `file://${base}/data/blobs`, /\/blobs has the documents of the site/],
  ["a wrong bucket", s3.url().replace("/documents", "/elsewhere"), /in s3:\S+\/elsewhere: S3: 404 NoSuchBucket/],
  ["a wrong key", s3.url().replace(/\/\/[^:]+/, "//wrong"), /in s3:\S+\/documents: S3: 403 InvalidAccessKeyId/],
  ["no right to the folder", `file://${base}/locked`, /\/locked .*as user nobody: this user has no right to it/],
  ["no right to make the folder", `file://${base}/locked/x`, /\/locked.* as user nobody: this user has no right to it/],
];

/** What the log says of jobs and of a download that need the place. */
async function logged(portal: OpenPortal) {
  const lines: { error: string; msg: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  using log = openLog("info", { write });
  for (const work of [
    () => writeLedger(portal, new AbortController().signal),
    () => writeCopyAtBackups(portal),
    () => takeBackup(portal, admin),
  ])
    await work().catch((error: unknown) => logFailure(log, error));
  return lines;
}

test.each(rows)(
  "%s is named by a start, the log, a backup, its check and doctor",
  async (what, BACKUP_URL, sentence) => {
    const site = { ...environment, BACKUP_URL };
    const portal = await openForTest(site);
    const isOfRights = what.startsWith("no right");
    if (isOfRights) await chmod(`${base}/locked`, 0o500);
    if (isOfRights) process.seteuid?.("nobody");
    try {
      const seen = await backupPlaceProblem(readConfig(site), portal);
      expect(seen).toMatch(sentence);
      const lines = await logged(portal);
      expect(lines.length).toBeGreaterThan(0);
      for (const { error, msg } of lines)
        expect([error, msg]).toEqual(["backup-failed", expect.stringMatching(sentence)]);
    } finally {
      process.seteuid?.(0);
    }
    if (isOfRights) return;
    expect(await attestry(site, ["backup"])).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });
    const { err, code } = await attestry(site, ["backup", "--check"]);
    expect([err, code]).toEqual([
      expect.stringMatching(/^(There is no backup|The backups in s3:\S+ cannot be read: S3)/),
      1,
    ]);
    expect((await attestry(site, ["doctor"])).out).toMatch(new RegExp(`wrong\\s+Backups.*${sentence.source}`));
  },
);

test("the page of backups says why none is made and why none is checked, and the log is not silent", async () => {
  const bare = await freshEnvironment("sqlite");
  const folder = path.join(path.dirname(bare["DATA_DIR"] ?? ""), "backups");
  const portal = await openForTest(bare);
  await addTestRecord(portal, admin);
  const { cookie } = await openSession(portal, (await freshAdmin(portal)).id);
  expect(await attestry(bare, ["backup", folder])).toMatchObject({ code: 0 });
  await rename(folder, `${folder}-away`);
  await writeFile(folder, "text");
  const server = await startServer({ ...bare, BACKUP_URL: `file://${folder}` });
  whenTestEnds(async () => void (await server.stop("SIGTERM")));

  const page = new PlainBrowser(server.url, cookie);
  const shown = async () => {
    await page.opens("/dashboard/Backups");
    return page.words;
  };
  await page.opens("/dashboard/Backups");
  await page.presses("Make one now");
  await expect.poll(shown, { timeout: 30_000 }).toContain(`${folder} is a file, not a folder. Check BACKUP_URL.`);
  await page.presses("Try a restore of the newest");
  await expect.poll(shown, { timeout: 30_000 }).toContain(`There is no backup: ${folder} is not a folder.`);
  await page.opens("/dashboard");
  expect(page.words).toContain("The last check of the backups failed");
  const told = server.log.filter(({ level }) => level !== "info");
  expect(told.map(({ msg }) => msg)).toContain(`${folder} is a file, not a folder. Check BACKUP_URL.`);
  expect(told.map(({ error }) => error)).not.toContain("internal");
});
