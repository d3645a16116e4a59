import { describe, expect } from "vitest";
import type { Look } from "#core/holders/looks.ts";
import { officeDay } from "#core/office-clock.ts";
import { subjectAccessExport } from "#operations/exports/all-about-person.ts";
import { offerHolderLink, readHolder } from "#operations/holders/holder-links.ts";
import { looksOfRecord } from "#operations/records/holder-looks.ts";
import { readHolderPage, bindByCard } from "#operations/holders/holder-page.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { askByShareCode } from "#operations/holders/use-share-code.ts";
import { deleteOldHits, writeLookupDays } from "#operations/records/lookup-days.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { insertRun } from "#storage/database/backup-runs.ts";
import { holderOfRecord } from "#storage/database/holders/holders.ts";
import { countRows } from "#storage/database/rows.ts";
import { admin, particulars } from "../support/accounts/people.ts";
import { cardForm, holderOf } from "../support/holders.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, openForTest } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { here, lookupTestOn, noon, visitorAt } from "../support/visitors.ts";
import { changeRows } from "../support/change-rows.ts";
import { machineZone } from "#core/settings/time-zone.ts";

const day = 24 * 3_600_000;

const written = ({ database }: Portal) => countRows(database.read, "holder_look");

const look = (
  times: number,
  way: Look<unknown>["way"],
  country = "",
  state: Look<"now" | "earlier">["state"] = "now",
) => ({
  way,
  country,
  state,
  times,
});

const testWith = (engine: Engine) => lookupTestOn(engine).extend("record", async ({ portal }) => addTestRecord(portal));

