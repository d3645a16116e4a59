import { expect } from "vitest";
import { verifyErasures } from "#operations/backups/verify-erasures.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { verifyAudit, verifyImages, verifyLookupLog, verifyRecords, verifyStates } from "#operations/upkeep/verify.ts";

/** Checks everything that `attestry verify` checks. */
export async function expectIntact(portal: Portal): Promise<void> {
  expect((await verifyAudit(portal)).brokenAt).toBeNull();
  expect((await verifyLookupLog(portal)).brokenAt).toBeNull();
  expect((await verifyRecords(portal)).broken).toEqual([]);
  expect(await verifyStates(portal)).toEqual([]);
  await verifyErasures(portal, { onBroken: (problem) => expect.fail(problem) });
  expect(await verifyImages(portal)).toMatchObject({ broken: [], orphans: [] });
}
