import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { restoreMarkIn } from "#server/restore-mark.ts";
import { makeSecret } from "#server/secret-file.ts";
import { listRuns } from "#operations/backups/backup-runs.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { admin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { emptyEnvironment, freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { attestry } from "../support/command.ts";
import { attestryProcess } from "../support/processes/command.ts";
import { mayLowerPriority, withLowPriority } from "../support/processes/low-priority.ts";
import { addTestRecord } from "../support/records.ts";
import { S3Server } from "../support/s3-server.ts";

const s3 = await new S3Server().start();
whenFileEnds(() => s3[Symbol.asyncDispose]());
const environment = await freshEnvironment("sqlite", whenFileEnds);
const portal = await openForTest(environment, whenFileEnds);
const folder = path.dirname(environment["DATA_DIR"] ?? "");
const secretFile = path.join(environment["DATA_DIR"] ?? "", "secret");
const addRecord = async () => addTestRecord(portal, admin, { images: { workPermit: await uploaded(portal, admin) } });

/** The environment of an empty place that has only the secret. */
async function newPlace(): Promise<Record<string, string>> {
  const empty = await emptyEnvironment("sqlite");
  await mkdir(empty["DATA_DIR"] ?? "");
  await copyFile(secretFile, path.join(empty["DATA_DIR"] ?? "", "secret"));
  return empty;
}

const recordsIn = async (place: Record<string, string>) => {
  const { out, code } = await attestry(place, ["verify"]);
  return { records: /^Records: (\d+) can be opened/m.exec(out)?.[1], code };
};

/** The warning for a backup on the disk of DATA_DIR. */
const onSameDisk = /^\/\S+ is on the same disk as DATA_DIR: if that disk fails, both are lost\. [^\n]*\n$/;

await addRecord();

test.each([
  ["a folder", () => path.join(folder, "backups"), onSameDisk],
  ["S3", () => s3.url({ prefix: "/backups" }), /^$/],
])("a site is backed up to %s, checked there, and restored from there", async (_, target, warning) => {
  const backup = await attestry(environment, ["backup", target()]);
  expect(backup).toMatchObject({ code: 0, err: expect.stringMatching(warning) });
  expect(backup.out).toMatch(
    /^backup-\d{8}t\d{6}z in (s3:\/)?\/\S+: \d+ rows, \d documents?, 0\.\d MB sent\. The secret is not in it/,
  );
  // Checking and restoring must work with read access alone: the S3 key or the disk may allow nothing more.
  s3.mood = (request) => (request.startsWith("GET ") ? "serves" : "refuses");
  const unfinished = path.join(folder, "backups", "unfinished");
  await rm(unfinished, { recursive: true, force: true });
  const checked = await attestry(environment, ["backup", "--check", target()]);
  expect(checked).toMatchObject({ code: 0, err: "" });
  expect(checked.out).toMatch(/all parts are intact[^]*Images: \d intact, 0 damaged/);
  const place = await newPlace();
  expect(await attestry(place, ["restore", target()])).toMatchObject({ code: 0 });
  expect(existsSync(unfinished)).toBe(false);
  s3.mood = "serves";
  expect(await recordsIn(place)).toEqual(await recordsIn(environment));
});

test("a restore applies deletions made after the backup, also those noted only at BACKUP_URL", async () => {
  const BACKUP_URL = `file://${folder}/usual`;
  const record = await addRecord();
  for (const where of [BACKUP_URL, `file://${folder}/other`]) {
    expect((await attestry(environment, ["backup", where])).code).toBe(0);
  }
  await deleteRecord(portal, admin, { id: record.id });
  expect((await attestry(environment, ["backup", BACKUP_URL])).code).toBe(0);
  const place = { ...(await newPlace()), BACKUP_URL };
  await writeFile(path.join(folder, "usual", "er", "erased-notes.txt"), "somebody's own");
  const said = await attestry(place, ["restore", `file://${folder}/other`]);
  expect(said.err).toBe("erased-notes.txt is not part of the list of deletions and is ignored.\n");
  expect(said).toMatchObject({
    code: 0,
    out: expect.stringContaining("Deletions after the backup that were repeated: 1."),
  });
  expect(await recordsIn(place)).toEqual(await recordsIn(environment));
});

