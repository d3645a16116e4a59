import { z } from "zod";
import { checkInput } from "../fields.ts";
import { updateSchema } from "./candidate-record.ts";
import { isLastDayField, kindsWithLastDay, lastDayField } from "./last-days.ts";
import { fieldsWith } from "./record-fields.ts";
import { sentDay } from "./sent-last-days.ts";

/** What many records can have in common. */
const commonFields = [...fieldsWith("isCommon"), ...kindsWithLastDay.map(lastDayField)] as const;

/** A new value of one field of many records. An empty text removes the value. */
export type NewValue = { field: (typeof commonFields)[number]; value: string };

const fieldSchema = z.object({ field: z.enum(commonFields, { error: "unknown-choice" }) });

export function parseNewValue(typed: object): NewValue {
  const { field } = checkInput(fieldSchema, typed);
  const value = isLastDayField(field) ? sentDay : updateSchema.shape[field];
  return { field, ...checkInput(z.object({ value }), typed) };
}
