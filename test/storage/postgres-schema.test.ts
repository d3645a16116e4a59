import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { localBackups } from "#server/save-before-migration.ts";
import type { Snapshot } from "#storage/database/tables/copied-tables.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { migrations } from "#storage/database/migrations/steps.ts";
import { admin } from "../support/accounts/people.ts";
import { attestry } from "../support/command.ts";
import { uploaded } from "../support/documents.ts";
import { emptyEnvironment, engines, freshPortal, openForTest } from "../support/portals.ts";
import { askServer } from "../support/processes/postgres.ts";
import { addTestRecord } from "../support/records.ts";

/** An empty place whose tables go into a schema of their own, as for a database that several programs share. */
async function placeInSchema(schema: string): Promise<Record<string, string> & { DATABASE_URL: string }> {
  const { DATABASE_URL = "", ...environment } = await emptyEnvironment("postgres");
  await askServer(DATABASE_URL, `create schema ${schema}`);
  await searchPath(DATABASE_URL, schema);
  return { ...environment, DATABASE_URL };
}

const searchPath = (url: string, schemas: string) =>
  askServer(url, `alter database ${new URL(url).pathname.slice(1)} set search_path = ${schemas}`);

const done = { code: 0, out: expect.any(String) };
const withRecord = { code: 0, out: expect.stringMatching(/Records: 1 can be opened, 0 cannot[^]*Images: 1 intact/) };

describe.each(engines.filter((engine) => engine === "postgres"))("on %s", () => {
  test("a site in a schema of its own is backed up, checked, restored, moved and saved before a migration as any other", async () => {
    const SECRET = "a secret of at least thirty-two characters";
    const environment: Awaited<ReturnType<typeof placeInSchema>> = { ...(await placeInSchema("office")), SECRET };
    const portal = await openForTest(environment);
    await addTestRecord(portal, admin, { images: { workPermit: await uploaded(portal, admin) } });
    const folder = path.dirname(environment["DATA_DIR"] ?? "");
    const backups = path.join(folder, "backups");
    expect(await attestry(environment, ["verify"])).toMatchObject(withRecord);
    expect(await attestry(environment, ["backup", backups])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ [1-9]\d* rows, 1 document,/),
    });
    expect(await attestry(environment, ["backup", "--check", backups])).toMatchObject(withRecord);

    const restored = { ...(await placeInSchema("branch")), SECRET };
    expect(await attestry(restored, ["restore", backups])).toMatchObject(done);
    expect(await attestry(restored, ["verify"])).toMatchObject(withRecord);
    expect(await attestry(restored, ["restore", backups])).toMatchObject({
      code: 1,
      err: expect.stringContaining("already contains a site"),
    });

    const file = pathToFileURL(path.join(folder, "moved", "site.db")).href;
    await mkdir(path.join(folder, "moved"));
    expect(await attestry(restored, ["move", "--to", file])).toMatchObject(done);
    const back = await placeInSchema("again");
    const onFile = { ...restored, DATABASE_URL: file };
    expect(await attestry(onFile, ["move", "--to", back.DATABASE_URL])).toMatchObject(done);
    expect(
      await attestry({ ...restored, DATABASE_URL: back.DATABASE_URL }, ["verify", "--repair", "--yes", "--no-backup"]),
    ).toMatchObject(withRecord);

    const column = "alter table post add column note text not null default ''";
    const further = {
      name: "further",
      sqlite: column,
      sqliteLookups: "",
      postgres: column,
      changesTables: true,
    } as const;
    await using _migrated = await openPortal(readConfig(environment), {
      migrations: [...migrations, further],
      tellSteps: () => undefined,
    });
    const saved = localBackups(environment["DATA_DIR"] ?? "");
    const earlier = { ...environment, DATABASE_URL: (await placeInSchema("earlier")).DATABASE_URL };
    expect(await attestry(earlier, ["restore", "--database", saved])).toMatchObject(done);
    expect(await attestry(earlier, ["verify"])).toMatchObject(withRecord);
  });

  test("a backup or a move without one of the tables fails", async () => {
    const environment = await placeInSchema("office");
    await openForTest(environment);
    await askServer(environment.DATABASE_URL, "alter table post rename to other");
    const missing = { code: 1, err: expect.stringMatching(/^The table post cannot be read: it is missing/m) };
    expect(
      await attestry(environment, ["backup", path.join(environment["DATA_DIR"] ?? "", "../backups")]),
    ).toMatchObject(missing);
    const to = pathToFileURL(path.join(environment["DATA_DIR"] ?? "", "moved.db")).href;
    expect(await attestry(environment, ["move", "--to", to])).toMatchObject(missing);
  });

  test("no second site is made in a schema that the search path names first", async () => {
    const environment = await placeInSchema("office");
    await openForTest(environment);
    await askServer(environment.DATABASE_URL, "create schema newer");
    await searchPath(environment.DATABASE_URL, "newer, office");
    await expect(openPortal(readConfig(environment))).rejects.toThrow(
      "The tables of this site are in the schema office, but new ones would be made in newer. Set the search_path of this user to office.",
    );
  });
});

test("a backup fails if a table gives fewer rows than the database counts", async () => {
  const portal = await freshPortal("sqlite");
  await addTestRecord(portal);
  /** As from a damaged index. */
  const withoutLast = async (): Promise<Snapshot> => {
    const snapshot = await portal.database.snapshot();
    const rows: Snapshot["rows"] = async function* (table, columns) {
      for await (const batch of snapshot.rows(table, columns)) yield table === "candidate" ? batch.slice(1) : batch;
    };
    return { ...snapshot, rows, [Symbol.asyncDispose]: () => snapshot[Symbol.asyncDispose]() };
  };
  const database: typeof portal.database = Object.assign(Object.create(portal.database), { snapshot: withoutLast });
  const target = await openFilesystemBlobs(path.join(path.dirname(portal.tempFolder), "../backups"));
  await expect(makeBackup({ ...portal, database }, target)).rejects.toThrow(
    "Of the table candidate, 0 rows were read, but it has 1: the database is damaged. Run attestry verify.",
  );
  expect((await Array.fromAsync(target.names())).filter((name) => name.startsWith("backup-"))).toEqual([]);
});
