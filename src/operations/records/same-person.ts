import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { namesOfPerson } from "#core/records/names.ts";
import { type OtherRecord, publicStateOf } from "#core/records/public-state.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayListRecords, maySeeEveryRecord } from "#core/accounts/permissions.ts";
import { samePersonHash } from "#sealing/number-index.ts";
import { recordsOfPerson } from "#storage/database/records/records.ts";
import type { Portal } from "../portal/portal.ts";

/** A longer list would not help anybody to decide. */
const atMost = 5;

/** Returns other records with the same name and parents' names. Moderators learn only of their own records. */
export async function samePersonRecords(
  { database, keyring, registry }: Portal,
  actor: Actor,
  record: Pick<CandidateRecord, "id" | "name" | "fatherName" | "motherName">,
): Promise<OtherRecord[]> {
  authorize(mayListRecords(actor), actor);
  const names = namesOfPerson(record);
  if (names === null) return [];
  const rows = await recordsOfPerson(database.read, {
    hashes: keyring.all.map((keySet) => samePersonHash(keySet, registry, names)),
    exceptId: record.id,
    addedBy: maySeeEveryRecord(actor) ? null : actorId(actor),
    atMost,
  });
  return rows.map(({ id, name, hidden, approval }) => ({
    id,
    name,
    publicState: publicStateOf({ hidden: hidden === 1, approval }),
  }));
}
