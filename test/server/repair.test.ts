import { randomBytes } from "node:crypto";
import { access, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listRecords } from "#operations/records/list-records.ts";
import { repair as repairAll } from "#operations/upkeep/repair.ts";
import { blobName } from "#storage/blobs/blob-store.ts";
import { auditHead } from "#storage/database/audit.ts";
import { updateRow } from "#storage/database/rows.ts";
import { attestry } from "../support/command.ts";
import { uploaded } from "../support/documents.ts";
import { admin } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";

const unimportant = /^(?:Database|Lookup log| {2}All indexes).*\n/gm;

test.each(engines)(
  "verify --repair on %s lists what it can derive again, and after a confirmation repairs only that",
  async (engine) => {
    const environment: Record<string, string> = await freshEnvironment(engine);
    const portal = await openForTest(environment);
    const [mended, lost] = [await uploaded(portal, admin), await uploaded(portal, admin)];
    const { id } = await addTestRecord(portal, admin, { images: { workPermit: mended } });
    await addTestRecord(portal, admin, { images: { workPermit: lost } });
    const blobs = `${environment["DATA_DIR"]}/blobs`;
    const file = (name: string) => `${blobs}/${name.slice(0, 2)}/${name}`;
    await rm(file(`${mended}.1.reading`));
    await writeFile(file(`${mended}.1.list`), "no image");
    await writeFile(file(`${lost}.original`), "no image");
    await rm(file(`${lost}.1.list`));
    for (const [name, age] of [
      ["ab-old.original", 3],
      ["ab-young.original", 0],
    ] as const) {
      await portal.blobs.write(blobName(name), Buffer.from("x"));
      const time = Date.now() / 1000 - age * 24 * 3600;
      await utimes(file(name), time, time);
    }
    await portal.database.write(async (writer) => {
      await updateRow(writer, "candidate", id, { passport_index: randomBytes(16), holder_state: "bound" });
      await updateRow(writer, "image", mended, { file_hash: randomBytes(16) });
    });
    const audit = await auditHead(portal.database.read);
    const state = async () => (await readdir(blobs, { recursive: true })).toSorted();
    const before = await state();
    const repair = (...more: string[]) => attestry(environment, ["verify", "--repair", ...more]);

    const listed = await repair("--yes");
    expect(listed).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Nothing was repaired, because a repair needs a backup first\./m),
    });
    const list = listed.out.slice(listed.out.indexOf("Repairs:")).replaceAll(/^.*All indexes.*\n/gm, "");
    expect(list.trimEnd().split("\n")).toEqual([
      "Repairs:",
      `  The indexes of record ${id} will be made again.`,
      `  The damaged parts of image ${mended} will be made again from its original.`,
      "  Blobs without an image will be removed: 1 (0.0 MB).",
    ]);
    expect(listed.err).toContain(`${lost} cannot be repaired; restore it from a backup.`);
    expect((await repair("--no-backup")).err).toMatch(/^Nothing was repaired\. Use --yes/m);
    expect(await state()).toEqual(before);

    const repaired = await repair("--yes", "--no-backup");
    expect(repaired.code).toBe(1);
    const after = repaired.out.slice(repaired.out.indexOf("Repaired:")).replaceAll(unimportant, "");
    expect(after).toBe(
      `Repaired:\n  The indexes of record ${id} were made again.\n  The damaged parts of image ${mended} were made again from its original.\n  Blobs without an image were removed: 1 (0.0 MB).\nEverything is checked again:\nAudit chain: 2 events, intact.\nRecords: 2 can be opened, 0 cannot.\nStates of records and other rows: 0 differ from the audit log.\nSettings, posts, holders and other rows: 0 cannot be opened.\nImages: 1 intact, 1 damaged; 1 blob without an image.\nPublic log: 2 lines, as it was signed.\nStatements: 2 as in the public log, 0 not.\nList of deletions: 0 deletions, complete.\n`,
    );
    const none = { records: [], revisions: [], images: [], undone: [], older: [], orphans: [], lost: [] };
    const nothing = { ...none, database: null };
    const again = { ...nothing, records: [id], images: [mended, lost] };
    expect(await repairAll(portal, again, (what) => expect.unreachable(what))).toEqual(nothing);
    expect(await auditHead(portal.database.read)).toEqual(audit);
    expect(await readFile(file(`${lost}.original`), "utf8")).toBe("no image");
    expect(await state()).toEqual(
      [...before, `${mended.slice(0, 2)}/${mended}.1.reading`]
        .filter((name) => !name.endsWith("ab-old.original"))
        .toSorted(),
    );
  },
);

