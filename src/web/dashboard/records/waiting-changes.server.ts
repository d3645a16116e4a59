import { fieldNames } from "#core/records/record-fields.ts";
import type { Content, DocumentPage } from "#core/records/record-details.ts";
import { isOwnName, type OwnField } from "#core/own-fields/own-field.ts";
import { everyLabel, isOwnPaper, type OwnDeclared } from "#core/own-fields/own-paper.ts";
import { isLastDayField, kindOfLastDay, kindsWithLastDay, lastDayField } from "#core/records/last-days.ts";
import {
  authorsOf,
  authorsOfField,
  baseOf,
  contentOf,
  documentField,
  fieldsBetween,
  fold,
  kindsInContents,
} from "#core/records/revision.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { ownLabel, wordsOfOwn } from "#i18n/own-field-words.ts";
import { writtenDay, writtenMoment } from "#i18n/written.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { accountNames } from "#operations/records/read-record.ts";
import type { RevisedRecord } from "#operations/sealed/revised-record.ts";
import { missingOwnFields } from "#operations/sealed/sealed-revision.ts";
import { fieldLabel } from "../record-list/particulars.ts";
import type { ShownChanges } from "./waiting-changes.tsx";

/** Returns what waits, old beside new. Null if nobody changed a record that waits, and it has no revision. */
export async function shownChanges(
  portal: Portal,
  actor: AccountActor,
  { record, revision, isDamaged }: RevisedRecord,
  declared: OwnDeclared,
): Promise<ShownChanges | null> {
  if (isDamaged) return damaged;
  const edits = revision?.edits ?? record.edited.edits;
  if (edits.length === 0) return null;
  const old = revision ? contentOf(record) : baseOf(record);
  const wanted = fold(old, edits);
  const authors = authorsOf(edits);
  const names = await accountNames(portal, actor, authors);
  const namesOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? m.history_nobody()).join(", ");
  const changed = fieldsBetween(old, wanted);
  const of = (field: string) => ({ field, by: namesOf(authorsOfField(edits, field)) });
  return {
    state: revision?.state ?? null,
    reason: revision?.reason ?? "",
    names: namesOf(authors),
    since: revision ? writtenMoment(revision.begunAt) : "",
    texts: textFields(changed).map((field) => ({
      ...of(field),
      label: fieldLabel(field, everyLabel(declared)),
      old: textIn(old, field, declared),
      wanted: textIn(wanted, field, declared),
    })),
    papers: kindsInContents(old, wanted)
      .map((kind) => ({ title: fieldLabel(kind, everyLabel(declared)), field: documentField(kind) }))
      .filter(({ field }) => changed.includes(field))
      .map(({ title, field }) => ({ ...of(field), title, old: pagesIn(old, field), wanted: pagesIn(wanted, field) })),
    isOwnPart: authors.includes(actor.id),
  };
}

const damaged: ShownChanges = {
  state: "damaged",
  reason: "",
  names: "",
  since: "",
  texts: [],
  papers: [],
  isOwnPart: false,
};

/** The names of the fields that change, for a list. */
export function changedFields({ record, revision }: RevisedRecord, declared: OwnDeclared): string {
  if (!revision) return "";
  const old = contentOf(record);
  const wanted = fold(old, revision.edits);
  const changed = fieldsBetween(old, wanted);
  const papers = kindsInContents(old, wanted).filter((kind) => changed.includes(documentField(kind)));
  return [...textFields(changed), ...papers].map((field) => fieldLabel(field, everyLabel(declared))).join(", ");
}

/** The labels of the needed fields that are empty, and without which it is not approved. */
export const missingLabels = ({ record, revision }: RevisedRecord, ownFields: readonly OwnField[]): string[] =>
  missingOwnFields(record, revision, ownFields).map(ownLabel);

const builtIn = [...fieldNames, ...kindsWithLastDay.map(lastDayField)];

const textFields = (changed: readonly string[]) => [
  ...builtIn.filter((field) => changed.includes(field)),
  ...changed.filter(isLastDayField).filter((field) => isOwnPaper(kindOfLastDay(field))),
  ...changed.filter(isOwnName),
];

function textIn(content: Content, field: string, { ownFields }: OwnDeclared): string {
  const value = content[field];
  if (typeof value !== "string") return "";
  return value !== "" && isLastDayField(field) ? writtenDay(value) : wordsOfOwn(ownFields, field, value);
}

function pagesIn(content: Content, field: string): readonly DocumentPage[] {
  const value = content[field] ?? [];
  return typeof value === "string" ? [] : value;
}
