import { describe, expect } from "vitest";
import { withoutNumbers } from "#core/records/numbers.ts";
import { subjectAccessExport } from "#operations/exports/all-about-person.ts";
import { makeSlip } from "#operations/proofs/make-slip.ts";
import { checkNumbers } from "#operations/records/check-numbers.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { rowById } from "#storage/database/rows.ts";
import { admin, commandLine } from "../support/accounts/people.ts";
import { expectIntact } from "../support/expect-intact.ts";
import { engines, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord, grantFor } from "../support/records.ts";
import { checkStatement, savedStatement } from "../support/statements.ts";

const required = { id: "invalid", fields: { irccNumber: "required" } };

describe.each(engines)("a record without an IRCC number on %s", (engine) => {
  const test = testOn(engine);

  test("is refused unless the settings allow it; then several have none, and keep it so under a new secret", async ({
    environment,
  }) => {
    const [older, newer] = ["an older secret of at least 32 characters", "a newer secret of at least 32 characters"];
    const portal = await openForTest({ ...environment, SECRET: older });
    await expect(addTestRecord(portal, admin, { irccNumber: "" })).rejects.toMatchObject(required);
    await changeSettings(portal, admin, { change: { irccNumberIsOptional: true } });
    const one = await addTestRecord(portal, admin, { irccNumber: "" });
    const two = await addTestRecord(portal, admin, { irccNumber: " " });
    const rotated = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    await rotateKeys(rotated, commandLine);
    for (const { id, passportNumber: number } of [one, two]) {
      expect(await lookUpRecord(rotated, { by: "either", number })).toMatchObject({ irccNumber: "" });
      const row = await rowById(rotated.database.read, "candidate", id);
      expect(row).toMatchObject({ ircc_index: null, ircc_last_four: null });
    }
    expect(await checkNumbers(rotated, admin, { numbers: one.passportNumber })).toMatchObject([
      { state: "shown", record: { id: one.id } },
    ]);
    await expectIntact(rotated);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("a record without an IRCC number", () => {
  const test = testOn("sqlite");

  test("gets one by an update, and from then on needs one", async ({ portal }) => {
    await changeSettings(portal, admin, { change: { irccNumberIsOptional: true } });
    const record = await addTestRecord(portal, admin, { irccNumber: "" });
    await changeSettings(portal, admin, { change: { irccNumberIsOptional: false } });
    const update = (different: object) =>
      updateRecord(portal, admin, { id: record.id }, { particulars: { ...record, ...different }, images: {} });
    await update({ name: "Rahim Khan" });
    await update({ irccNumber: "W123456789" });
    expect(await lookUpRecord(portal, { by: "ircc", number: "W123456789" })).not.toBeNull();
    await expect(update({ irccNumber: "" })).rejects.toMatchObject(required);
    await expect(update({ irccNumber: undefined })).rejects.toMatchObject(required);
    await expectIntact(portal);
  });

  test("has no such claim in its statement, and no slip for that number", async ({ portal }) => {
    await changeSettings(portal, admin, { change: { irccNumberIsOptional: true } });
    const record = await addTestRecord(portal, admin, { irccNumber: "" });
    const { payload } = await checkStatement(portal, (await savedStatement(portal, record.id)) ?? "");
    expect(payload).toMatchObject({ passport_number: record.passportNumber });
    expect(payload).not.toHaveProperty("ircc_number");
    const grant = await grantFor(portal, record);
    const slip = (number: "passport" | "ircc") =>
      makeSlip(portal, { record: record.id, grant, language: "en", number });
    await expect(slip("ircc")).rejects.toMatchObject({ id: "not-found" });
    expect((await slip("passport")).bytes.byteLength).toBeGreaterThan(1000);
    expect(await subjectAccessExport(portal, admin, record)).toMatchObject({ watches: [] });
    expect(withoutNumbers("Wrong photo", [record.passportNumber, record.irccNumber])).toBe("Wrong photo");
  });
});