test("a REGISTRY without records beside another is not served, and commands check the records of both and say so", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  await addTestRecord(portal, admin, { images: { workPermit: await uploaded(portal, admin) } });
  const mistyped = { ...environment, REGISTRY: "My_Asut" };
  const problem = 'The registry "My_Asut" has no records, but "My_Aust" has some: set REGISTRY=My_Aust.';
  expect(await attestry(mistyped, ["start"])).toMatchObject({
    code: 1,
    err: `${problem} To begin another registry in this database, use "attestry start --new-registry" until it has a record, also in the unit of systemd.\n`,
  });
  const { code, err, out } = await attestry(mistyped, ["verify"]);
  expect([code, err]).toEqual([0, `${problem}\n`]);
  const found = out.split("\n").filter((line) => /^(Images|Public log|Statements)/.test(line));
  expect(found).toEqual([
    "Images: 1 intact, 0 damaged; 0 blobs without an image.",
    "Public log: 1 line, as it was signed.",
    "Statements: 1 as in the public log, 0 not.",
  ]);
});

test("verify --repair on SQLite rebuilds the indexes of tables and searches, after which nothing is broken", async () => {
  const environment: Record<string, string> = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  await addTestRecord(portal, admin);
  await portal.database.write((writer) =>
    sql`insert into candidate_names (candidate_names) values ('delete-all')`.execute(writer),
  );
  const broken = await attestry(environment, ["verify"]);
  expect(broken).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The database is damaged: the index of names does not fit the records: /),
  });
  const backups = `${environment["DATA_DIR"]}-backups`;
  const repaired = await attestry({ ...environment, BACKUP_URL: `file://${backups}` }, ["verify", "--repair", "--yes"]);
  expect(repaired.out).toMatch(
    /^The backup \S+ was made\.\nRepaired:\n {2}All indexes .* were rebuilt: the index of names /m,
  );
  expect(await readdir(backups)).not.toEqual([]);
  expect(repaired.out).toMatch(
    /^ {2}All indexes of the database and of searches will be rebuilt: the index of names /m,
  );
  expect(repaired.code).toBe(0);
  const half = `${environment["DATA_DIR"]}/blobs/unfinished/half`;
  await writeFile(half, "half");
  await utimes(half, 1, 1);
  expect(await attestry(environment, ["verify", "--repair"])).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/There is nothing to repair\.\n$/),
  });
  await expect(access(half)).rejects.toMatchObject({ code: "ENOENT" });
});

test("indexes and the narrow table on PostgreSQL are rebuilt while the database is in use", async () => {
  const portal = await openForTest(await freshEnvironment("postgres"));
  const { database } = portal;
  const [{ id }, changed] = [await addTestRecord(portal, admin), await addTestRecord(portal, admin)];
  const misfit = "the narrow table of lists does not fit the records";
  expect((await database.checkIntegrity()).problems).not.toContain(misfit);
  await database.write(async (writer) => {
    const seqOf = (record: string) => sql`(select seq from candidate where id = ${record})`;
    await sql`update candidate_briefly set seq = 1000 where seq = ${seqOf(id)}`.execute(writer);
    await sql`update candidate_briefly set hidden = 1 where seq = ${seqOf(changed.id)}`.execute(writer);
  });
  expect((await database.checkIntegrity()).problems).toContain(misfit);
  const files = async () => {
    const found = await sql<{
      file: number;
    }>`select relfilenode as file from pg_class where relname in ('candidate_briefly_names', 'candidate_by_changed')`.execute(
      database.read,
    );
    return found.rows.map(({ file }) => file);
  };
  const before = await files();
  await database.rebuildIndexes();
  const after = await files();
  expect(after).toHaveLength(2);
  expect(after.filter((file) => before.includes(file))).toEqual([]);
  expect((await database.checkIntegrity()).problems).not.toContain(misfit);
  expect((await listRecords(portal, admin, {})).records).toHaveLength(2);
});
