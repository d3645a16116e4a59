import { describe, expect, test } from "vitest";
import { auditTrail } from "#operations/audit/audit-trail.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { rotateKeys } from "#operations/rotate-keys.ts";
import type { Portal } from "#operations/portal.ts";
import { hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { changeDate } from "#operations/settings/change-settings.ts";
import { verifyAudit, verifyRecords } from "#operations/verify.ts";
import { admin, moderator, particulars } from "../support/people.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";

const older = "an older secret of at least 32 characters";
const newer = "a newer secret of at least 32 characters";
const add = (portal: Portal, different = {}) =>
  addRecord(portal, admin, { particulars: particulars(different), images: {} });

describe.each(engines)("a new SECRET on %s", (engine) => {
  test("takes over without a moment in which a record is not found", async () => {
    const environment = await freshEnvironment(engine);
    const withOlder = await openForTest({ ...environment, SECRET: older });
    const before = await add(withOlder);
    await changeDate(withOlder, admin, "2026-03-31");

    const withBoth = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    const during = await add(withBoth);
    const found = async (portal: Portal, number: string) =>
      (await lookUpRecord(portal, { by: "either", number })) !== null;
    for (const number of [before.passportNumber, during.irccNumber]) expect(await found(withBoth, number)).toBe(true);
    await expect(add(withBoth, { passportNumber: before.passportNumber })).rejects.toMatchObject({
      id: "duplicate-number",
    });

    const touched = await add(withOlder);
    await hideRecord(withBoth, admin, { id: touched.id });
    await unhideRecord(withBoth, admin, { id: touched.id });
    await expect(openForTest({ ...environment, SECRET: newer })).rejects.toThrow(/another SECRET/);

    expect(await rotateKeys(withBoth, admin)).toBe(1);
    expect(await rotateKeys(withBoth, admin)).toBe(0);

    const withNewer = await openForTest({ ...environment, SECRET: newer });
    for (const number of [before.irccNumber, during.passportNumber, touched.irccNumber]) {
      expect(await found(withNewer, number)).toBe(true);
    }
    expect(await verifyRecords(withNewer)).toEqual({ opened: 3, broken: [] });
    expect((await auditTrail(withNewer, admin, "candidate", before.id))[0]?.details).toMatchObject({
      address: { to: before.address },
    });
    expect(await verifyAudit(withNewer)).toEqual({ events: 7, brokenAt: null });
  });

  test("is refused at the start when the records know nothing of it", async () => {
    const environment = await freshEnvironment(engine);
    await openForTest({ ...environment, SECRET: older });
    await expect(openForTest({ ...environment, SECRET: newer })).rejects.toThrow(/another SECRET/);
  });

  test("is an admin's business", async () => {
    const portal = await openForTest({ ...(await freshEnvironment(engine)), SECRET: older });
    await expect(rotateKeys(portal, moderator)).rejects.toMatchObject({ id: "not-allowed" });
  });
});
