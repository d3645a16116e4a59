import { z } from "zod";
import { PortalError } from "../errors.ts";
import { checkInput } from "../fields.ts";
import { fieldNamed, isOwnName, type OwnField, ownName, usedOf } from "../own-fields/own-field.ts";
import { datedOf, type OwnDeclared } from "../own-fields/own-paper.ts";
import { readOwnValue } from "../own-fields/own-value.ts";
import { updateSchema } from "./candidate-record.ts";
import { isLastDayField, kindsWithLastDay, lastDayField } from "./last-days.ts";
import { fieldsWith } from "./record-fields.ts";
import { sentDay } from "./sent-last-days.ts";

/** What many records can have in common, beside the operator's own fields. */
const commonFields = [...fieldsWith("isCommon"), ...kindsWithLastDay.map(lastDayField)] as const;

const fieldSchema = ({ ownFields, ownPapers }: OwnDeclared) =>
  z.object({
    field: z.enum(
      [
        ...commonFields,
        ...usedOf(ownFields).map(({ id }) => ownName(id)),
        ...datedOf(ownPapers).map(({ id }) => lastDayField(id)),
      ],
      { error: "unknown-choice" },
    ),
  });

/** A new value of one field of many records. An empty text removes the value. */
export type NewValue = { field: z.infer<ReturnType<typeof fieldSchema>>["field"]; value: string };

const typedValue = z.object({ value: z.string({ error: "not-text" }) });

export function parseNewValue(typed: object, declared: OwnDeclared): NewValue {
  const { field } = checkInput(fieldSchema(declared), typed);
  if (isOwnName(field)) return { field, value: ownValueIn(fieldNamed(declared.ownFields, field), typed) };
  const value = isLastDayField(field) ? sentDay : updateSchema.shape[field];
  return { field, ...checkInput(z.object({ value }), typed) };
}

function ownValueIn(field: OwnField | undefined, typed: object): string {
  const { value } = checkInput(typedValue, typed);
  const read = field ? readOwnValue(field, value) : ({ problem: "unknown-choice" } as const);
  if ("problem" in read) throw new PortalError("invalid", { fields: { value: read.problem } });
  return read.value;
}
