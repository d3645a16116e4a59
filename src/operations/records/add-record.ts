import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { type CandidateRecord, parseNewRecord, type TypedRecord } from "#core/records/candidate-record.ts";
import { type LastDays, type Particulars, noEdits } from "#core/records/record-details.ts";
import type { OwnValues } from "#core/own-fields/own-field.ts";
import { ownValuesIn } from "#core/own-fields/own-value.ts";
import { lastDaysAfter } from "#core/records/sent-last-days.ts";
import type { Settings } from "#core/settings/settings.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { addsApproved, authorize, mayAddRecords } from "#core/accounts/permissions.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { insertOwnHashes } from "#storage/database/records/own-index.ts";
import { insertLastDays } from "#storage/database/records/records.ts";
import type { Writer } from "#storage/database/database.ts";
import { insertRows } from "#storage/database/rows.ts";
import { inTransaction, type Within } from "#storage/database/transaction.ts";
import type { InsertedRecord } from "#storage/database/unit-of-work.ts";
import { doOnce } from "../portal/do-once.ts";
import { attachImages, type ImageChanges, prepareImages } from "../images/attach-images.ts";
import type { Portal } from "../portal/portal.ts";
import { logPublication } from "../proofs/note-publication.ts";
import { currentSettings, knownSettings } from "../portal/current-settings.ts";
import { refuseEnded } from "../portal/still-signed-in.ts";
import { type OwnersOf, refuseDuplicateNumbers, savingNumbers } from "./duplicate-numbers.ts";
import { ownHashes, searchedFields } from "../sealed/own-hashes.ts";
import { daysOf, sealRecord } from "../sealed/record-indexes.ts";

export type NewRecord = TypedRecord & {
  images: ImageChanges;
  /** An admin's record gets the nationality of the settings. If this is true, the record has its own instead. */
  hasNationality?: boolean;
  /** True for a form, which asks for the operator's own fields. */
  areOwnNeeded?: boolean;
};

/** A checked record with its images, and the last days that were sent with it. */
export type PreparedRecord = { empty: CandidateRecord; images: ImageChanges; lastDays: LastDays };

/**
 * Adds a record. An admin's record is published at once, a moderator's waits for approval. With four eyes, every record waits.
 */
export async function addRecord(portal: Portal, actor: Actor, input: NewRecord): Promise<CandidateRecord> {
  const prepared = await prepareRecord(portal, actor, input);
  return savingNumbers(portal, actor, () => insertRecord(portal, actor, prepared));
}

/** Adds a record, once for each key. Without a key, every request adds a record. */
export async function addRecordOnce(
  portal: Portal,
  actor: Actor,
  input: NewRecord,
  key: string | undefined,
): Promise<{ id: string }> {
  authorize(mayAddRecords(actor), actor);
  const id = await doOnce(portal, actor, { key, body: input }, async (once) => {
    const prepared = await prepareRecord(portal, actor, input);
    return savingNumbers(portal, actor, () => once(async (within) => (await insertRecord(within, actor, prepared)).id));
  });
  return { id };
}

/** What adding a record does before its transaction: images may have to be processed again. */
export async function prepareRecord(
  portal: Portal,
  actor: Actor,
  input: NewRecord,
  settings?: Settings,
): Promise<PreparedRecord> {
  authorize(mayAddRecords(actor), actor);
  const current = settings ?? (await currentSettings(portal));
  const { areOwnNeeded = false } = input;
  const { particulars, lastDays, own } = parseNewRecord(input, { ...current, areOwnNeeded });
  const empty = newRecord(portal, actor, current, { ...input, particulars, own: ownValuesIn(own) });
  return { empty, images: await prepareImages(portal, actor, input.images), lastDays };
}

type Insertion = {
  /** Who has the record's numbers, if that was queried in the same transaction for many records. */
  ownersOf?: OwnersOf;
  /** Checks everything and inserts nothing. For a transaction that is rolled back. */
  isDryRun?: boolean;
};

export const insertRecord = (
  portal: Portal,
  actor: Actor,
  { empty, images, lastDays }: PreparedRecord,
  { ownersOf, isDryRun = false }: Insertion = {},
): Promise<CandidateRecord> =>
  inTransaction(portal, async (within, writer) => {
    await refuseEnded(writer, actor);
    const { key, wrapped } = newDataKey(portal.keyring, empty.id);
    await refuseDuplicateNumbers(within, writer, actor, empty, ownersOf);
    const documents = await attachImages(within, writer, actor, { ...empty, key }, images);
    const added = { ...empty, documents, lastDays: lastDaysAfter(empty, documents, lastDays) };
    if (isDryRun) return added;
    const row = { ...sealRecord(portal, added, { key, wrapped }), holder_state: "none" } as const;
    const hashes = ownHashes(portal.keyring.current, added, await searchedFields(within));
    insertLast(within, writer, { row, lastDays: added.lastDays, ownHashes: hashes });
    const { revision: _, edited: __, contentSince: ___, approvedAs: ____, own, ...facts } = added;
    const details = detailsOfChange<CandidateRecord>({}, { ...facts, ...(Object.keys(own).length > 0 && { own }) });
    const event = { actor, action: "candidate-added", subject: "candidate", subjectId: added.id, details } as const;
    await logPublication(within, writer, { before: null, after: added, key }, event);
    return added;
  });

/** Inserts a record when the transaction ends, together with all others. */
const insertLast = (portal: Within<Portal>, writer: Writer, record: InsertedRecord): void =>
  portal.database.transaction.unit.newRecords.writeBy((records) => insertAll(portal, writer, records)).add(record);

async function insertAll(portal: Portal, writer: Writer, records: readonly InsertedRecord[]): Promise<void> {
  const rows = records.map(({ row }) => row);
  await insertRows(writer, "candidate", rows);
  const site = await knownSettings(portal);
  const days = records.flatMap(({ row, lastDays }) => daysOf(lastDays, site).map((day) => ({ id: row.id, day })));
  await insertLastDays(writer, days);
  const hashes = records.flatMap(({ row, ownHashes: ofRecord }) => ofRecord.map((one) => ({ id: row.id, ...one })));
  await insertOwnHashes(writer, hashes);
}

type NewValues = Pick<NewRecord, "hasNationality"> & { particulars: Particulars; own: OwnValues };

function newRecord(
  portal: Portal,
  actor: Actor,
  { defaultNationality, fourEyes }: Settings,
  { particulars, own, hasNationality = false }: NewValues,
): CandidateRecord {
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
    own,
    keptBack: [],
    ownKeptBack: [],
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
    revision: null,
    edited: noEdits,
    contentSince: null,
    approvedAs: null,
  };
}