test("a restore is refused over an existing site, without the secret, and with another secret", async () => {
  const target = path.join(folder, "refused");
  expect((await attestry(environment, ["backup", target])).code).toBe(0);
  const nowhere = { ...environment, DATA_DIR: path.join(folder, "nowhere") };
  for (const [place, err] of [
    [environment, /attestry\.db exists already and is not overwritten/],
    [nowhere, /^The secret is missing/],
    [{ ...nowhere, SECRET: makeSecret() }, /^This backup was made with a secret that was not given/],
  ] as const) {
    const said = await attestry(place, ["restore", target]);
    expect(said).toMatchObject({ code: 1, err: expect.stringMatching(err), out: "" });
  }
  expect(await readdir(nowhere.DATA_DIR).catch(() => [])).toEqual([]);
  // SQLite would read this leftover of another database into the new one.
  const place = await newPlace();
  const log = path.join(place["DATA_DIR"] ?? "", "attestry.db-wal");
  await writeFile(log, "left");
  const said = await attestry(place, ["restore", target]);
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining(`${log} exists already`) });
});

test.each([
  [["backup"], /^Name the place of the backups/],
  [["restore", "package.json"], /^There is no backup: \S+package.json is not a folder/],
  [["restore", "/nowhere/at/all"], /^There is no backup: \/nowhere\/at\/all does not exist/],
])("attestry %j fails and explains why", async (args, err) => {
  expect(await attestry(environment, args)).toMatchObject({ code: 1, err: expect.stringMatching(err) });
});

test("a backup into the documents folder is refused, and --keep limits how long old backups stay", async () => {
  const documents = path.join(environment["DATA_DIR"] ?? "", "blobs");
  const where = await attestry(environment, ["backup", documents]);
  expect(where).toMatchObject({ code: 1, err: expect.stringContaining("has the documents of the site") });
  const inside = await attestry(environment, ["backup", path.join(folder, "backups"), "--keep", "1d"]);
  expect(inside).toMatchObject({ code: 0, out: expect.stringContaining("for at most 1 day.") });
});

/** Runs a command, and sends it the signal as soon as `isThere` is true. */
async function stoppedAt(
  isThere: () => boolean,
  signal: NodeJS.Signals,
  place: Record<string, string>,
  args: string[],
) {
  const env = { PATH: process.env["PATH"], ...place };
  const child = spawn(process.execPath, ["build/program/main.js", ...args], { env, stdio: "ignore" });
  const ended = once(child, "exit");
  await expect.poll(isThere, { interval: 1 }).toBe(true);
  child.kill(signal);
  return ended;
}

test("a check that is interrupted leaves no temporary files", async () => {
  const TMPDIR = path.join(folder, "temporary");
  await mkdir(TMPDIR);
  const place = { ...environment, TMPDIR };
  const target = s3.url({ prefix: "/backups" });
  const hasFolder = () => readdirSync(TMPDIR).length > 0;
  // The server then stops answering, so that the check cannot finish before the signal.
  s3.mood = () => (hasFolder() ? "says nothing" : "serves");
  const ended = await stoppedAt(hasFolder, "SIGINT", place, ["backup", "--check", target]);
  s3.mood = "serves";
  expect([ended, await readdir(TMPDIR)]).toEqual([[130, null], []]);
});

test("commands are refused on an incomplete restore, and the restore can be run again", async () => {
  const place: Record<string, string> = { ...(await newPlace()), BLOB_URL: s3.url({ prefix: "/restored" }) };
  const DATA_DIR = place["DATA_DIR"] ?? "";
  const args = ["restore", path.join(folder, "backups")];
  s3.mood = (request) => (/^PUT \S+original/.test(request) ? "says nothing" : "serves");
  const mark = restoreMarkIn(DATA_DIR);
  await stoppedAt(() => existsSync(mark), "SIGKILL", place, args);
  s3.mood = "serves";
  const unfinished = { code: 1, err: expect.stringContaining("is not finished: wait for it, or run the same") };
  for (const command of ["settings", "verify"]) expect(await attestry(place, [command])).toMatchObject(unfinished);
  expect(existsSync(path.join(DATA_DIR, "attestry.db"))).toBe(false);
  const marked = await readFile(mark, "utf8");
  for (const _ of ["the whole restore", "what is left once the database is complete"]) {
    expect(await attestry(place, args)).toMatchObject({ code: 0, out: expect.stringContaining("Restored.") });
    expect(existsSync(mark)).toBe(false);
    expect(await recordsIn(place)).toMatchObject({ code: 0 });
    await writeFile(mark, marked);
    expect(await attestry(place, ["verify"])).toMatchObject(unfinished);
  }
  // So no site of another place is taken for the restored one.
  await writeFile(mark, marked.replace("attestry.db", "other.db"));
  expect(await attestry(place, args)).toMatchObject({ code: 1, err: expect.stringContaining("is not overwritten") });
});

test("a restore of the database alone is refused where no documents are, and all of the backup can be restored there", async () => {
  const target = path.join(folder, "backups");
  expect((await attestry(environment, ["backup", target])).code).toBe(0);
  const place = await newPlace();
  expect(await attestry(place, ["restore", target, "--database"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The records of this backup name documents, but .* has none\. Restore a backup with/m),
  });
  expect(await attestry(place, ["restore", target])).toMatchObject({ code: 0 });
});

