import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { type CandidateRecord, parseParticulars, type Particulars } from "#core/records/candidate-record.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { addsApproved, mayAddRecords, authorize } from "#core/staff/permissions.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { insertRecords } from "#storage/database/records.ts";
import type { Writer } from "#storage/database/database.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import { fitImages } from "../images/fit-images.ts";
import { removeLeavingImages } from "../images/leaving-images.ts";
import { type GivenImages, takeImages } from "../images/take-images.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { refuseTakenNumbers } from "./refuse-taken-numbers.ts";
import { sealRecord } from "./sealed-record.ts";

export type NewRecord = {
  /** As typed into the add form. */
  particulars: unknown;
  images: GivenImages;
};

/** Written in the transaction of the record. */
export type Alongside = (writer: Writer, record: CandidateRecord) => Promise<unknown>;

/** An admin's record is published at once, a moderator's waits for approval; with four eyes everybody's waits. */
export async function addRecord(
  portal: Portal,
  actor: Actor,
  input: NewRecord,
  alongside: Alongside = async () => {},
): Promise<CandidateRecord> {
  authorize(mayAddRecords(actor), actor);
  const empty = await newRecord(portal, actor, parseParticulars(input.particulars));
  const given = await fitImages(portal, actor, input.images);
  const dataKey = newDataKey(portal.keyring, empty.id);
  const { record, leaving } = await portal.database.write(async (writer) => {
    await refuseTakenNumbers(portal, writer, actor, empty);
    const taken = await takeImages(portal, writer, actor, { id: empty.id, key: dataKey.key, documents: {} }, given);
    const added = { ...empty, documents: taken.documents };
    await insertRecords(writer, [sealRecord(portal, added, dataKey)]);
    await alongside(writer, added);
    const details = detailsOfChange<CandidateRecord>({}, added);
    const event = { actor, action: "candidate-added", subject: "candidate", subjectId: added.id, details } as const;
    await logAuditEvent(portal, writer, event, dataKey.key);
    return { record: added, leaving: taken.leaving };
  });
  await removeLeavingImages(portal, leaving);
  return record;
}

async function newRecord(portal: Portal, actor: Actor, particulars: Particulars): Promise<CandidateRecord> {
  const { defaultNationality, fourEyes } = await currentSettings(portal);
  const now = portal.now();
  const isAdmins = addsApproved(actor);
  const isApproved = isAdmins && !fourEyes;
  return {
    ...particulars,
    nationality: isAdmins ? defaultNationality : particulars.nationality,
    id: randomUUID(),
    registry: portal.registry,
    documents: {},
    approval: isApproved ? "approved" : "waiting",
    hidden: false,
    returnReason: "",
    addedBy: actorId(actor),
    addedAt: now,
    changedAt: now,
    approvedAt: isApproved ? now : null,
    approvedBy: isApproved ? actorId(actor) : null,
    version: 1,
  };
}
