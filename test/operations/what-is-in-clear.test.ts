import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ownName } from "#core/own-fields/own-field.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { chunkBlob, unpacked } from "#operations/backups/row-chunks.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun } from "#operations/bulk/begin-run.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { saveView } from "#operations/records/record-views.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import {
  allTables,
  backedUpTables,
  type Column,
  everyTable,
  type TableName,
  type Value,
} from "#storage/database/tables/copied-tables.ts";
import { fillSite } from "../released/make/fill-site.ts";
import { everyWayIn } from "../support/accounts/ways-in.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";

/** The rows of the table in sealing.md: whether backups leave the table out, and its columns in clear. */
async function listed() {
  const page = await readFile(path.join(import.meta.dirname, "../../docs/security/sealing.md"), "utf8");
  return [...page.matchAll(/^\| `(\w+)`(°?) *\|([^|]*)\|(.*)\|$/gm)].map(([, name, left, seals = "", columns = ""]) => {
    const table = everyTable.find((known) => known === name);
    if (table === undefined) throw new Error(`sealing.md names no table of ours: ${name}`);
    return {
      table,
      isLeftOut: left !== "",
      seals: seals.trim() !== "",
      columns: [...columns.matchAll(/`(\w+)`/g)].map(([, column = ""]) => `${table}.${column}`),
    };
  });
}

const valuesIn = (list: string): string[] => list.split("|").map((value) => value.trim());

/** What people typed that is sealed wherever it stands. */
const sealed = valuesIn(`
  A2000001 | W2000001 | A2000002 | C1000001 | C1000004 | C1000005 | A7777777 | Amina Begum | 12/A, Mirpur | Khulna |
  12 Lake Road | Padma Shipyard | Delta Steel | Meghna Mills | 1700 000000 | The photo is of somebody else. |
  Asked for another photo. | A court asks for it. | He has come with his passport. | For the new job |
  rahim@example.com | cousin@example.com | Embassy of Malta | embassy.example/hook | books.agency | The name is wrong. |
  It is mended. | TXN-8N7A55 | Typed twice. | Half typ | After the dry run | Padma Overseas | RL 1234
`);

/** What stands in clear. Short values would be found in hashes, too. */
const clear = valuesIn(`
  Rahim Uddin | BANGLADESH | Amina Rahman | @agency.example | Firefox on Android | 198.51.0. | My view | New office |
  We moved. | English for work | Room 2, Mirpur | 2094-01-10T18:30 | 2026-11-02 | 2027-03-31 | 2029-01-01 | 2031-05-06
`);

/** What is published, and what is sealed before it is written as text. */
const otherTexts = valuesIn(`
  signing_key.public_jwk | signing_key.revoked_after | log_checkpoint.note | status_list.issuer | read_register.token |
  statement_sweep.fields | presentation.answer
`);

async function fill(portal: Portal & Parameters<typeof everyWayIn>[0], another: Portal): Promise<void> {
  await everyWayIn(portal);
  const { people, records } = await fillSite(portal, another);
  await saveView(portal, people.admin, { name: "My view", query: "q=rahim" });
  const ids = [records.bare.id];
  for (const typed of [
    { field: "lastDays.visaPaper", value: "2031-05-06" },
    { field: ownName("f1"), value: "Meghna Mills" },
  ]) {
    const { id } = await askForRun(portal, people.admin, "update", { ids });
    await beginRun(portal, people.admin, id, typed);
    await executeAllRuns(portal);
  }
}

type Rows = { columns: readonly Column[]; rows: readonly (readonly Value[])[] };
type Read = (table: TableName) => Promise<Rows>;

/** The columns in which one of these values can be read. */
async function columnsWith(values: readonly string[], tables: readonly TableName[], read: Read) {
  const found: string[] = [];
  for (const table of tables) {
    const { columns, rows } = await read(table);
    for (const [at, { name, isBytes }] of columns.entries())
      if (rows.some((row) => values.some((value) => shows(row[at] ?? null, isBytes, value))))
        found.push(`${table}.${name}`);
  }
  return found;
}