test("a time without a zone is read in the zone of this machine, and the command says so", async () => {
  const place = {
    ...environment,
    DATA_DIR: path.join(folder, "nowhere"),
    SECRET: makeSecret(),
    TZ: "Asia/Dhaka",
  };
  const said = await attestryProcess(place, ["restore", path.join(folder, "backups"), "--at", "2001-02-03"]);
  expect(said).toMatchObject({
    code: 1,
    err: expect.stringContaining(`no complete backup before that time at ${folder}/backups.`),
  });
  expect(said.out).toBe("Looking for the last complete backup before 2001-02-03T00:00:00+06:00.\n");
});

test("an empty folder that had backups is refused, because its disk may not be mounted", async () => {
  const target = path.join(folder, "backups");
  await rename(target, path.join(folder, "unmounted"));
  const said = await attestry(environment, ["backup", target]);
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining("now it is empty. Is its disk mounted?") });
  expect(await attestry(environment, ["backup", target, "--begin-anew"])).toMatchObject({ code: 0 });
});

test("a backup that gets SIGTERM ends at once, and the next backup does not wait for it", async () => {
  const target = s3.url({ prefix: "/stopped" });
  const isUnderWay = () => s3.mood === "says nothing";
  s3.mood = (request) => (/^PUT .*rows-/.test(request) ? ((s3.mood = "says nothing"), "says nothing") : "serves");
  const ended = await stoppedAt(isUnderWay, "SIGTERM", environment, ["backup", target]);
  s3.mood = "serves";
  expect(ended).toEqual([143, null]);
  expect((await listRuns(portal, 1))[0]).toMatchObject({ state: "failed", problem: "The command was stopped." });
  expect(await attestry(environment, ["backup", target])).toMatchObject({ code: 0, err: "" });
});

test("a backup that is killed leaves no backup, and the next one is complete", async () => {
  const target = path.join(folder, "killed");
  await stoppedAt(() => existsSync(path.join(target, "ro")), "SIGKILL", environment, ["backup", target]);
  // As if the killed backup had sent no sign of life for a long time.
  await portal.database.write((writer) => writer.updateTable("backup_run").set({ heard_at: 0 }).execute());
  expect(await attestry(environment, ["backup", target])).toMatchObject({ code: 0 });
  expect(await attestry(environment, ["backup", "--check", target])).toMatchObject({ code: 0, err: "" });
});

test("a relative name of a place starts from the user's folder", async () => {
  const said = await attestry({ ...environment, INIT_CWD: folder }, ["backup", "own"]);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining(` in ${path.join(folder, "own")}: `) });
});

test.skipIf(!mayLowerPriority)("a backup works under a lower priority, which only root may raise", async () => {
  const target = path.join(folder, "nice");
  expect(await attestryProcess(environment, ["backup", target], "", withLowPriority)).toMatchObject({ code: 0 });
});

describe("on a full disk", async () => {
  const small = path.join(folder, "small");
  await mkdir(small);
  /** Runs the command with a small disk mounted at `small`. Only that command sees the disk. */
  const onSmallDisk = (place: Record<string, string>, args: string[], again = "") => {
    const script = `mount -t tmpfs -o size=16k none ${small} && "$@"${again}`;
    return attestryProcess(place, args, "", ["unshare", "-rm", "sh", "-c", script, "sh"]);
  };
  // Some containers do not let users mount a disk: the tests are skipped there.
  const mayMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", small]).status === 0;

  test.skipIf(!mayMount)("a backup fails and names its target", async () => {
    const target = path.join(small, "backups");
    const said = await onSmallDisk(environment, ["backup", target]);
    const full = `The disk of ${target}, where the backup goes, is full: free some space there, or choose another place.`;
    expect(said).toMatchObject({ code: 1, out: "", err: `${full}\n` });
    expect((await listRuns(portal, 1))[0]).toMatchObject({ state: "failed", problem: full });
  });

  test.skipIf(!mayMount)("a restore fails and names the disk of this machine, and can be run again", async () => {
    const place = { DATA_DIR: path.join(small, "data"), SECRET: (await readFile(secretFile, "utf8")).trim() };
    const again = `; mount -o remount,size=50m none ${small} && "$@"`;
    const said = await onSmallDisk(place, ["restore", path.join(folder, "backups")], again);
    expect(said.err).toMatch(
      /^The disk of \/\S+\/small\/data\/(blobs|attestry\.db) on this machine is full: .* run the same command again\.$/m,
    );
    expect(said).toMatchObject({ code: 0, out: expect.stringMatching(/Restored\. /) });
  });
});
