import type { NewValue } from "#core/records/new-value.ts";
import { PortalError } from "#core/errors.ts";
import { type CandidateRecord, parseUpdate } from "#core/records/candidate-record.ts";
import { isLastDayField, isOwnLastDay, kindOfLastDay } from "#core/records/last-days.ts";
import { approvedPerson, isAnotherPerson } from "#core/records/content-since.ts";
import type { Particulars } from "#core/records/record-details.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { fieldNamed, isOwnName, type OwnField, ownAmong, usedOf } from "#core/own-fields/own-field.ts";
import type { Settings } from "#core/settings/settings.ts";
import { datedOf } from "#core/own-fields/own-paper.ts";
import { ownValuesAfter } from "#core/own-fields/own-value.ts";
import { lastDaysAfter } from "#core/records/sent-last-days.ts";
import { authorize, mayUpdateRecord, mayUpdateRecords } from "#core/accounts/permissions.ts";
import { attachImages, prepareImages } from "../images/attach-images.ts";
import type { ChangeTarget, FieldsTarget } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import type { NewRecord } from "./add-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { changeContent, type RecordChanged } from "./change-record.ts";
import { openRecord } from "../sealed/sealed-record.ts";
import { readNext } from "./read-record.ts";
import { refuseTakenNumbers, savingNumbers } from "./duplicate-numbers.ts";

/** A form asks staff whether a record with another name and another number is still of the same person. Programs are not asked. */
type ChangedRecord = NewRecord & { isSamePerson?: boolean };

/**
 * Replaces particulars, documents and their last days; under the four-eyes rule, those of an approved record wait. A record that was sent back waits for approval again. The reason
 * why it was sent back stays until somebody decides on the record.
 */
export async function updateRecord(
  portal: Portal,
  actor: Actor,
  target: FieldsTarget,
  { images, isSamePerson = true, ...typed }: ChangedRecord,
): Promise<RecordChanged> {
  authorize(mayUpdateRecords(actor), actor);
  const settings = await currentSettings(portal);
  const changed = { ...typed, own: await withoutKeptChoices(portal, actor, target, typed.own, settings) };
  const { particulars, lastDays: sentDays, own: sentOwn } = parseUpdate({ ...changed, images }, settings);
  const prepared = await prepareImages(portal, actor, images);
  return savingNumbers(portal, actor, () =>
    changeContent(portal, actor, target, {
      allowedFor: mayUpdateRecord,
      apply: async (record, { within, writer, row, key }) => {
        const after = { ...particulars, irccNumber: secondAfter(record, particulars, settings) };
        const approvedFor = approvedPerson(record.revision === null ? record : openRecord(within, row, key));
        if (!isSamePerson && approvedFor && isAnotherPerson(approvedFor, after))
          throw new PortalError("another-person");
        const documents = await attachImages(within, writer, actor, { ...record, key }, prepared);
        await refuseTakenNumbers(portal, writer, actor, record, after);
        const lastDays = lastDaysAfter(record, documents, sentDays);
        const own = ownValuesAfter(record.own, sentOwn);
        return { ...after, documents, lastDays, own, ...submittedAgain(record) };
      },
      action: "candidate-updated",
    }),
  );
}

type WithSecond = Pick<Particulars, "irccNumber">;

/** A record that has a second number needs one. It keeps its own while no form asks for it. */
function secondAfter(record: WithSecond, sent: WithSecond, { secondNumber }: Settings): string {
  if (record.irccNumber === "" || sent.irccNumber !== "") return sent.irccNumber;
  if (secondNumber.isAbsent) return record.irccNumber;
  throw new PortalError("invalid", { fields: { irccNumber: "required" } });
}

/** A record keeps a choice that an admin has taken away since: what is sent as it is stored is no change. */
async function withoutKeptChoices(
  portal: Portal,
  actor: Actor,
  { id }: FieldsTarget,
  sent: NewRecord["own"] = {},
  { ownFields }: Settings,
): Promise<NonNullable<NewRecord["own"]>> {
  const isTakenAway = ({ id: field, type, choices }: OwnField) =>
    type === "choice" && Boolean(sent[field]) && !choices.includes(sent[field] ?? "");
  if (!ownFields.some(isTakenAway)) return sent;
  const { own } = await readNext(portal, actor, id);
  return Object.fromEntries(Object.entries(sent).filter(([field, value]) => value !== own[field]));
}

/** Sets one field of a record. A record that was sent back stays so: this need not be what was wrong with it. */
export async function updateField(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  { field, value }: NewValue,
): Promise<RecordChanged> {
  authorize(mayUpdateRecords(actor), actor);
  // A bulk run may have begun before an admin removed the field or paper.
  const { ownFields, ownPapers } = await currentSettings(portal);
  const isThere = isOwnLastDay(field)
    ? datedOf(ownPapers).some(({ id }) => id === kindOfLastDay(field))
    : !isOwnName(field) || fieldNamed(usedOf(ownFields), field);
  if (!isThere) throw new PortalError("not-allowed");
  return changeContent(portal, actor, target, {
    allowedFor: mayUpdateRecord,
    apply: (record) => {
      if (isOwnName(field)) return { own: ownValuesAfter(record.own, ownAmong([[field, value]])) };
      if (!isLastDayField(field)) return { [field]: value };
      return { lastDays: lastDaysAfter(record, record.documents, { [kindOfLastDay(field)]: value }) };
    },
    action: "candidate-updated",
  });
}

const submittedAgain = (record: CandidateRecord): Partial<CandidateRecord> =>
  record.approval === "returned" ? { approval: "waiting" } : {};
