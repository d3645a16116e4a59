import type { OwnFieldType } from "#core/own-fields/own-field.ts";
import { m } from "#i18n/compiled/messages.js";

export const ownTypeWords: Record<OwnFieldType, () => string> = {
  text: m.own_field_text,
  "long-text": m.own_field_long_text,
  number: m.own_field_number,
  day: m.own_field_day,
  choice: m.own_field_choice,
  "yes-no": m.own_field_yes_no,
  country: m.own_field_country,
  phone: m.own_field_phone,
};
