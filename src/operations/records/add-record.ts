import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import {
  type CandidateRecord,
  parseNewRecord,
  type Particulars,
  type TypedRecord,
} from "#core/records/candidate-record.ts";
import { lastDaysAfter } from "#core/records/sent-last-days.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { addsApproved, authorize, mayAddRecords } from "#core/accounts/permissions.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import type { Writer } from "#storage/database/database.ts";
import { putLastDays } from "#storage/database/records/records.ts";
import { insertRow } from "#storage/database/rows.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import { doOnce } from "../do-once.ts";
import { attachImages, type ImageChanges, prepareImages } from "../images/attach-images.ts";
import { deleteMarkedImages } from "../images/remove-images.ts";
import type { Portal } from "../portal.ts";
import { notePublication } from "../proofs/note-publication.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { type OwnersOf, refuseDuplicateNumbers, savingNumbers } from "./duplicate-numbers.ts";
import { daysOf, sealRecord } from "./sealed-record.ts";

export type NewRecord = TypedRecord & {
  images: ImageChanges;
  /** An admin's record gets the nationality of the settings. If this is true, the record has its own instead. */
  hasNationality?: boolean;
};

type AddingMore = {
  /** More writes for the transaction of the record, before its own writes. */
  writeMore?: ((writer: Writer, record: CandidateRecord) => Promise<unknown>) | undefined;
  /** Who has the record's numbers, if that was queried in the same transaction for many records. */
  ownersOf?: OwnersOf | undefined;
};

/**
 * Adds a record. An admin's record is published at once, a moderator's waits for approval. With four eyes, every record waits.
 */
export async function addRecord(
  portal: Portal,
  actor: Actor,
  input: NewRecord,
  { writeMore, ownersOf }: AddingMore = {},
) {
  authorize(mayAddRecords(actor), actor);
  const { particulars, lastDays } = parseNewRecord(input);
  const empty = await newRecord(portal, actor, particulars, input.hasNationality);
  const prepared = await prepareImages(portal, actor, input.images);
  const dataKey = newDataKey(portal.keyring, empty.id);
  const insert = async (writer: Writer) => {
    await refuseDuplicateNumbers(portal, writer, actor, empty, ownersOf);
    const attached = await attachImages(portal, writer, actor, { ...empty, key: dataKey.key }, prepared);
    const { documents } = attached;
    const added = { ...empty, documents, lastDays: lastDaysAfter(empty, documents, lastDays) };
    await writeMore?.(writer, added);
    await insertRow(writer, "candidate", sealRecord(portal, added, dataKey));
    const days = daysOf(added.lastDays);
    if (days.length > 0) await putLastDays(writer, added.id, days);
    const pending = await notePublication(portal, writer, { before: null, after: added, key: dataKey.key });
    const details = detailsOfChange<CandidateRecord>({}, added);
    const event = { actor, action: "candidate-added", subject: "candidate", subjectId: added.id, details } as const;
    await logAuditEvent(portal, writer, event, dataKey.key, pending);
    return { record: added, replaced: attached.replaced };
  };
  const { record, replaced } = await savingNumbers(portal, actor, () => portal.database.write(insert));
  await deleteMarkedImages(portal, replaced);
  return record;
}

/** Adds a record, once for each key. Without a key, every request adds a record. */
export async function addRecordOnce(
  portal: Portal,
  actor: Actor,
  input: NewRecord,
  key: string | undefined,
  writeMore?: AddingMore["writeMore"],
): Promise<{ id: string }> {
  authorize(mayAddRecords(actor), actor);
  if (key === undefined) return addRecord(portal, actor, input, { writeMore });
  const id = await doOnce(portal, actor, { key, body: input }, async (answer) => {
    const writeAnswer = async (writer: Writer, record: CandidateRecord) => {
      await writeMore?.(writer, record);
      await answer(writer, record.id);
    };
    return (await addRecord(portal, actor, input, { writeMore: writeAnswer })).id;
  });
  return { id };
}

async function newRecord(
  portal: Portal,
  actor: Actor,
  particulars: Particulars,
  hasNationality = false,
): Promise<CandidateRecord> {
  const { defaultNationality, fourEyes } = await currentSettings(portal);
  const now = portal.now();
  const isAdmins = addsApproved(actor);
  const isApproved = isAdmins && !fourEyes;
  return {
    ...particulars,
    nationality: isAdmins && !hasNationality ? defaultNationality : particulars.nationality,
    id: randomUUID(),
    registry: portal.registry,
    documents: {},
    lastDays: {},
    keptBack: [],
    approval: isApproved ? "approved" : "waiting",
    hidden: false,
    returnReason: "",
    addedBy: actorId(actor),
    addedAt: now,
    changedAt: now,
    approvedAt: isApproved ? now : null,
    approvedBy: isApproved ? actorId(actor) : null,
    assignedTo: null,
    version: 1,
  };
}
