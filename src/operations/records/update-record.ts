import { isDeepStrictEqual } from "node:util";
import type { NewValue } from "#core/records/new-value.ts";
import { PortalError } from "#core/errors.ts";
import { type CandidateRecord, parseUpdate, type Particulars } from "#core/records/candidate-record.ts";
import { isLastDayField, kindOfLastDay, type LastDays } from "#core/records/last-days.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { lastDaysAfter } from "#core/records/sent-last-days.ts";
import { authorize, mayUpdateRecord, mayUpdateRecords } from "#core/accounts/permissions.ts";
import { attachImages, prepareImages } from "../images/attach-images.ts";
import type { ChangeTarget, FieldsTarget } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import type { NewRecord } from "./add-record.ts";
import { changeRecord, type RecordChanged } from "./change-record.ts";
import type { Writer } from "#storage/database/database.ts";
import { putLastDays } from "#storage/database/records/records.ts";
import { refuseDuplicateNumbers, savingNumbers } from "./duplicate-numbers.ts";
import { daysOf } from "./sealed-record.ts";

/**
 * Replaces particulars, documents and their last days. A record that was sent back waits for approval again. The reason
 * why it was sent back stays until somebody decides on the record.
 */
export async function updateRecord(
  portal: Portal,
  actor: Actor,
  target: FieldsTarget,
  { images, ...typed }: NewRecord,
): Promise<RecordChanged> {
  authorize(mayUpdateRecords(actor), actor);
  const { particulars, lastDays: sentDays } = parseUpdate(typed);
  const prepared = await prepareImages(portal, actor, images);
  return savingNumbers(portal, actor, () =>
    changeRecord(portal, actor, target, {
      allowedFor: mayUpdateRecord,
      apply: async (record, { within, writer, key }) => {
        if (record.irccNumber !== "" && particulars.irccNumber === "")
          throw new PortalError("invalid", { fields: { irccNumber: "required" } });
        const documents = await attachImages(within, writer, actor, { ...record, key }, prepared);
        await refuseDuplicateNumbers(portal, writer, actor, { ...newNumbers(record, particulars), id: record.id });
        const lastDays = await saveLastDays(within, writer, record, lastDaysAfter(record, documents, sentDays));
        return { ...particulars, documents, lastDays, ...submittedAgain(record) };
      },
      action: "candidate-updated",
    }),
  );
}

/** Sets one field of a record. A record that was sent back stays so: this need not be what was wrong with it. */
export async function updateField(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  { field, value }: NewValue,
): Promise<RecordChanged> {
  authorize(mayUpdateRecords(actor), actor);
  return changeRecord(portal, actor, target, {
    allowedFor: mayUpdateRecord,
    apply: async (record, { within, writer }) => {
      if (!isLastDayField(field)) return { [field]: value };
      const lastDays = lastDaysAfter(record, record.documents, { [kindOfLastDay(field)]: value });
      return { lastDays: await saveLastDays(within, writer, record, lastDays) };
    },
    action: "candidate-updated",
  });
}

async function saveLastDays(
  { database }: Portal,
  writer: Writer,
  { id, lastDays: before }: CandidateRecord,
  lastDays: LastDays,
) {
  if (!isDeepStrictEqual(lastDays, before)) await putLastDays(database, writer, id, daysOf(lastDays));
  return lastDays;
}

/** The numbers that are new to the record. Numbers that it had before are its own and need no check. */
const newNumbers = (before: Particulars, { passportNumber, irccNumber }: Particulars) => ({
  passportNumber: passportNumber === before.passportNumber ? null : passportNumber,
  irccNumber: irccNumber === before.irccNumber ? null : irccNumber,
});

const submittedAgain = (record: CandidateRecord): Partial<CandidateRecord> =>
  record.approval === "returned" ? { approval: "waiting" } : {};
