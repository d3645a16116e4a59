import path from "node:path";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { noteRun } from "#operations/backups/backup-runs.ts";
import { beginLedger, readLedger } from "#operations/backups/erasures.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { verifyErasures } from "#operations/backups/verify-erasures.ts";
import { writeLedger } from "#operations/backups/write-ledger.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { makeSecret } from "#server/secret-file.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { type BlobName, blobName, type BlobStore } from "#storage/blobs/blob-store.ts";
import { admin, commandLine } from "../support/accounts/people.ts";
import { engines, freshEnvironment, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { changeRows } from "../support/change-rows.ts";

async function problemsOf(portal: Portal): Promise<string[]> {
  const problems: string[] = [];
  await verifyErasures(portal, { onBroken: (problem) => void problems.push(problem) });
  return problems;
}

async function deleteSome(portal: Portal, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await deleteRecord(portal, admin, { id: (await addTestRecord(portal, admin)).id });
}

const writeNow = (portal: Portal) => writeLedger(portal, new AbortController().signal);

const end = blobName("erased-ledger");

/** Two deletions, a backup, and a third deletion in the ledger. `earlier` is the end of the ledger before that one. */
async function siteWithLedger(portal: Portal, environment: Record<string, string>) {
  const location = path.join(environment["DATA_DIR"] ?? "", "backups");
  const open = () => openFilesystemBlobs(location);
  const site = {
    ...portal,
    backupPlace: { location, open, makeInChild: () => undefined, checkInChild: () => undefined },
  };
  const store = await open();
  const backUp = () => noteRun(site, location, () => makeBackup(site, store, { location }));
  await addTestRecord(site, admin);
  await deleteSome(site, 2);
  await writeNow(site);
  await backUp();
  const earlier = (await store.read(end)) ?? expect.fail("no ledger");
  await deleteSome(site, 1);
  await writeNow(site);
  return { site, store, earlier, backUp, location };
}

async function nameOf(store: BlobStore, seq: number): Promise<BlobName> {
  for await (const name of store.names("erased-2"))
    if ((await store.read(name))?.toString().startsWith(`{"seq":${seq},`)) return name;
  return expect.fail(`no entry ${seq}`);
}

describe.each(engines)("the list of deletions on %s", (engine) => {
  const test = testOn(engine);

  test("is one chain although two processes delete at once, and what waits is written later", async ({
    portal,
    environment,
  }) => {
    const { site, store, backUp } = await siteWithLedger(portal, environment);
    expect(await problemsOf(site)).toEqual([]);
    const other = await openForTest(environment);
    await Promise.all([site, other, site, other].map((each) => deleteSome(each, 2)));
    // Noted in the database, and not yet in the ledger.
    expect(await problemsOf(site)).toEqual([]);
    await writeNow(site);
    expect(await problemsOf(site)).toEqual([]);
    const numbers = (await readLedger(store, site.keyring))?.map(({ seq }) => seq);
    expect(numbers).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
    await backUp();
    expect(await problemsOf(site)).toEqual([]);
  });
});

// One engine is enough: these queries are the same on both.
describe("the list of deletions", () => {
  const test = testOn("sqlite");

  test.for([
    [
      "an entry from the middle",
      2,
      async ({ database: { read } }) => sql`delete from erasure where seq = 2`.execute(read),
    ],
    ["the last entry", 3, async ({ database: { read } }) => sql`delete from erasure where seq = 3`.execute(read)],
    ["every entry", 1, async ({ database: { read } }) => sql`delete from erasure`.execute(read)],
    [
      "two entries in their order",
      1,
      async ({ database: { read } }) => {
        for (const [from, to] of [
          [1, 11],
          [2, 1],
          [11, 2],
        ])
          await sql`update erasure set seq = ${to} where seq = ${from}`.execute(read);
      },
    ],
    [
      "an entry as it was written",
      2,
      async ({ database: { read } }) =>
        sql`update erasure set erased_id = erased_id || 'x' where seq = 1`.execute(read),
    ],
  ] as const satisfies readonly (readonly [string, number, (portal: Portal) => Promise<unknown>])[])(
    "lacks %s in the database, and verify says so",
    async ([, brokenAt, damage], { portal }) => {
      await deleteSome(portal, 3);
      await portal.database.write(async (writer) => {
        await damage({ ...portal, database: { ...portal.database, read: writer } });
      });
      expect(await problemsOf(portal)).toEqual([
        expect.stringMatching(`broken at or before number ${brokenAt}: .*Restore the site from a backup`),
      ]);
    },
  );
});

describe("the list of deletions beside the backups", () => {
  const test = testOn("sqlite");

  type Site = Awaited<ReturnType<typeof siteWithLedger>>;
  const damages: readonly [string, RegExp, (site: Site) => Promise<unknown>][] = [
    ["an entry in the middle", /number 2 is missing/, async ({ store }) => store.remove(await nameOf(store, 2))],
    ["the last entry", /number 3 is missing/, async ({ store }) => store.remove(await nameOf(store, 3))],
    [
      "every entry",
      /number 2 is missing/,
      async ({ store }) => {
        for (const seq of [1, 2, 3]) await store.remove(await nameOf(store, seq));
      },
    ],
    [
      "its newest part, to the end that it had before, although a backup was made since",
      /number 3 is missing/,
      async ({ store, earlier, backUp }) => {
        await backUp();
        await store.remove(await nameOf(store, 3));
        await store.write(end, earlier);
      },
    ],
  ];

  test.for(damages)(
    "lacks %s: a restore is refused, and a backup writes it again",
    async ([, words, damage], { portal, environment }) => {
      const made = await siteWithLedger(portal, environment);
      const { site, store, backUp, location } = made;
      await damage(made);
      await expect(readLedger(store, site.keyring)).rejects.toThrow(words);
      await expect(readLedger(store, site.keyring)).rejects.toThrow(/make a backup, which writes it again/);
      const left = await Array.fromAsync(store.names("erased-2"));
      expect(await readLedger(store, site.keyring, { isPartAllowed: true })).toHaveLength(left.length);
      expect(await problemsOf(site)).toContainEqual(expect.stringContaining(`${location}: The list of deletions`));
      await backUp();
      expect(await problemsOf(site)).toEqual([]);
      expect(await readLedger(store, site.keyring)).toHaveLength(3);
    },
  );

  test("lost its end in the database: deletions and backups go on, and verify names it", async ({
    portal,
    environment,
  }) => {
    const { site, store, backUp } = await siteWithLedger(portal, environment);
    await changeRows(site, "erasure_head", { sealed: Buffer.alloc(60) });
    await deleteSome(site, 1);
    await writeNow(site);
    await backUp();
    expect(await readLedger(store, site.keyring)).toHaveLength(4);
    expect(await problemsOf(site)).toEqual([expect.stringMatching(/end of the list of deletions/)]);
  });

  test("lacks earlier deletions after its claim was cut off: the next deletion brings all of them", async ({
    portal,
    environment,
  }) => {
    const { site, store } = await siteWithLedger(portal, environment);
    for (const seq of [1, 2, 3]) await store.remove(await nameOf(store, seq));
    await beginLedger(site, store);
    await deleteSome(site, 1);
    await writeNow(site);
    expect(await readLedger(store, site.keyring)).toHaveLength(4);
    expect(await problemsOf(site)).toEqual([]);
  });

  test("gets no deletion from a process that lacks the newest secret", async () => {
    const environment = await freshEnvironment("sqlite");
    const [older, newer] = [makeSecret(), makeSecret()];
    const withOlder = await openForTest({ ...environment, SECRET: older });
    const withBoth = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    // From here on, this process knows the settings, and goes on after the rotation.
    await addTestRecord(withOlder, admin);
    await rotateKeys(withBoth, commandLine);
    const { id } = await addTestRecord(withOlder, admin);
    await expect(deleteRecord(withOlder, admin, { id })).rejects.toMatchObject({
      id: "unavailable",
      cause: expect.objectContaining({ name: "SecretMissing" }),
    });
    await deleteRecord(withBoth, admin, { id });
    expect(await problemsOf(withBoth)).toEqual([]);
  });

  test("names two entries that were swapped, and an end with another number", async ({ portal, environment }) => {
    const { site, store, earlier } = await siteWithLedger(portal, environment);
    const [one, other] = [await nameOf(store, 1), await nameOf(store, 3)];
    const [first, last] = [await store.read(one), await store.read(other)];
    await store.write(one, last ?? Buffer.of());
    await store.write(other, first ?? Buffer.of());
    await expect(readLedger(store, site.keyring)).rejects.toThrow(/erased-2\S+ is not what was written/);
    await store.write(one, first ?? Buffer.of());
    await store.write(other, last ?? Buffer.of());
    await store.write(end, Buffer.from(earlier.toString().replace('"seq":2', '"seq":0')));
    await expect(readLedger(store, site.keyring)).rejects.toThrow(/erased-ledger is not what was written/);
  });

  test("is missed by verify if it is removed, or put back alone, or if the database is", async ({
    portal,
    environment,
  }) => {
    const { site, store, earlier } = await siteWithLedger(portal, environment);
    const { database } = site;
    const [last, whole] = [await nameOf(store, 3), await store.read(end)];
    const entry = await store.read(last);
    await store.remove(last);
    await store.write(end, earlier);
    expect(await readLedger(store, site.keyring)).toHaveLength(2);
    expect(await problemsOf(site)).toEqual([expect.stringMatching(/older than the database: number 3 is missing/)]);
    await store.write(last, entry ?? Buffer.of());
    await store.remove(end);
    expect(await problemsOf(site)).toEqual([expect.stringMatching(/is missing there.* an empty place/)]);
    await store.write(end, whole ?? Buffer.of());

    const head = await database.read.selectFrom("erasure_head").selectAll().executeTakeFirstOrThrow();
    await deleteSome(site, 1);
    await writeNow(site);
    expect(await problemsOf(site)).toEqual([]);
    await database.write(async (writer) => {
      await writer.deleteFrom("erasure").where("seq", "=", 4).execute();
      await writer.updateTable("erasure_head").set(head).execute();
    });
    expect(await problemsOf(site)).toEqual([expect.stringMatching(/database is older than .* number 4 is missing/)]);
  });
});
