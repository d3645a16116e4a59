import { sql } from "kysely";
import { describe, expect } from "vitest";
import { hideRecord } from "#operations/records/change-record.ts";
import {
  deleteOldLookups,
  writeLookups,
  deleteOldMissCounts,
  syncMissCounts,
} from "#operations/lookups/flush-lookups.ts";
import { unpackEntries } from "#operations/lookup-log/lookup-log.ts";
import { verifyLookupLog } from "#operations/upkeep/verify.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { numberLogHash } from "#sealing/number-index.ts";
import type { Engine } from "#storage/database/database.ts";
import { admin } from "../../support/accounts/people.ts";
import { engines, openForTest, testOn } from "../../support/portals.ts";
import { noLimits } from "../../support/site.ts";
import { here, noon, shownRecord, visitorAt } from "../../support/visitors.ts";

const day = 24 * 3_600_000;

const change = (portal: Portal, statement: ReturnType<typeof sql>) =>
  portal.database.lookups.write((writer) => statement.execute(writer));

async function tableText(portal: Portal, table: string): Promise<string> {
  const { read } = portal.database.lookups;
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(read);
  return rows
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
    .join("\n");
}

/** The lookups of a number, in their order. */
async function logged({ database, keyring, registry }: Portal, number: string) {
  const key = numberLogHash(keyring.current, registry, number);
  const batches = await database.lookups.read.selectFrom("lookup_batch").select("entries").orderBy("seq").execute();
  return batches.flatMap(({ entries }) => unpackEntries(entries)).filter((entry) => entry.number.equals(key));
}

async function counted(portal: Portal, number: string) {
  const found = (await logged(portal, number)).filter((lookup) => lookup.found);
  return {
    found: found.reduce((sum, { times }) => sum + times, 0),
    networks: new Set(found.map(({ network }) => network.toString("hex"))).size,
  };
}

/** `filled` has four batches of three lookups. Each batch has its own address, so no two have the same entries. */
const testWith = (engine: Engine) =>
  testOn(engine).extend("filled", async ({ portal }) => {
    for (let batch = 0; batch < 4; batch += 1) {
      await visitorAt(portal, `198.51.100.${batch}`).misses(3);
      await writeLookups(portal);
    }
    return portal;
  });

