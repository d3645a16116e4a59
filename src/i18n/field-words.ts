import type { FieldName } from "#core/records/record-fields.ts";
import { m } from "#i18n/compiled/messages.js";
import { secondFormatWords, secondInSentence, secondTitle } from "./second-number.ts";

type FieldWords = {
  title: () => string;
  /** The title on sheets, if it is another one. */
  onSheet?: () => string;
  /** Says that a needed field is empty. */
  required?: () => string;
  /** Says that the text cannot be the number of this field. */
  format?: () => string;
};

export const fieldWords: Record<FieldName, FieldWords> = {
  passportNumber: { title: m.passport_number, required: m.passport_number_required },
  irccNumber: {
    title: secondTitle,
    required: () => m.ircc_number_required(secondInSentence()),
    format: secondFormatWords,
  },
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
