import { z } from "zod";
import { checkInput, optionalText, requiredText } from "../fields.ts";
import type { LastDays, Particulars, RecordDetails } from "./record-details.ts";
import {
  eachField,
  type FieldName,
  fieldNames,
  otherFields,
  recordFields,
  type RecordField,
  specifiedFields,
} from "./record-fields.ts";
import { sentLastDays } from "./sent-last-days.ts";
import { recordNumber } from "./numbers.ts";

const isBlank = (typed: unknown) => typed === undefined || (typeof typed === "string" && !/\S/.test(typed));

function readNumber(typed: string, context: z.RefinementCtx): string {
  const canonical = recordNumber(typed);
  if (canonical !== null) return canonical;
  context.issues.push({
    code: "custom",
    message: isBlank(typed) ? "required" : "number-format",
    input: typed,
  });
  return z.NEVER;
}

const numberField = z
  .string({ error: (issue) => (issue.input === undefined ? "required" : "not-text") })
  .transform(readNumber);

const optionalNumberField = z
  .string({ error: "not-text" })
  .default("")
  .transform((typed, context) => (isBlank(typed) ? "" : readNumber(typed, context)));

/** Whether a number that depends on a setting may be "" is not decided here. */
function schemaOf(name: FieldName, isNeeded: (needed: RecordField["needed"]) => boolean): z.ZodType<string> {
  const { type, longest, needed } = recordFields[name];
  if (type === "number") return needed === "always" ? numberField : optionalNumberField;
  return isNeeded(needed) ? requiredText(longest) : optionalText(longest).default("");
}

export const particularsSchema = z.object(
  eachField(fieldNames, (name) => schemaOf(name, (needed) => needed === "always" || needed === "on-new")),
);

const inUpdate = (name: FieldName) => schemaOf(name, (needed) => needed === "always");

/** A field that is not in the specification keeps its value if it is not sent. */
export const updateSchema = z.object({
  ...eachField(specifiedFields, inUpdate),
  ...eachField(otherFields, (name) => inUpdate(name).exactOptional()),
});

/** The typed values of a record, as they were sent. */
export type TypedRecord = { particulars: object; lastDays?: object | undefined };

const newRecordSchema = particularsSchema.extend({ lastDays: sentLastDays });
const changedRecordSchema = updateSchema.extend({ lastDays: sentLastDays });

/** Both functions report the problems of particulars and of last days together. */
export const parseNewRecord = (typed: TypedRecord, { irccNumberIsOptional = false } = {}) =>
  parsed(newRecordSchema, typed, { irccNumberIsOptional });

/** Whether the record may be without an IRCC number depends on whether it has one, which only the caller knows. */
export const parseUpdate = (typed: TypedRecord) => parsed(changedRecordSchema, typed, { irccNumberIsOptional: true });

function parsed<Values extends object>(
  schema: z.ZodType<Values & { lastDays: LastDays }>,
  typed: TypedRecord,
  { irccNumberIsOptional }: { irccNumberIsOptional: boolean },
) {
  const fields: Record<string, unknown> = { ...typed.particulars, lastDays: typed.lastDays };
  const isMissing = !irccNumberIsOptional && isBlank(fields["irccNumber"]);
  const { lastDays, ...particulars } = checkInput(schema, fields, isMissing ? { irccNumber: "required" } : {});
  return { particulars, lastDays };
}

/**
 * `returned`: sent back to the moderator who added the record. The specification calls `waiting` and `returned` "Denied".
 */
export const approvals = ["approved", "waiting", "returned"] as const;
export type Approval = (typeof approvals)[number];

export type CandidateRecord = Particulars &
  Omit<RecordDetails, "staff"> & {
    id: string;
    registry: string;
    approval: Approval;
    hidden: boolean;
    addedBy: string;
    addedAt: number;
    changedAt: number;
    /** The time of the last approval. Null if the record was never approved. */
    approvedAt: number | null;
    approvedBy: string | null;
    /** The account that works on the record. Null if there is none. */
    assignedTo: string | null;
    /** Increases by one with every change. ETags are made from it. */
    version: number;
  };