describe.each(engines)("what holders learn of lookups on %s", (engine) => {
  const test = testWith(engine);

  test("is day, way and country, from all processes, without their own visits, lookups by staff, and misses", async ({
    environment,
    portal,
    clock,
    record,
  }) => {
    const { opened } = await holderOf(portal, record);
    const { code } = await makeShareCode(portal, opened, {
      whom: "employer",
      days: "7",
      uses: "3",
    });
    const there = { ...(await openForTest(environment)), now: () => clock.now };
    for (const one of [portal, there]) {
      const { asks } = visitorAt(one, here);
      for (const country of ["BD", "IN"]) await asks(record.passportNumber, { country });
      await asks(record.passportNumber, { country: "BD", channel: "api" });
      await asks(record.passportNumber, { country: "BD", isStaff: true });
      await asks("MISSING1", { country: "BD" });
      await askByShareCode(one, { code, name: record.name }, { address: here, channel: "web" });
    }
    await Promise.all([writeLookupDays(portal), writeLookupDays(there)]);
    const looks = [look(2, "number", "BD"), look(2, "number", "IN"), look(2, "program", "BD"), look(2, "code")];
    const first = { day: officeDay(machineZone(), clock.now), looks };
    expect((await readHolderPage(portal, opened))?.looks).toEqual([first]);

    clock.now += day;
    await visitorAt(portal, here).asks(record.passportNumber);
    await writeLookupDays(portal);
    const second = { day: officeDay(machineZone(), clock.now), looks: [look(1, "number")] };
    expect(await looksOfRecord(portal, record.id)).toEqual([second, first]);
    const about = await subjectAccessExport(portal, admin, await readRecord(portal, admin, record.id));
    expect(about.lookups).toEqual([
      { ...first, hits: 10 },
      { ...second, hits: 1 },
    ]);
    const sealed = await portal.database.read.selectFrom("holder_look").select("sealed").execute();
    expect(sealed.map((row) => Buffer.from(row.sealed).toString("latin1")).join()).not.toMatch(/number|country|"BD"/);
  });

  test("is deleted with the record, and after 90 days", async ({ portal, clock, record }) => {
    await holderOf(portal, record);
    const asks = () => visitorAt(portal, here).asks(record.passportNumber);
    const left = async (days: number) => {
      clock.now = noon + days * day;
      await deleteOldHits(portal);
      return [await written(portal), (await looksOfRecord(portal, record.id)).length];
    };
    await asks();
    await writeLookupDays(portal);
    expect(await left(89)).toEqual([1, 1]);
    expect(await left(90)).toEqual([1, 0]);
    expect(await left(91)).toEqual([0, 0]);
    await asks();
    await writeLookupDays(portal);
    await asks();
    await deleteRecord(portal, admin, { id: record.id });
    await writeLookupDays(portal);
    expect(await written(portal)).toBe(0);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("what holders learn of lookups", () => {
  const test = testWith("sqlite");

  test("are counted from the holder's first day on, and again after a restore, which loses some", async ({
    portal,
    clock,
    record,
  }) => {
    const { opened } = await holderOf(portal, record);
    const countedFrom = async () => (await readHolderPage(portal, opened))?.countedFrom;
    expect(await countedFrom()).toBe(noon);
    const restored = { started_at: noon + 1000, target: "/backups", ended_at: noon + 5000, state: "done" } as const;
    clock.now += 10_000;
    await portal.database.write((writer) => insertRun(writer, { ...restored, id: "1", kind: "check" }));
    expect(await countedFrom()).toBe(noon);
    await portal.database.write((writer) => insertRun(writer, { ...restored, id: "2", kind: "restore" }));
    expect(await countedFrom()).toBe(noon + 5000);
  });

  test("includes whether a lookup found what is published now", async ({ portal, clock, record }) => {
    const asks = () => visitorAt(portal, here).asks(record.passportNumber);
    const states = async () => {
      await writeLookupDays(portal);
      const [{ looks } = { looks: [] }] = await looksOfRecord(portal, record.id);
      return Object.fromEntries(looks.map(({ state, times }) => [state, times]));
    };
    const updated = async (different: Record<string, unknown>) => {
      clock.now += 1000;
      const typed = particulars({ ...record, ...different });
      await updateRecord(portal, admin, { id: record.id }, { particulars: typed, images: {} });
    };
    await holderOf(portal, record);
    await asks();
    expect(await states()).toEqual({ now: 1 });
    await asks();
    await updated({ address: "7, Banani, Dhaka" });
    await asks();
    expect(await states()).toEqual({ now: 1, earlier: 2 });
    await updated({ address: "8, Banani, Dhaka" });
    expect(await states()).toEqual({ earlier: 3 });
    await updated({ address: "7, Banani, Dhaka" });
    expect(await states()).toEqual({ now: 1, earlier: 2 });
    // Strangers see the same version again.
    await hideRecord(portal, admin, { id: record.id });
    await unhideRecord(portal, admin, { id: record.id });
    await asks();
    expect(await states()).toEqual({ now: 2, earlier: 2 });
  });

  test("fits into one row a day of limited size, however many lookups there are", async ({ portal, record }) => {
    await holderOf(portal, record);
    const asks = async () => {
      const letters = [..."ABCDEFGH"];
      for (const one of letters)
        for (const other of letters)
          await visitorAt(portal, here).asks(record.passportNumber, { country: one + other });
      await writeLookupDays(portal);
    };
    await asks();
    const size = async () => {
      const [row, ...more] = await portal.database.read.selectFrom("holder_look").select("sealed").execute();
      expect(more).toEqual([]);
      return row?.sealed.byteLength ?? 0;
    };
    const once = await size();
    for (let times = 0; times < 3; times += 1) await asks();
    expect(await size()).toBe(once);
  });

  test("covers only their own time as holder, and nothing is stored for a record without a holder", async ({
    portal,
    clock,
    record,
  }) => {
    const asks = () => visitorAt(portal, here).asks(record.passportNumber);
    await asks();
    await writeLookupDays(portal);
    expect(await written(portal)).toBe(0);
    await asks();
    clock.now += 1000;
    await holderOf(portal, record);
    await asks();
    // A count that includes lookups from before that time is left out.
    await writeLookupDays(portal);
    expect(await looksOfRecord(portal, record.id)).toEqual([]);
    await asks();
    await writeLookupDays(portal);
    expect(await looksOfRecord(portal, record.id)).toMatchObject([{ looks: [look(1, "number")] }]);
    await asks();
    const card = (await offerHolderLink(portal, admin, { id: record.id }, { reason: "Lost" })) ?? "";
    const { link } = await readHolder(portal, admin, record.id);
    clock.now = link?.worksFrom ?? 0;
    await bindByCard(portal, cardForm(card), here);
    await writeLookupDays(portal);
    expect([await looksOfRecord(portal, record.id), await written(portal)]).toEqual([[], 0]);
  });

  test("of a day that cannot be opened is left out, and does not delay those of others", async ({ portal, record }) => {
    const whole = await addTestRecord(portal);
    for (const one of [record, whole]) await holderOf(portal, one);
    const asks = async () => {
      for (const { passportNumber } of [record, whole]) await visitorAt(portal, here).asks(passportNumber);
      await writeLookupDays(portal);
    };
    await asks();
    const holder = await holderOfRecord(portal.database.read, record.id);
    await changeRows(portal, "holder_look", { sealed: Buffer.alloc(60) }, { holder_id: holder?.id ?? "" });
    await asks();
    expect(await looksOfRecord(portal, record.id)).toEqual([]);
    expect(await looksOfRecord(portal, whole.id)).toMatchObject([{ looks: [look(2, "number")] }]);
    // What was sealed for one day opens on no other.
    const { id: holder_id = "" } = (await holderOfRecord(portal.database.read, whole.id)) ?? {};
    await changeRows(portal, "holder_look", { day: officeDay(machineZone(), noon - day) }, { holder_id });
    expect(await looksOfRecord(portal, whole.id)).toEqual([]);
  });
});