const shows = (stored: Value, isBytes: boolean, value: string): boolean =>
  typeof stored === "string" &&
  (isBytes ? Buffer.from(stored, "hex").toString("latin1") : stored).toLowerCase().includes(value.toLowerCase());

/** Reads the files of SQLite, also what was deleted in them, and the documents. */
async function filesWith(values: readonly string[], folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(20);
  const found = await Array.fromAsync(files, async ({ parentPath, name }) => {
    const content = await readFile(path.join(parentPath, name), "latin1");
    return values.filter((value) => content.includes(value)).map((value) => `${name}: ${value}`);
  });
  return found.flat();
}

describe.each(engines)("without the secret, a site on %s", (engine) => {
  test("shows what sealing.md lists, in the database and in a backup, and nothing else that people typed", async () => {
    const environment = await freshEnvironment(engine);
    const portal = await openForTest(environment);
    await fill(portal, await openForTest({ ...environment, REGISTRY: "Another" }));
    const place = await openFilesystemBlobs(path.join(environment["DATA_DIR"] ?? "", "backups"));
    const { manifest } = await makeBackup(portal, place);
    await using snapshot = await portal.database.snapshot();
    const inDatabase: Read = async (table) => {
      const columns = await snapshot.columns(table);
      return { columns, rows: (await Array.fromAsync(snapshot.rows(table, columns))).flat() };
    };
    const inBackup: Read = async (table) => {
      const { chunks = [] } = manifest.tables.find(({ name }) => name === table) ?? {};
      const parts = await Array.fromAsync(chunks, async (sha) => unpacked(sha, await place.read(chunkBlob(sha))));
      return { columns: parts[0]?.columns ?? [], rows: parts.flatMap(({ rows }) => rows) };
    };
    const page = await listed();
    const all = page.flatMap(({ columns }) => columns);
    const saved = page.flatMap(({ columns, isLeftOut }) => (isLeftOut ? [] : columns));
    const read = await columnsWith(clear, everyTable, inDatabase);
    expect(read.length).toBeGreaterThan(15);
    expect(read.filter((column) => !all.includes(column))).toEqual([]);
    expect(await columnsWith(clear, backedUpTables, inBackup)).toEqual(read.filter((column) => saved.includes(column)));
    expect(await columnsWith(sealed, everyTable, inDatabase)).toEqual([]);
    expect(await columnsWith(sealed, backedUpTables, inBackup)).toEqual([]);
    expect(await filesWith(sealed, environment["DATA_DIR"] ?? "")).toEqual([]);
  });
});

test("sealing.md lists every text, and no column that is sealed or gone", async () => {
  const page = await listed();
  const declared = everyTable.flatMap((table) =>
    Object.entries(allTables[table].columns).map(([name, { type }]) => ({ table, column: `${table}.${name}`, type })),
  );
  const texts = declared.flatMap(({ column, type }) => (type === "{text}" ? [column] : []));
  const inClear = declared.flatMap(({ column, type }) => (type === "{bytes}" ? [] : [column]));
  const withSeals = declared.flatMap(({ table, column }) => (/\.sealed(_|$)/.test(column) ? [table] : []));
  const columns = page.flatMap((row) => row.columns);
  expect(columns.length).toBeGreaterThan(60);
  expect(columns.filter((column) => !inClear.includes(column))).toEqual([]);
  expect(texts.filter((column) => !columns.includes(column) && !otherTexts.includes(column))).toEqual([]);
  const leftOut = (table: TableName) => allTables[table].leftOutOfBackups === true;
  expect(page.filter(({ table, isLeftOut }) => leftOut(table) !== isLeftOut)).toEqual([]);
  const sealedTables = page.flatMap(({ table, seals }) => (seals ? [table] : []));
  expect(withSeals.filter((table) => !sealedTables.includes(table))).toEqual([]);
});
