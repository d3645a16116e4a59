import type { AnyKind, OwnPaperId } from "#core/own-fields/own-paper.ts";
import { type FieldName, isFieldName } from "#core/records/record-fields.ts";
import { isOwnName, type OwnLabels, type OwnName } from "#core/own-fields/own-field.ts";
import { labelOfOwn } from "#i18n/own-field-words.ts";
import { isLastDayField, kindOfLastDay, type LastDayField } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { staffTitle } from "#i18n/document-titles.ts";
import { fieldWords } from "#i18n/field-words.ts";

const otherLabels = {
  assignedTo: m.assigned_to,
  returnReason: m.return_reason,
  keptUntil: m.retention_until,
  keepReason: m.retention_reason,
};

const isOther = (field: string): field is keyof typeof otherLabels => Object.hasOwn(otherLabels, field);

type LabelledField = FieldName | AnyKind | LastDayField | OwnName | keyof typeof otherLabels;
type OfOperator = OwnName | OwnPaperId | `lastDays.${OwnPaperId}`;

/** `labels`: those of the operator's fields and papers, with removed ones. */
export function fieldLabel(field: Exclude<LabelledField, OfOperator>): string;
export function fieldLabel(field: LabelledField, labels: OwnLabels): string;
export function fieldLabel(field: LabelledField, labels: OwnLabels = []): string {
  if (isOwnName(field)) return labelOfOwn(labels, field);
  if (isOther(field)) return otherLabels[field]();
  if (isLastDayField(field)) return m.last_day_of({ document: staffTitle(kindOfLastDay(field), labels) });
  return isFieldName(field) ? fieldWords[field].title() : staffTitle(field, labels);
}
