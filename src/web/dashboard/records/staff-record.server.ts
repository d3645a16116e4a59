import { type CandidateRecord, particularsOf } from "#core/records/candidate-record.ts";
import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { readStaffMember } from "#operations/staff/read-staff.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { shownRecord, type StaffRecord } from "./staff-record.tsx";

export async function staffRecord(visit: Visit, actor: Actor, record: CandidateRecord): Promise<StaffRecord> {
  const { shownKinds } = await visit.settings();
  const addedBy = await nameOf(visit, actor, record.addedBy);
  return shownRecord(record, { typed: particularsOf(record), addedBy, shownKinds });
}

/** Null for a program, the portal itself, and whoever has no account any more. */
async function nameOf({ portal }: Visit, actor: Actor, id: string): Promise<string | null> {
  try {
    return (await readStaffMember(portal, actor, { id })).name;
  } catch (error) {
    if (isPortalError(error) && ["not-found", "not-allowed"].includes(error.id)) return null;
    throw error;
  }
}
