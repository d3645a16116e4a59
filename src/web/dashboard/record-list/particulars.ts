import type { DocumentKind } from "#core/records/document-kinds.ts";
import { type FieldName, isFieldName } from "#core/records/record-fields.ts";
import { isOwnName, type OwnLabels, type OwnName } from "#core/own-fields/own-field.ts";
import { labelOfOwn } from "#i18n/own-field-words.ts";
import { isLastDayField, kindOfLastDay, type LastDayField } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "#i18n/document-titles.ts";
import { fieldWords } from "#i18n/field-words.ts";

const otherLabels = {
  assignedTo: m.assigned_to,
  returnReason: m.return_reason,
  keptUntil: m.retention_until,
  keepReason: m.retention_reason,
};

const isOther = (field: string): field is keyof typeof otherLabels => Object.hasOwn(otherLabels, field);

type LabelledField = FieldName | DocumentKind | LastDayField | OwnName | keyof typeof otherLabels;

/** `ownFields` are those of the settings, with removed ones. */
export function fieldLabel(field: Exclude<LabelledField, OwnName>): string;
export function fieldLabel(field: LabelledField, ownFields: OwnLabels): string;
export function fieldLabel(field: LabelledField, ownFields: OwnLabels = []): string {
  if (isOwnName(field)) return labelOfOwn(ownFields, field);
  if (isOther(field)) return otherLabels[field]();
  if (isLastDayField(field)) return m.last_day_of({ document: documentTitle(kindOfLastDay(field), "/") });
  return isFieldName(field) ? fieldWords[field].title() : documentTitle(field, "/");
}
