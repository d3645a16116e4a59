import type { FieldName } from "#core/records/record-fields.ts";
import { m } from "#i18n/compiled/messages.js";

type FieldWords = {
  title: () => string;
  /** The title on sheets, if it is another one. */
  onSheet?: () => string;
  /** Says that a needed field is empty. */
  required?: () => string;
};

export const fieldWords: Record<FieldName, FieldWords> = {
  passportNumber: { title: m.passport_number, required: m.passport_number_required },
  irccNumber: { title: m.ircc_number, required: m.ircc_number_required },
  name: { title: m.name, onSheet: m.record_name, required: m.name_required },
  fatherName: { title: m.father_name, required: m.father_name_required },
  motherName: { title: m.mother_name, required: m.mother_name_required },
  address: { title: m.address, onSheet: m.permanent_address, required: m.address_required },
  nationality: { title: m.nationality },
};

export function titleOnSheet(name: FieldName): string {
  const { title, onSheet = title } = fieldWords[name];
  return onSheet();
}
