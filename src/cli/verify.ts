import { readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { verifyAudit } from "#operations/audit/verify-audit.ts";
import { verifyCandidates } from "#operations/candidates/verify-candidates.ts";
import { openPortal } from "#portal";

/** Reads everything once. Fails when the chain is broken or a record does not open. */
export async function run(): Promise<void> {
  await using portal = await openPortal(readConfig());
  const audit = await verifyAudit(portal);
  const records = await verifyCandidates(portal);
  console.log(`Audit chain: ${audit.events} events, ${audit.brokenAt === null ? "whole" : "broken"}.`);
  console.log(`Records: ${records.opened} open, ${records.broken.length} do not.`);
  if (audit.brokenAt !== null) throw new StartRefused(`The audit chain is broken at event ${audit.brokenAt}.`);
  const [first] = records.broken;
  if (first !== undefined) throw new StartRefused(`Record ${first} cannot be opened; restore it from a backup.`);
}
