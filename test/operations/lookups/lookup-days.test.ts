import { sql } from "kysely";
import { describe, expect } from "vitest";
import { officeDay } from "#core/office-clock.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import { deleteOldHits, lookupsOfRecord, writeLookupDays } from "#operations/records/lookup-days.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { lookupDaysFrom } from "#storage/database/lookups/lookup-days.ts";
import { countRows } from "#storage/database/rows.ts";
import { admin, moderator } from "../../support/accounts/people.ts";
import { addTestRecord } from "../../support/records.ts";
import { engines, openForTest, testOn } from "../../support/portals.ts";
import { here, noon, shownRecord, visitorAt } from "../../support/visitors.ts";
import { machineZone } from "#core/settings/time-zone.ts";

const day = 24 * 3_600_000;
const at = (portal: Portal, now: number): Portal => ({ ...portal, now: () => now });
const daysOf = (portal: Portal) => lookupDaysFrom(portal.database.lookups.read, portal.registry, "");
const hitRows = (portal: Portal) => countRows(portal.database.lookups.read, "lookup_record_day");

describe.each(engines)("lookups by day on %s", (engine) => {
  const test = testOn(engine);

  test("are counted by channel, by all processes together, on the day on which they were made", async ({
    environment,
    portal,
  }) => {
    const { id, number } = await shownRecord(portal);
    const other = await openForTest(environment);
    for (const one of [portal, other]) {
      await visitorAt(at(one, noon), here).asks(number);
      await visitorAt(at(one, noon), here).asks(number, { channel: "api" });
      await visitorAt(at(one, noon), here).misses(3);
      await visitorAt(at(one, noon + day), here).asks(number);
    }
    for (const one of [portal, other]) await writeLookupDays(at(one, noon + day));
    await writeLookupDays(portal);
    const none = { web_hits: 0, web_misses: 0, api_hits: 0, api_misses: 0, wave_hours: 0 };
    expect(await daysOf(portal)).toEqual([
      {
        registry: portal.registry,
        day: officeDay(machineZone(), noon),
        ...none,
        web_hits: 2,
        api_hits: 2,
        web_misses: 6,
      },
      { registry: portal.registry, day: officeDay(machineZone(), noon + day), ...none, web_hits: 2 },
    ]);
    const { total, days } = await lookupsOfRecord(at(portal, noon + day), admin, id);
    expect(total).toBe(6);
    expect(days).toHaveLength(90);
    expect(days.slice(-3).map(({ hits }) => hits)).toEqual([0, 4, 2]);
  });

  test("mark each hour with a wave of misses once, from whichever process", async ({ environment }) => {
    const limits = { ...lookupLimits, calmMisses: 20 };
    const one = await openForTest(environment, undefined, { limits });
    const other = await openForTest(environment, undefined, { limits });
    const waveHours = async (misses: number, now: number) => {
      for (const portal of [one, other]) {
        await visitorAt(at(portal, now), `198.51.100.${new Date(now).getUTCHours()}`).misses(misses);
        await writeLookupDays(at(portal, now));
      }
      return (await daysOf(one))[0]?.wave_hours;
    };
    expect(await waveHours(19, noon)).toBe(0);
    const hour = 1 << new Date(noon).getHours();
    expect(await waveHours(1, noon)).toBe(hour);
    expect(await waveHours(1, noon + 60_000)).toBe(hour);
    expect(await waveHours(20, noon + 3_600_000)).toBe(hour | (hour << 1));
  });

  test("of records are kept for 90 days", async ({ portal }) => {
    const { number } = await shownRecord(portal);
    await visitorAt(portal, here).asks(number);
    await writeLookupDays(portal);
    await deleteOldHits(at(portal, Date.now() + 89 * day));
    expect(await hitRows(portal)).toBe(1);
    await deleteOldHits(at(portal, Date.now() + 91 * day));
    expect(await hitRows(portal)).toBe(0);
  });

  test("are written later, each of them once, if a write fails", async ({ portal }) => {
    const records = await Promise.all(Array.from({ length: 3 }, () => shownRecord(portal)));
    for (const { number } of records) await visitorAt(portal, here).asks(number);
    const rename = (from: string, to: string) =>
      portal.database.lookups.write((writer) =>
        sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(writer),
      );
    await rename("lookup_record_day", "away");
    await expect(writeLookupDays(portal)).rejects.toThrow(/lookup_record_day/);
    await rename("away", "lookup_record_day");
    await visitorAt(portal, here).misses(1);
    await writeLookupDays(portal);
    expect(await daysOf(portal)).toMatchObject([{ web_hits: 3, web_misses: 1 }]);
    expect(await hitRows(portal)).toBe(3);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("lookups by day", () => {
  const test = testOn("sqlite");

  test("of a record are visible to people who may read it, and are deleted with it", async ({ portal }) => {
    const { id, passportNumber } = await addTestRecord(portal, admin, {});
    await visitorAt(portal, here).asks(passportNumber);
    await writeLookupDays(portal);
    await expect(lookupsOfRecord(portal, moderator, id)).rejects.toMatchObject({ id: "not-found" });
    expect((await lookupsOfRecord(portal, admin, id)).total).toBe(1);
    await visitorAt(portal, here).asks(passportNumber);
    await deleteRecord(portal, admin, { id });
    await writeLookupDays(portal);
    expect(await hitRows(portal)).toBe(0);
    expect(await daysOf(portal)).toMatchObject([{ web_hits: 2 }]);
  });
});
