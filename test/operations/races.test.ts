import { describe, expect, test } from "vitest";
import { auditTrail } from "#operations/audit/audit-trail.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { verifyAudit } from "#operations/verify.ts";
import { admin, moderator, particulars } from "../support/people.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";
import { startRacer } from "../support/racer.ts";

const rounds = 40;

describe.each(engines)("two processes on %s", (engine) => {
  test("that approve, hide or delete the same version have one winner, with one audit event", async () => {
    const environment = await freshEnvironment(engine);
    const portal = await openForTest(environment);
    await using one = await startRacer(environment);
    await using two = await startRacer(environment);
    for (let round = 0; round < rounds; round += 1) {
      const added = await addRecord(portal, moderator, { particulars: particulars(), images: {} });
      const deed = (["approve", "hide", "delete"] as const)[round % 3] ?? "approve";
      const attempt = { deed, id: added.id, version: added.version };
      const outcomes = await Promise.all([one.attempt(attempt), two.attempt(attempt)]);
      const loser = deed === "delete" ? "not-found" : "stale";
      expect(outcomes.toSorted()).toEqual([loser, "done"].toSorted());
      expect(await auditTrail(portal, admin, "candidate", added.id)).toHaveLength(2);
    }
    expect(await verifyAudit(portal)).toEqual({ events: rounds * 2, brokenAt: null });
  });
});
