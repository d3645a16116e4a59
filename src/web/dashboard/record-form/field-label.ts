import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "../../lookup/documents.tsx";
import type { ParticularName } from "./shown-form.ts";

export const particularLabels: Record<ParticularName, () => string> = {
  passportNumber: m.passport_number,
  irccNumber: m.ircc_number,
  name: m.name,
  fatherName: m.father_name,
  motherName: m.mother_name,
  address: m.address,
  nationality: m.nationality,
};

const isParticular = (field: string): field is ParticularName => Object.hasOwn(particularLabels, field);

/** What a field of a record is called, in forms and in its history. */
export function fieldLabel(field: ParticularName | DocumentKind | "returnReason"): string {
  if (field === "returnReason") return m.return_reason();
  return isParticular(field) ? particularLabels[field]() : documentTitle(field, "/");
}
