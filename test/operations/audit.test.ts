import { sql } from "kysely";
import { describe, expect } from "vitest";
import { verifyAudit } from "#operations/verify.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, testOn } from "../support/portals.ts";

describe.each(engines)("the audit chain on %s", (engine) => {
  const test = testOn(engine).extend("filled", async ({ portal }) => {
    for (let count = 0; count < 5; count += 1) {
      await addTestRecord(portal);
    }
    return portal;
  });

  test("is whole after honest work", async ({ filled }) => {
    expect(await verifyAudit(filled)).toEqual({ events: 5, brokenAt: null });
  });

  test.for([
    ["an actor is changed", sql`update audit_event set actor = 'someone else' where seq = 3`, 3],
    ["a time is changed", sql`update audit_event set at = at + 1 where seq = 1`, 1],
    ["an event is taken out", sql`delete from audit_event where seq = 4`, 4],
    ["the last event is taken out", sql`delete from audit_event where seq = 5`, 5],
    [
      "sealed values are swapped",
      sql`update audit_event set sealed_details = (select e.sealed_details from audit_event e where e.seq = 1) where seq = 2`,
      2,
    ],
  ] as const)("shows where %s", async ([, tamper, brokenAt], { filled }) => {
    await filled.database.write((writer) => tamper.execute(writer));
    expect((await verifyAudit(filled)).brokenAt).toBe(brokenAt);
  });
});
