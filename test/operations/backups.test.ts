import { hash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, vi } from "vitest";
import { readConfig } from "#config";
import { system } from "#core/accounts/actor.ts";
import { completeLedger, readLedger } from "#operations/backups/erasures.ts";
import { prune } from "#operations/backups/keep.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { packed } from "#operations/backups/row-chunks.ts";
import { findBackup, type RestorePlace, restoreDocuments, restoreRows } from "#operations/backups/restore-backup.ts";
import { openDownload } from "#operations/shown-images/open-download.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addComment, deleteComment, readComments } from "#operations/records/record-comments.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { deleteAccount } from "#operations/accounts/manage-accounts.ts";
import { verifyRecords } from "#operations/upkeep/verify.ts";
import { openKeyring } from "#sealing/keyring.ts";
import { type BlobName, blobName, type BlobStore, withOverrides } from "#storage/blobs/blob-store.ts";
import type { Engine } from "#storage/database/database.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { makeDatabase } from "#storage/database/open-database.ts";
import type { NewDatabase } from "#storage/database/tables/copied-tables.ts";
import { admin } from "../support/accounts/people.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { uploaded } from "../support/documents.ts";
import { emptyEnvironment, engines, openForTest, testOn } from "../support/portals.ts";
import { expectIntact } from "../support/expect-intact.ts";
import { addTestRecord } from "../support/records.ts";

/** Returns the names of all indexes. On SQLite also of all triggers, which update the full-text tables. */
async function indexesOf({ database: { engine, read } }: Portal): Promise<unknown> {
  const schema = { sqlite: sql.table("sqlite_schema"), postgres: sql.table("pg_indexes") }[engine];
  const name = { sqlite: sql.ref("name"), postgres: sql.ref("indexname") }[engine];
  return (await sql`select ${name} from ${schema} order by ${name}`.execute(read)).rows;
}

const secret = "a secret of the backup tests with 32 letters";

const addWithDocument = async (portal: Portal) =>
  addTestRecord(portal, admin, {
    images: { workPermit: await uploaded(portal, admin) },
    lastDays: { workPermit: "2026-03-31" },
  });

/** Opens an empty store for backups in the folder of a portal. */
const placeIn = (environment: Record<string, string>) =>
  openFilesystemBlobs(path.join(environment["DATA_DIR"] ?? "", "backups"));

/** Restores a backup to an empty place and opens the site. Expects that a refused backup leaves no blob there. */
async function restored(store: BlobStore, portal: Portal, engine: Engine = "sqlite", before?: number) {
  const environment = { ...(await emptyEnvironment(engine)), SECRET: secret };
  const config = readConfig(environment);
  const blobs = await openFilesystemBlobs(path.join(config.DATA_DIR, "blobs"));
  const readDocuments = (found: RestorePlace) => restoreDocuments(found, blobs);
  const { manifest } = await findBackup(store, portal.keyring, { before, readDocuments }).catch(
    async (error: unknown) => {
      expect(await Array.fromAsync(blobs.names())).toEqual([]);
      throw error;
    },
  );
  const place = { target: store, manifest, keyring: portal.keyring };
  const ledger = (await readLedger(store, portal.keyring)) ?? [];
  await makeDatabase(config.DATABASE_URL, config.DATA_DIR, {
    steps: manifest.steps,
    fill: (database) => restoreRows(place, database, ledger),
  });
  return openForTest(environment);
}

const numberOf = (record: { passportNumber: string }) => ({ by: "either", number: record.passportNumber }) as const;

async function downloaded(portal: Portal, record: Parameters<typeof numberOf>[0] = { passportNumber: "" }) {
  const found = await lookUpRecord(portal, numberOf(record));
  if (!found) throw new Error("the record is not shown");
  return openDownload(portal, found.documents.workPermit?.[0]?.image ?? "", { grant: found.imageGrant });
}

