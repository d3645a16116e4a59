import type { Particulars } from "#core/records/record-details.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { isLastDayField, kindOfLastDay, type LastDayField } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "#i18n/document-titles.ts";

export type ParticularName = keyof Particulars;

type Particular = { label: () => string; maxLength: number; required?: () => string };

/** In the order of the page. */
export const particularFields: Record<ParticularName, Particular> = {
  passportNumber: { label: m.passport_number, maxLength: 40, required: m.passport_number_required },
  irccNumber: { label: m.ircc_number, maxLength: 40, required: m.ircc_number_required },
  name: { label: m.name, maxLength: 200, required: m.name_required },
  fatherName: { label: m.father_name, maxLength: 200, required: m.father_name_required },
  motherName: { label: m.mother_name, maxLength: 200, required: m.mother_name_required },
  address: { label: m.address, maxLength: 500, required: m.address_required },
  nationality: { label: m.nationality, maxLength: 100 },
};

const isParticular = (field: string): field is ParticularName => Object.hasOwn(particularFields, field);

export const particularNames: readonly ParticularName[] = Object.keys(particularFields).filter(isParticular);

export const noParticulars: Particulars = {
  passportNumber: "",
  irccNumber: "",
  name: "",
  fatherName: "",
  motherName: "",
  address: "",
  nationality: "",
};

const otherLabels = {
  assignedTo: m.assigned_to,
  returnReason: m.return_reason,
  keptUntil: m.retention_until,
  keepReason: m.retention_reason,
};

const isOther = (field: string): field is keyof typeof otherLabels => Object.hasOwn(otherLabels, field);

type LabelledField = ParticularName | DocumentKind | LastDayField | keyof typeof otherLabels;

export function fieldLabel(field: LabelledField): string {
  if (isOther(field)) return otherLabels[field]();
  if (isLastDayField(field)) return m.last_day_of({ document: documentTitle(kindOfLastDay(field), "/") });
  return isParticular(field) ? particularFields[field].label() : documentTitle(field, "/");
}