describe.each(engines)("the lookup log on %s", (engine) => {
  const test = testWith(engine);

  test("is whole after several processes wrote to it", async ({ environment }) => {
    const portals = [await openForTest(environment), await openForTest(environment)];
    await Promise.all(
      portals.map(async (portal, at) => {
        for (let batch = 0; batch < 10; batch += 1) {
          await visitorAt(portal, `203.0.113.${at}`).misses(3);
          await writeLookups(portal);
        }
      }),
    );
    for (const portal of portals) {
      expect(await verifyLookupLog(portal)).toEqual({ lookups: 60, lost: 0, brokenAt: null });
    }
  });

  test("is stored for 90 days, and what is left still verifies", async ({ filled: portal }) => {
    const later: Portal = { ...portal, now: () => Date.now() + 80 * day };
    await visitorAt(later, here).misses(2);
    await writeLookups(later);
    await deleteOldLookups(later);
    expect(await verifyLookupLog(portal)).toEqual({ lookups: 14, lost: 0, brokenAt: null });
    await deleteOldLookups({ ...portal, now: () => Date.now() + 91 * day });
    expect(await verifyLookupLog(portal)).toEqual({ lookups: 2, lost: 0, brokenAt: null });
    await deleteOldLookups({ ...portal, now: () => Date.now() + 171 * day });
    expect(await verifyLookupLog(portal)).toEqual({ lookups: 0, lost: 0, brokenAt: null });
    await visitorAt(portal, here).misses(1);
    await writeLookups(portal);
    expect(await verifyLookupLog(portal)).toEqual({ lookups: 1, lost: 0, brokenAt: null });
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("the lookup log", () => {
  const test = testWith("sqlite");

  test.for([
    [
      "a lookup is changed",
      sql`update lookup_batch set entries = (select b.entries from lookup_batch b where b.seq = 1) where seq = 3`,
      3,
    ],
    ["a time is changed", sql`update lookup_batch set at = at + 1 where seq = 2`, 2],
    ["lost ones are made up", sql`update lookup_batch set lost = 7 where seq = 2`, 2],
    ["a batch is taken out", sql`delete from lookup_batch where seq = 2`, 2],
    ["the first is taken out", sql`delete from lookup_batch where seq = 1`, 1],
    ["the last is taken out", sql`delete from lookup_batch where seq = 4`, 4],
  ] as const)("is broken at the batch where %s", async ([, tamper, brokenAt], { filled }) => {
    await change(filled, tamper);
    expect((await verifyLookupLog(filled)).brokenAt).toBe(brokenAt);
  });

  test("stays short if a network finds the same record many times", async ({ environment }) => {
    const portal: Portal = { ...(await openForTest(environment, undefined, { limits: noLimits })), now: () => noon };
    const [one, another] = [await shownRecord(portal), await shownRecord(portal)];
    for (let count = 0; count < 2000; count += 1) await visitorAt(portal, here).asks(one.number);
    await visitorAt(portal, here).asks(another.number);
    await visitorAt(portal, "198.51.100.9").asks(one.number);
    await writeLookups(portal);
    const { read } = portal.database.lookups;
    const batches = await read.selectFrom("lookup_batch").select("entries").execute();
    const bytes = batches.reduce((sum, { entries }) => sum + entries.byteLength, 0);
    // The first eight one by one, then those at 16, 32 … 1024, and one for each of the two other lookups.
    expect(bytes).toBe(39 * (8 + 7 + 2));
    expect(await verifyLookupLog(portal)).toEqual({ lookups: 1024 + 2, lost: 0, brokenAt: null });
    expect(await counted(portal, one.number)).toEqual({ found: 1025, networks: 2 });
    expect(await counted(portal, another.number)).toEqual({ found: 1, networks: 1 });
    const anHourLater: Portal = { ...portal, now: () => noon + 3_600_000 };
    await visitorAt(anHourLater, here).asks(one.number);
    await writeLookups(anHourLater);
    expect(await counted(portal, one.number)).toMatchObject({ found: 1026 });
  });

  test("contains neither numbers nor addresses", async ({ portal }) => {
    await visitorAt(portal, "198.51.100.77").asks("PLANTED7777");
    await writeLookups(portal);
    await syncMissCounts(portal);
    for (const table of ["lookup_batch", "lookup_misses", "lookup_spent"]) {
      expect(await tableText(portal, table)).not.toMatch(/PLANTED7777|198\.51\.100\.77/);
    }
    expect((await verifyLookupLog(portal)).lookups).toBe(1);
  });

  test("notes for each lookup how it came and whether it found something", async ({ portal }) => {
    const { id, number } = await shownRecord(portal);
    const other = await shownRecord(portal);
    for (const address of [here, here, "198.51.100.1"])
      await visitorAt(portal, address).asks(number, { channel: "api" });
    await visitorAt(portal, here).asks(other.number);
    await hideRecord(portal, admin, { id });
    await visitorAt(portal, here).asks(number.toLowerCase());
    await writeLookups(portal);
    expect((await logged(portal, number)).map(({ channel, found, times }) => ({ channel, found, times }))).toEqual([
      { channel: "api", found: true, times: 1 },
      { channel: "api", found: true, times: 1 },
      { channel: "api", found: true, times: 1 },
      { channel: "web", found: false, times: 1 },
    ]);
    expect(await counted(portal, number)).toEqual({ found: 3, networks: 2 });
    expect(await counted(portal, other.number)).toEqual({ found: 1, networks: 1 });
  });

  test("is written completely when the portal is closed", async ({ environment, portal }) => {
    await visitorAt(portal, here).misses(25);
    await portal[Symbol.asyncDispose]();
    expect(await verifyLookupLog(await openForTest(environment))).toMatchObject({ lookups: 25, brokenAt: null });
  });

  test("keeps as many lookups as it has room for, and how many were lost", async ({ portal }) => {
    const entry = { at: Date.now(), channel: "web", policy: "open", found: false } as const;
    const keys = { number: Buffer.alloc(16, 1), network: Buffer.alloc(16, 2) };
    for (let count = 0; count < 60_123; count += 1) portal.lookups.log.add({ ...entry, ...keys });
    await writeLookups(portal);
    expect(await verifyLookupLog(portal)).toEqual({ lookups: 60_000, lost: 123, brokenAt: null });
  });
});

describe.each(engines)("while the database cannot be written, on %s", (engine) => {
  const test = testOn(engine);
  const away = (table: string) => sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_away`)}`;
  const back = (table: string) => sql`alter table ${sql.table(`${table}_away`)} rename to ${sql.table(table)}`;

  test("lookups are answered, and the log catches up afterwards", async ({ portal }) => {
    const { number } = await shownRecord(portal);
    await change(portal, away("lookup_batch"));
    expect((await visitorAt(portal, here).asks(number)).kind).toBe("found");
    await expect(writeLookups(portal)).rejects.toThrow(/lookup_batch/);
    expect((await visitorAt(portal, here).asks("MISSING1")).kind).toBe("none");
    await change(portal, back("lookup_batch"));
    await writeLookups(portal);
    expect(await verifyLookupLog(portal)).toEqual({ lookups: 2, lost: 0, brokenAt: null });
  });

  test("misses are counted, and shared afterwards", async ({ portal: one, there: two }) => {
    await change(one, away("lookup_misses"));
    await visitorAt(one, here).misses(20);
    await expect(syncMissCounts(one)).rejects.toThrow(/lookup_misses/);
    await visitorAt(one, here).misses(10);
    expect(await visitorAt(one, here).misses(1)).toBe("needs-proof");
    await change(one, back("lookup_misses"));
    await syncMissCounts(one);
    await visitorAt(two, here).misses(1);
    await syncMissCounts(two);
    expect(await visitorAt(two, here).misses(1)).toBe("needs-proof");
  });

  test("a visitor who needs a proof gets an error, and no answer without the proof", async ({ portal }) => {
    const visitor = visitorAt(portal, here);
    await visitor.misses(30);
    const later: Portal = { ...portal, now: () => Date.now() + 11_000 };
    const { wait } = await visitor.isAsked();
    await change(portal, away("lookup_spent"));
    const asking = visitorAt(later, here).asks("MISSING1", { waitTicket: wait.ticket });
    await expect(asking).rejects.toThrow(/lookup_spent/);
    await change(portal, back("lookup_spent"));
    expect((await visitorAt(later, here).asks("MISSING1", { waitTicket: wait.ticket })).kind).toBe("none");
  });
});

describe.each(engines)("an old count of misses on %s", (engine) => {
  const test = testOn(engine);
  test("is deleted", async ({ portal }) => {
    await visitorAt(portal, here).misses(31);
    await syncMissCounts(portal);
    await deleteOldMissCounts(portal);
    expect(await tableText(portal, "lookup_misses")).not.toBe("");
    await deleteOldMissCounts({ ...portal, now: () => Date.now() + 3 * day });
    expect(await tableText(portal, "lookup_misses")).toBe("");
  });
});