describe.each(engines)("a backup of a site on %s", (engine) => {
  const test = testOn(engine).extend("environment", async () => ({
    ...(await emptyEnvironment(engine)),
    SECRET: secret,
  }));

  test.for(engines)("can be restored as the same site on %s", async (other, { portal, environment }) => {
    const records = [await addWithDocument(portal), await addWithDocument(portal)];
    const clerk = await freshAccount(portal, "moderator");
    const saved = await downloaded(portal, records[0]);
    const store = await placeIn(environment);
    const { manifest } = await makeBackup(portal, store);
    expect(manifest.documents).toMatchObject({ images: 3, missing: [] });

    const again = await restored(store, portal, other);
    await expectIntact(again);
    const draw = async () => Promise.reject(new Error("it is stored"));
    expect(await downloaded({ ...again, drawings: { ...again.drawings, draw } }, records[0])).toEqual(saved);
    if (other === engine) expect(await indexesOf(again)).toEqual(await indexesOf(portal));
    for (const record of records) {
      const found = await lookUpRecord(again, numberOf(record));
      const [page] = found?.documents.workPermit ?? [];
      using image = await openImage(again, { page: page?.image ?? "", size: "list", viewer: { actor: admin } });
      expect(image.bytes.subarray(0, 4).toString()).toBe("RIFF");
    }
    // New rows must get numbers that are not used yet.
    await addWithDocument(again);
    await deleteAccount(again, system("test"), { id: clerk.id });
    await expectIntact(again);
  });

  test("omits a record that is deleted while it is made, and a restore omits records that were deleted later", async ({
    portal,
    environment,
  }) => {
    const [kept, meanwhile, later] = [
      await addWithDocument(portal),
      await addWithDocument(portal),
      await addWithDocument(portal),
    ];
    const clerk = await freshAccount(portal, "moderator");
    const store = await placeIn(environment);
    let isDeleted = false;
    const during = withOverrides(store, {
      beginBatch: () => {
        const batch = store.beginBatch();
        return {
          ...batch,
          copyFiles: async (files) => {
            const isFirst = !isDeleted;
            isDeleted = true;
            if (isFirst) await deleteRecord(portal, admin, { id: meanwhile.id });
            return (await batch.copyFiles?.(files)) ?? [];
          },
        };
      },
    });
    const { manifest } = await makeBackup(portal, during);
    expect(manifest.tables.find(({ name }) => name === "candidate")?.rows).toBe(2);
    expect(manifest.documents).toMatchObject({ images: 2, missing: [] });

    await deleteRecord(portal, admin, { id: later.id });
    await deleteAccount(portal, system("test"), { id: clerk.id });
    expect(await completeLedger(portal, store)).toMatchObject({ seq: 3 });
    const again = await restored(store, portal, engine);
    await expectIntact(again);
    const isThere = async (record: typeof kept) => (await lookUpRecord(again, numberOf(record))) !== null;
    expect(await Promise.all([kept, meanwhile, later].map(isThere))).toEqual([true, false, false]);
    expect(await again.database.read.selectFrom("person").selectAll().execute()).toEqual([]);
  });
});

const refuses = async () => {
  throw new Error("the disk is full");
};

