import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { deleteRecord } from "#operations/records/change-record.ts";
import { admin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { emptyEnvironment, freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { attestry } from "../support/processes/command.ts";
import { addTestRecord } from "../support/records.ts";
import { S3Server } from "../support/s3-server.ts";

const s3 = await new S3Server().start();
whenFileEnds(() => s3[Symbol.asyncDispose]());
const environment = await freshEnvironment("sqlite", whenFileEnds);
const portal = await openForTest(environment, whenFileEnds);
const folder = path.dirname(environment["DATA_DIR"] ?? "");
const secretFile = path.join(environment["DATA_DIR"] ?? "", "secret");
const addRecord = async () => addTestRecord(portal, admin, { images: { workPermit: await uploaded(portal, admin) } });

/** An empty place, with the secret in it. */
async function newPlace(): Promise<Record<string, string>> {
  const empty = await emptyEnvironment("sqlite");
  await mkdir(empty["DATA_DIR"] ?? "");
  await copyFile(secretFile, path.join(empty["DATA_DIR"] ?? "", "secret"));
  return empty;
}

const recordsIn = async (place: Record<string, string>) => {
  const { out, code } = await attestry(place, ["verify"]);
  return { records: /^Records: (\d+) open/m.exec(out)?.[1], code };
};

await addRecord();

test.each([
  ["a folder", () => path.join(folder, "backups")],
  ["S3", () => s3.url({ prefix: "/backups" })],
  ["a tar file", () => path.join(folder, "site.tar")],
])("a site is saved to %s, checked there, and made again of it", async (_, target) => {
  const backup = await attestry(environment, ["backup", target()]);
  expect(backup).toMatchObject({ code: 0, err: "" });
  expect(backup.out).toMatch(/^backup-\d{8}t\d{6}z: \d+ rows, \d documents, 0\.\d MB sent\. The secret is not in it/);
  const checked = await attestry(environment, ["backup", "--check", target()]);
  expect(checked).toMatchObject({ code: 0, err: "" });
  expect(checked.out).toMatch(/every part is as it was written[^]*Images: \d whole, 0 not/);
  const place = await newPlace();
  expect(await attestry(place, ["restore", target()])).toMatchObject({ code: 0 });
  expect(await recordsIn(place)).toEqual(await recordsIn(environment));
});

test("what was deleted since stays deleted, also where the backup knows nothing of it", async () => {
  const BACKUP_URL = `file://${folder}/usual`;
  const record = await addRecord();
  for (const where of [BACKUP_URL, `file://${folder}/other`]) {
    expect((await attestry(environment, ["backup", where])).code).toBe(0);
  }
  await deleteRecord(portal, admin, { id: record.id });
  expect((await attestry(environment, ["backup", BACKUP_URL])).code).toBe(0);
  const place = { ...(await newPlace()), BACKUP_URL };
  const said = await attestry(place, ["restore", `file://${folder}/other`]);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining("1 deletions from after the backup") });
  expect(await recordsIn(place)).toEqual(await recordsIn(environment));
});

test("nothing is restored over a site, without the secret, or under another one", async () => {
  const target = path.join(folder, "refused");
  expect((await attestry(environment, ["backup", target])).code).toBe(0);
  const nowhere = { ...environment, DATA_DIR: path.join(folder, "nowhere") };
  for (const [place, err] of [
    [environment, /attestry\.db is there already: nothing is written over it/],
    [nowhere, /^The secret is needed first/],
    [{ ...nowhere, SECRET: "x".repeat(40) }, /^This backup was sealed under another SECRET/],
  ] as const) {
    const said = await attestry(place, ["restore", target]);
    expect(said).toMatchObject({ code: 1, err: expect.stringMatching(err), out: "" });
  }
  expect(await readdir(nowhere.DATA_DIR).catch(() => [])).toEqual([]);
  // What is left of another database would be read into the new one.
  const place = await newPlace();
  const log = path.join(place["DATA_DIR"] ?? "", "attestry.db-wal");
  await writeFile(log, "left");
  const said = await attestry(place, ["restore", target]);
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining(`${log} is there already`) });
});

test.each([
  [["backup"], 1, /^Say where the backups are/],
  [["backup", "a", "b"], 2, /^Name one place/],
  [["backup", "a", "--keep", "seven"], 2, /^"seven" says not what to keep: write it as 7d,4w,12m/],
  [["restore", "/nowhere/at/all"], 1, /^There is no backup: \/nowhere\/at\/all does not exist/],
  [["restore", "/tmp", "--at", "tomorrow"], 2, /^--at is not usable/],
])("attestry %j says what is wrong", async (args, code, err) => {
  expect(await attestry(environment, args)).toMatchObject({ code, err: expect.stringMatching(err) });
});

test("documents are never taken for backups, nor backups made among other files", async () => {
  const documents = path.join(environment["DATA_DIR"] ?? "", "blobs");
  const where = await attestry(environment, ["backup", documents]);
  expect(where).toMatchObject({ code: 1, err: expect.stringContaining("Documents are stored at this place") });
  const inside = await attestry(environment, ["backup", path.join(folder, "backups"), "--keep", "1d"]);
  expect(inside).toMatchObject({ code: 0, out: expect.stringContaining("for at most 1 days more") });
});

test("a backup that is killed leaves none, and the next one is whole", async () => {
  const target = path.join(folder, "killed");
  const env = { PATH: process.env["PATH"], ...environment };
  const child = spawn(process.execPath, ["build/program/main.js", "backup", target], { env, stdio: "ignore" });
  const ended = once(child, "exit");
  await expect.poll(() => existsSync(path.join(target, "ro")), { interval: 1, timeout: 10_000 }).toBe(true);
  child.kill("SIGKILL");
  await ended;
  // As if the last one had been silent for long.
  await portal.database.write((writer) => writer.updateTable("backup_run").set({ heard_at: 0 }).execute());
  expect(await attestry(environment, ["backup", target])).toMatchObject({ code: 0, err: "" });
  expect(await attestry(environment, ["backup", "--check", target])).toMatchObject({ code: 0, err: "" });
});
