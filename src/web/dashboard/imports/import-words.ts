import { type ImportField, isImportField } from "#core/imports/columns.ts";
import { m } from "#i18n/compiled/messages.js";

export const fieldNames: Record<ImportField, () => string> = {
  passportNumber: m.passport_number,
  irccNumber: m.ircc_number,
  name: m.name,
  fatherName: m.father_name,
  motherName: m.mother_name,
  address: m.address,
  nationality: m.nationality,
};

export const fieldName = (field: string): string => (isImportField(field) ? fieldNames[field]() : field);
