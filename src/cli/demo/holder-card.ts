import type { Agency } from "#demo/agency.ts";
import { demoAccount } from "#demo/demo-staff.ts";
import { holderAddress, offerHolderLink, readHolder } from "#operations/holders/holder-links.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { findByNumber } from "#operations/records/read-record.ts";

export type HolderCard = { number: string; address: string; parent: string };

/** A new card for the first person's own page. Null once somebody has opened that page, or if the record is gone. */
export async function makeHolderCard(portal: Portal, { people }: Agency): Promise<HolderCard | null> {
  const [number = ""] = people.memorable;
  const admin = await demoAccount(portal, "admin");
  // Not as a visitor, who may need more than the number.
  const [record] = await findByNumber(portal, admin, number);
  if (record === undefined) return null;
  const { boundAt } = await readHolder(portal, admin, record.id);
  if (boundAt !== null) return null;
  const code = await offerHolderLink(portal, admin, { id: record.id }, {});
  return code === null ? null : { number, address: holderAddress(portal, code), parent: record.fatherName };
}
