import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { readConfig } from "#config";
import { openPortal, type PortalOptions } from "#server/open-portal.ts";
import { localBackups } from "#server/save-before-migration.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import type { Engine } from "#storage/database/database.ts";
import type { Migration } from "#storage/database/migrations/migration.ts";
import { migrations } from "#storage/database/migrations/steps.ts";
import { emptyEnvironment, engines, freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { attestry } from "../support/command.ts";
import { admin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { addTestRecord } from "../support/records.ts";
import { S3Server } from "../support/s3-server.ts";

const s3 = await new S3Server().start();
whenFileEnds(() => s3[Symbol.asyncDispose]());

/** On PostgreSQL nothing names the place, so the folder in DATA_DIR is used. On SQLite it is a bucket. */
const savedIn = (engine: Engine) => (engine === "postgres" ? {} : { BACKUP_URL: s3.url({ prefix: "/backups" }) });

const column = "alter table post add column note text not null default ''";
const further: Migration = {
  name: "further",
  sqlite: column,
  sqliteLookups: "",
  postgres: column,
  changesTables: true,
  isAdditive: true,
};
const fence: Migration = { name: "fence", sqlite: "", sqliteLookups: "", postgres: "" };
const newer = { migrations: [...migrations, further] };

async function opened(environment: Record<string, string>, options: PortalOptions = newer) {
  await using _portal = await openPortal(readConfig(environment), options);
}

/** The same place after its records were moved away. */
async function withEmptyDatabase(engine: Engine, environment: Record<string, string>) {
  const { DATA_DIR = "" } = environment;
  for (const file of await readdir(DATA_DIR)) {
    if (file.startsWith("attestry")) await rename(path.join(DATA_DIR, file), path.join(DATA_DIR, `old-${file}`));
  }
  const { DATABASE_URL } = await emptyEnvironment(engine);
  return { ...environment, ...(DATABASE_URL !== undefined && { DATABASE_URL }) };
}

describe.each(engines)("a site on %s that gets one more step", (engine) => {
  test("is backed up once before its tables are changed, and the version before goes on", async () => {
    const environment = await freshEnvironment(engine);
    const { DATA_DIR = "" } = environment;
    const before = await openForTest(environment);
    await addTestRecord(before);
    await Promise.all([opened(environment), opened(environment)]);
    const folder = localBackups(DATA_DIR);
    const names = await Array.fromAsync((await openFilesystemBlobs(folder)).names());
    expect(names.filter((name) => name.startsWith("backup-"))).toHaveLength(1);
    // The version before still reads and writes.
    await addTestRecord(before);
    await addTestRecord(await openForTest(environment));
  });

  test("is saved before a step that older programs would undo: they refuse to write, and the backup leads back to them", async () => {
    const environment = { ...(await freshEnvironment(engine)), ...savedIn(engine) };
    const before = await openForTest(environment);
    const { passportNumber: number } = await addTestRecord(before);
    const notices: string[] = [];
    const fencing = { migrations: [...migrations, fence], tellSteps: (notice: string) => void notices.push(notice) };
    await opened(environment, fencing);
    await opened(environment, fencing);
    await expect(addTestRecord(before)).rejects.toMatchObject({ id: "unavailable" });
    expect(await lookUpRecord(before, { by: "passport", number })).not.toBeNull();
    await expect(opened(environment, {})).rejects.toThrow(/\(migration "fence"\)\. Start that version/);

    const [, command = ""] = /earlier version, into an empty database: attestry (.*)$/.exec(notices.join("\n")) ?? [];
    expect(notices).toEqual([
      expect.stringContaining("saves it first"),
      expect.stringContaining('(migration "fence"): their processes refuse to write from now on'),
    ]);
    const again = await withEmptyDatabase(engine, environment);
    const whole = await attestry(
      again,
      command.split(" ").filter((word) => word !== "--database"),
    );
    expect(whole.err).toContain("There is no complete backup");
    expect((await attestry(again, command.split(" "))).out).toContain("Restored.");
    const verified = await attestry(again, ["verify"]);
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining("Records: 1 can be opened, 0 cannot.")]);
    const back = await openForTest(again);
    expect(await lookUpRecord(back, { by: "passport", number })).not.toBeNull();
    await addTestRecord(back);
  });

  test("notes the step, and refuses the step with another text", async () => {
    const environment = await freshEnvironment(engine);
    await opened(environment);
    const { database } = await openForTest(environment);
    const { rows } = await sql<{ name: string }>`select name from schema_step order by at, name`.execute(database.read);
    expect(rows.map(({ name }) => name)).toEqual([...migrations.map(({ name }) => name), "further"]);
    const other = { ...further, sqlite: `${column};`, postgres: `${column};` };
    await expect(opened(environment, { migrations: [...migrations, other] })).rejects.toThrow(
      /The migration "further" of the database differs from the one in this version\. Start the version that ran it/,
    );
  });
});

test("a site without its documents is not migrated", async () => {
  const environment = await freshEnvironment("sqlite");
  const before = await openForTest(environment);
  await addTestRecord(before, admin, { images: { workPermit: await uploaded(before, admin) } });
  const { DATA_DIR = "" } = environment;
  const fencing = { migrations: [...migrations, fence], savesBefore: false };
  await mkdir(path.join(DATA_DIR, "empty"));
  for (const name of ["mistyped", "empty"]) {
    const elsewhere = { ...environment, BLOB_URL: `file://${DATA_DIR}/${name}` };
    await expect(opened(elsewhere, fencing)).rejects.toThrow(/^The database lists documents, but .* has none/);
  }
  expect(await readdir(DATA_DIR)).not.toContain("mistyped");
  await addTestRecord(before);
});

test("a site that cannot be backed up is not migrated", async () => {
  const environment = await freshEnvironment("sqlite");
  const { DATA_DIR = "" } = environment;
  await addTestRecord(await openForTest(environment));
  await expect(opened({ ...environment, SECRET: "x".repeat(40) })).rejects.toThrow(/a secret that was not given/);
  expect(await readdir(DATA_DIR)).not.toContain("before-migration");
  await expect(opened(environment, { ...newer, isThere: true })).rejects.toThrow(/earlier version of Attestry/);
  await writeFile(localBackups(DATA_DIR), "in the way");
  await expect(opened(environment)).rejects.toThrow(/the backup before the change failed .*--without-backup/);
  await expect(opened(environment, { ...newer, isThere: true })).rejects.toThrow(/earlier version of Attestry/);
  await opened(environment, { ...newer, savesBefore: false });
  // Neither file notes a step that did not run, which would stop the version before.
  const fencing = { migrations: [...newer.migrations, fence] };
  await expect(opened(environment, fencing)).rejects.toThrow(/the backup before the change failed/);
  const before = await openForTest(environment);
  await addTestRecord(before);
  await before.database.lookups.write(async () => undefined);
  const notices: string[] = [];
  await opened(environment, { ...fencing, savesBefore: false, tellSteps: (notice) => void notices.push(notice) });
  expect(notices).toEqual([
    expect.stringMatching(
      /made no backup before\. To go back, restore an earlier backup .*: attestry restore --database$/,
    ),
  ]);
});
