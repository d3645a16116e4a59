import { hash } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { expect, test } from "vitest";
import { blobName } from "#storage/blobs/blob-store.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { lockDatabase } from "#storage/database/open-database.ts";
import { emptyEnvironment, freshEnvironment, openForTest } from "../support/portals.ts";
import { attestry } from "../support/command.ts";

/** The tables by which a database from before 1.0 is known, and a row that must stay. */
const earlier = `create table schema_version (version integer not null);
  insert into schema_version values (14);
  create table settings (id text primary key, body text not null);
  insert into settings values ('settings', 'kept');`;

const secret = "x".repeat(40);
const refusal = /made before 1\.0 and cannot be opened\. It was not changed\. Set DATA_DIR or DATABASE_URL to an empty/;

/** The name and checksum of every file in a folder. */
async function filesIn(folder: string) {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => path.join(parentPath, name)).toSorted();
  return Promise.all(paths.map(async (file) => [file, hash("sha256", await readFile(file))]));
}

test.each([{ files: ["attestry.db"] }, { files: ["attestry.db", "attestry-lookups.db"] }])(
  "a folder with $files from before 1.0 is refused in one sentence and stays as it was",
  async ({ files }) => {
    const environment = await emptyEnvironment("sqlite");
    const { DATA_DIR = "" } = environment;
    await mkdir(DATA_DIR, { recursive: true });
    for (const name of files) {
      using database = new DatabaseSync(path.join(DATA_DIR, name));
      database.exec(`pragma journal_mode = wal; ${earlier}`);
    }
    const isOurs = ([file = ""]: string[]) => path.basename(file).startsWith("attestry");
    const before = (await filesIn(DATA_DIR)).filter(isOurs);
    await expect(openForTest({ ...environment, SECRET: secret })).rejects.toThrow(refusal);
    await expect(lockDatabase("", DATA_DIR)).rejects.toThrow(refusal);
    expect((await attestry({ ...environment, SECRET: secret }, ["verify"])).err).toMatch(refusal);
    expect((await filesIn(DATA_DIR)).filter(isOurs)).toEqual(before);
  },
);

test("a PostgreSQL database from before 1.0 is refused in one sentence and stays as it was", async () => {
  const environment = await emptyEnvironment("postgres");
  const { DATABASE_URL = "", DATA_DIR = "" } = environment;
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    await client.query(earlier);
    const state = async () => {
      const tables = await client.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
      const rows = await client.query("select id, body from settings");
      return [...tables.rows, ...rows.rows];
    };
    const before = await state();
    await expect(openForTest({ ...environment, SECRET: secret })).rejects.toThrow(refusal);
    await expect(lockDatabase(DATABASE_URL, DATA_DIR)).rejects.toThrow(refusal);
    expect(await state()).toEqual(before);
  } finally {
    await client.end();
  }
});

test("a backup from before 1.0 is refused in one sentence, for a restore and for the next backup, and stays as it was", async () => {
  const environment = await freshEnvironment("sqlite");
  await openForTest(environment);
  const folder = path.join(environment["DATA_DIR"] ?? "", "backups");
  await using store = await openFilesystemBlobs(folder);
  const json = JSON.stringify({ format: 1, madeAt: "2026-01-02T03:04:05.000Z", schema: 47 });
  const checksum = hash("sha256", json);
  await store.write(blobName("backup-20260102t030405z"), Buffer.from(`${checksum}\n0 0\n${json}\n`));
  await store.write(blobName("erased-ledger"), Buffer.from("\n"));
  const before = await filesIn(folder);
  const sentence = /backup-20260102t030405z was made before 1\.0 and cannot be opened\. New backups need another place/;
  const elsewhere = { ...environment, DATABASE_URL: `file://${folder}-other.db` };
  expect((await attestry(elsewhere, ["restore", folder])).err).toMatch(sentence);
  expect((await attestry(environment, ["backup", folder])).err).toMatch(sentence);
  expect(await filesIn(folder)).toEqual(before);
});
