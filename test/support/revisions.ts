import type { AccountActor, Actor } from "#core/accounts/actor.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { ImageChanges } from "#operations/images/attach-images.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { addTestRecord } from "./records.ts";

/** A record that `by` added and `approver` approved. */
export async function approvedRecord(
  portal: Portal,
  by: Actor,
  approver: AccountActor,
  different: Parameters<typeof addTestRecord>[2] = {},
): Promise<CandidateRecord> {
  const { id } = await addTestRecord(portal, by, different);
  return (await decideOnRecord(portal, approver, { id }, "approve")).record;
}

type Changes = Record<string, unknown> & { images?: ImageChanges; lastDays?: object; own?: Record<string, string> };

/** Sends the whole form of a record, with these values changed. */
export const edit = (
  portal: Portal,
  actor: Actor,
  record: CandidateRecord & { expectedVersion?: number },
  { images = {}, lastDays, own, ...changes }: Changes,
) =>
  updateRecord(
    portal,
    actor,
    { id: record.id, expectedVersion: record.expectedVersion },
    { particulars: { ...record, ...changes }, images, lastDays, own },
  );

export const seen = (portal: Portal, number: string) => lookUpRecord(portal, { by: "either", number });