describe("a place for backups", () => {
  const test = testOn("sqlite").extend("environment", async () => ({
    ...(await emptyEnvironment("sqlite")),
    SECRET: secret,
  }));

  test("restores nothing if one bit of a file was changed or one file is missing", async ({ portal, environment }) => {
    await addWithDocument(portal);
    const store = await placeIn(environment);
    await makeBackup(portal, store);
    const folder = path.join(environment["DATA_DIR"] ?? "", "backups");
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    const parts = files.filter(({ name }) => !name.startsWith("erased-"));
    expect(parts.length).toBeGreaterThan(8);
    for (const { parentPath, name } of parts) {
      const file = path.join(parentPath, name);
      const whole = await readFile(file);
      const changed = Buffer.from(whole);
      const at = Math.floor(whole.byteLength / 2);
      changed.writeUInt8(whole.readUInt8(at) ^ 4, at);
      for (const spoil of [() => writeFile(file, changed), () => rm(file)]) {
        await spoil();
        await expect(restored(store, portal), name).rejects.toThrow(/damaged|no backup/);
      }
      await writeFile(file, whole);
    }
    await expectIntact(await restored(store, portal));
  });

  test("restores the last whole backup from before a given time", async ({ portal, environment }) => {
    const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;
    const store = await placeIn(environment);
    const names: BlobName[] = [];
    for (const hours of [9, 6, 3]) {
      await addTestRecord(portal);
      names.push((await makeBackup({ ...portal, now: () => hoursAgo(hours) }, store)).name);
    }
    await store.write(names[1] as BlobName, Buffer.from("spoilt"));
    const recordsBefore = async (hours: number) =>
      (await verifyRecords(await restored(store, portal, "sqlite", hoursAgo(hours)))).opened;
    expect(await recordsBefore(2)).toBe(3);
    expect(await recordsBefore(5)).toBe(1);
    await expect(recordsBefore(10)).rejects.toThrow(/no complete backup before that time/);
  });

  test.for([0, 1, 2, 5])(
    "contains no backup if a part could not be written after %i others",
    async (others, { portal, environment }) => {
      await addWithDocument(portal);
      const store = await placeIn(environment);
      let left = others;
      const failing = withOverrides(store, {
        write: (name, bytes) => (name.startsWith("rows-") && (left -= 1) < 0 ? refuses() : store.write(name, bytes)),
      });
      await expect(makeBackup(portal, failing)).rejects.toThrow("the disk is full");
      await expect(findBackup(store, portal.keyring)).rejects.toThrow(/no backup/);
    },
  );

  test("can be read with the new secret alone after a rotation, erasure ledger included", async ({
    portal,
    environment,
  }) => {
    const record = await addWithDocument(portal);
    const kept = await addWithDocument(portal);
    const store = await placeIn(environment);
    await makeBackup(portal, store);
    await deleteRecord(portal, admin, { id: record.id });
    await makeBackup(portal, store);
    const newer = "a newer secret of the backup tests with 40 letters";
    const rotated = await openForTest({ ...environment, SECRET: `${newer},${secret}` });
    await rotateKeys(rotated, system("test"));
    await makeBackup({ ...rotated, now: () => Date.now() + 5000 }, store);
    const withNewer = openKeyring([newer]);
    expect(await readLedger(store, withNewer)).toMatchObject([{ subject: "candidate", erased_id: record.id }]);
    expect((await findBackup(store, withNewer)).manifest.erasures).toMatchObject({ count: 1 });
    expect(await lookUpRecord(rotated, numberOf(kept))).not.toBeNull();
  });

  test("restores no account that was deleted later, even if it was the only admin at that time", async ({
    portal,
    environment,
  }) => {
    const first = await freshAccount(portal, "admin");
    const store = await placeIn(environment);
    await makeBackup(portal, store);
    await freshAccount(portal, "admin");
    await deleteAccount(portal, system("test"), { id: first.id });
    await completeLedger(portal, store);
    const again = await restored(store, portal);
    expect(await again.database.read.selectFrom("person").selectAll().execute()).toEqual([]);
    // A damaged entry is never skipped, because it may name a deleted person.
    for await (const name of store.names("erased-2")) await store.write(name, Buffer.from("{"));
    await expect(readLedger(store, portal.keyring)).rejects.toThrow(
      /erased-2\S+ is not what was written.* make a backup/,
    );
  });

  test("restores all comments except those that were deleted later", async ({ portal, environment }) => {
    const { id } = await addTestRecord(portal, admin);
    const write = async (text: string) => (await addComment(portal, admin, { id, text })).id;
    const [comment] = [await write("The visa is of his brother."), await write("Done.")];
    const store = await placeIn(environment);
    await makeBackup(portal, store);
    await deleteComment(portal, admin, { id, comment });
    await completeLedger(portal, store);
    const again = await restored(store, portal);
    expect(await readComments(again, admin, id)).toMatchObject([{ text: "Done." }]);
  });

  test("is pruned correctly despite foreign and copied backups, and one from a clock that was ahead", async ({
    portal,
    environment,
  }) => {
    await addWithDocument(portal);
    const store = await placeIn(environment);
    const year = 365 * 86_400_000;
    await makeBackup({ ...portal, now: () => Date.now() - year }, store);
    await makeBackup({ ...portal, now: () => Date.now() + year }, store);
    const stranger = await openForTest({ ...(await emptyEnvironment("sqlite")), SECRET: "x".repeat(40) });
    const elsewhere = await openFilesystemBlobs(path.join(environment["DATA_DIR"] ?? "", "elsewhere"));
    const forged = await makeBackup(stranger, elsewhere);
    await store.write(forged.name, (await elsewhere.read(forged.name)) ?? Buffer.alloc(0));
    const { name } = await makeBackup({ ...portal, now: () => Date.now() + 60_000 }, store);
    const copied = blobName("backup-20991231t000000z");
    await store.write(copied, (await store.read(name)) ?? Buffer.alloc(0));
    await expect(prune(store, portal.keyring, { days: 1, weeks: 0, months: 0 })).rejects.toThrow(copied);
    await store.remove(copied);
    const pruned = await prune(store, portal.keyring, { days: 1, weeks: 0, months: 0 });
    expect({ ...pruned, others: pruned.others.length }).toEqual({ removed: 1, left: 1, others: 2 });
    expect((await findBackup(store, portal.keyring)).name).toBe(name);
  });

  test("keeps every file of a backup under a former secret when it is pruned", async ({ portal, environment }) => {
    const record = await addWithDocument(portal);
    const store = await placeIn(environment);
    await makeBackup(portal, store);
    const ofFormerSecret = await Array.fromAsync(store.names());
    await deleteRecord(portal, admin, { id: record.id });
    const newer = "a newer secret of the backup tests with 40 letters";
    const rotated = await openForTest({ ...environment, SECRET: `${newer},${secret}` });
    await rotateKeys(rotated, system("test"));
    await makeBackup({ ...rotated, now: () => Date.now() + 5000 }, store);
    const pruned = await prune(store, openKeyring([newer]), { days: 1, weeks: 0, months: 0 });
    expect({ ...pruned, others: pruned.others.length }).toEqual({ removed: 0, left: 1, others: 1 });
    expect(await Array.fromAsync(store.names())).toEqual(expect.arrayContaining(ofFormerSecret));
  });

  test("gets a damaged chunk again within sixteen days", async ({ portal, environment }) => {
    await addTestRecord(portal);
    const store = await placeIn(environment);
    const { manifest } = await makeBackup(portal, store);
    const [chunk = ""] = manifest.tables.find((table) => table.name === "candidate")?.chunks ?? [];
    await store.write(blobName(`rows-${chunk}`), Buffer.from("spoilt"));
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let day = 0; day < 16; day += 1) {
      vi.setSystemTime(Date.now() + 86_400_000);
      await makeBackup(portal, store);
    }
    vi.useRealTimers();
    const found = await findBackup(store, portal.keyring, { before: Date.now() + 20 * 86_400_000 });
    expect(found.manifest.steps).toEqual(manifest.steps);
  });

  test("accepts backups of one site only, and is no folder with other files", async ({ portal, environment }) => {
    await addWithDocument(portal);
    await expect(makeBackup(portal, portal.blobs)).rejects.toThrow(/other files than backups/);
    const store = await placeIn(environment);
    await makeBackup(portal, store);
    for (const own of [{ SECRET: secret }, {}]) {
      const stranger = await openForTest({ ...(await emptyEnvironment("sqlite")), ...own });
      await addTestRecord(stranger);
      await expect(makeBackup(stranger, store, { location: "there" })).rejects.toThrow(/another site/);
    }
  });

  test("continues after a killed backup and keeps no more backups than requested", async ({ portal, environment }) => {
    const records = [await addWithDocument(portal), await addWithDocument(portal)];
    const store = await placeIn(environment);
    const killed = async () => {
      throw new Error("killed");
    };
    // Of the three files of each image, the original is only half written.
    const half = async (name: BlobName, bytes: Uint8Array) =>
      store.write(name, name.endsWith("original") ? bytes.subarray(0, 9) : bytes);
    const broken = withOverrides(store, { beginBatch: () => ({ write: half, keep: killed, finish: killed }) });
    await expect(makeBackup(portal, broken)).rejects.toThrow("killed");
    const batch = store.beginBatch();
    const sent: BlobName[] = [];
    const counting = withOverrides(store, {
      beginBatch: () => ({
        write: async (name, bytes) => (sent.push(name), batch.write(name, bytes)),
        keep: (name) => batch.keep(name),
        finish: () => batch.finish(),
      }),
    });
    await makeBackup({ ...portal, now: () => Date.now() - 5 * 86_400_000 }, counting);
    expect(sent.map((name) => name.replace(/^\w+\./, ""))).toEqual(["original", "original"]);
    await deleteRecord(portal, admin, { id: records[0]?.id ?? "" });
    await makeBackup(portal, store);
    const before = (await Array.fromAsync(store.names())).length;
    expect(await prune(store, portal.keyring, { days: 1, weeks: 0, months: 0 })).toEqual({
      removed: 1,
      left: 1,
      others: [],
    });
    expect((await Array.fromAsync(store.names())).length).toBeLessThan(before - 3);
    const again = await restored(store, portal);
    await expectIntact(again);
    expect(await verifyRecords(again)).toMatchObject({ opened: 1 });
  });

  test("can hold more deletions than a function takes arguments", async ({ portal, environment }) => {
    const store = await placeIn(environment);
    const { manifest } = await makeBackup(portal, store);
    const erasures = Array.from({ length: 200_000 }, (_, at) => `[${at + 1},"candidate","${at}",5,"00",6]`);
    const text = ['["seq","subject","erased_id","at","previous:bytes","written_at"]', ...erasures].join("\n");
    const sha256 = hash("sha256", text);
    const target = withOverrides(store, { read: () => packed({ sha256, rows: erasures.length, text }) });
    const tables = [{ name: "erasure", rows: erasures.length, chunks: [sha256] }];
    const inserted = new Map<string, number>();
    const database: NewDatabase = {
      rows: (table) => expect.fail(table),
      insert: async (table, _columns, rows) => void inserted.set(table, rows.length),
    };
    const ledger = [{ seq: 1, subject: "candidate", erased_id: "later", at: 7, previous: Buffer.of() }] as const;
    await restoreRows({ target, manifest: { ...manifest, tables }, keyring: portal.keyring }, database, ledger);
    expect(Object.fromEntries(inserted)).toEqual({ erasure: 200_001, erasure_head: 1 });
  });

  test("writes only what is new", async ({ portal, environment }) => {
    for (let at = 0; at < 3; at += 1) await addWithDocument(portal);
    const store = await placeIn(environment);
    const first = await makeBackup(portal, store);
    const second = await makeBackup(portal, store);
    expect(second.manifest.tables).toEqual(first.manifest.tables);
    expect([first.sent > 1000, second.sent]).toEqual([true, 0]);
    await addWithDocument(portal);
    const { manifest, sent } = await makeBackup(portal, store);
    expect([manifest.documents?.images, sent < first.sent]).toEqual([4, true]);
  });
});
