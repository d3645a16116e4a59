import type { Actor } from "#core/accounts/actor.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { ImageGrant } from "#core/images/image-links.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addRecord, type NewRecord } from "#operations/records/add-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { admin, particulars } from "./accounts/people.ts";

type Different = Record<string, unknown> & Partial<Pick<NewRecord, "images" | "lastDays" | "own">>;

/** Adds a record. Each call adds one of another person with other numbers. */
export const addTestRecord = (
  portal: Portal,
  actor: Actor = admin,
  { images = {}, lastDays, own, ...different }: Different = {},
) => addRecord(portal, actor, { particulars: particulars(different), images, lastDays, own });

/** What the images of a record are shown for, to a visitor who has just looked it up. */
export async function grantFor(portal: Portal, { passportNumber: number }: CandidateRecord): Promise<ImageGrant> {
  const seen = await lookUpRecord(portal, { by: "passport", number });
  if (!seen) throw new Error("the record is not shown");
  return seen.imageGrant;
}
