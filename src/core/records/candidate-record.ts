import { z } from "zod";
import { checkInput, optionalText, requiredText } from "../fields.ts";
import type { LastDays, Particulars, RecordDetails } from "./record-details.ts";
import { eachField, type FieldName, fieldNames, otherFields, recordFields, specifiedFields } from "./record-fields.ts";
import { usedOf } from "../own-fields/own-field.ts";
import { type OwnDeclared, problemsOfSentPapers } from "../own-fields/own-paper.ts";
import { problemsOfSentOwn, sentOwnValues } from "../own-fields/own-value.ts";
import { sentLastDays } from "./sent-last-days.ts";
import { oncePer } from "../once-per.ts";
import { type NumberForm, numberSigns, recordNumber, recordSecond } from "./numbers.ts";
import { irccNumber, type SecondNumber } from "./second-number.ts";

const isBlank = (typed: unknown) => typed === undefined || (typeof typed === "string" && !/\S/.test(typed));

function readNumber(typed: string, context: z.RefinementCtx, spell = recordNumber): string {
  const canonical = spell(typed);
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
  .transform((typed, context) => readNumber(typed, context));

const optionalNumber = (spell: typeof recordNumber) =>
  z
    .string({ error: "not-text" })
    .transform((typed, context) => (isBlank(typed) ? "" : readNumber(typed, context, spell)));

const optionalNumberField = optionalNumber(recordNumber);

const requiredSchema = (name: FieldName): z.ZodType<string> =>
  recordFields[name].type === "number" ? numberField : requiredText(recordFields[name].longest);

const optionalSchema = (name: FieldName): z.ZodType<string> =>
  recordFields[name].type === "number" ? optionalNumberField : optionalText(recordFields[name].longest);

const isAlways = (name: FieldName) => recordFields[name].needed === "always";

export const particularsSchema = z.object(
  eachField(fieldNames, (name) =>
    isAlways(name) || recordFields[name].needed === "on-new" ? requiredSchema(name) : optionalSchema(name).default(""),
  ),
);

/** A field that is not in the specification keeps its value if it is not sent. */
export const updateSchema = z.object({
  ...eachField(specifiedFields, (name) => (isAlways(name) ? requiredSchema(name) : optionalSchema(name).default(""))),
  // A default would empty it.
  ...eachField(otherFields, (name) => (isAlways(name) ? requiredSchema(name) : optionalSchema(name)).exactOptional()),
});

/** The typed values of a record, as they were sent. */
export type TypedRecord = {
  particulars: object;
  lastDays?: object | undefined;
  /** By field id. */
  own?: Readonly<Record<string, string>> | undefined;
  /** By kind of document. */
  images?: object | undefined;
};

/** What is sent is checked by the form of this site's second number. */
const schemasFor = oncePer(({ form }: SecondNumber) => {
  const more = { irccNumber: secondNumberField(form), lastDays: sentLastDays };
  return { newRecord: particularsSchema.extend(more), changedRecord: updateSchema.extend(more) };
});

const secondNumberField = (form: NumberForm) => optionalNumber((typed) => recordSecond(typed, form)).default("");

/** A second number as programs send it. The operation checks it by the form of its site. */
export const sentSecondNumber = optionalNumber((typed) =>
  recordNumber(typed) === null && recordSecond(typed, numberSigns) === null ? null : typed,
).default("");

type Declared = OwnDeclared & { secondNumber?: SecondNumber };
type NewDeclared = Declared & { irccNumberIsOptional?: boolean; areOwnNeeded?: boolean };

/**
 * Both functions report the problems of all values together. `areOwnNeeded`: the values come from the form, which asks for
 * the operator's own fields.
 */
export const parseNewRecord = (
  typed: TypedRecord,
  { irccNumberIsOptional = false, areOwnNeeded = false, secondNumber = irccNumber, ...own }: NewDeclared,
) =>
  parsed(schemasFor(secondNumber).newRecord, typed, {
    ...own,
    isSecondNeeded: !irccNumberIsOptional && !secondNumber.isAbsent,
    areOwnNeeded,
  });

/** Whether the record may be without a second number depends on whether it has one, which only the caller knows. */
export const parseUpdate = (typed: TypedRecord, { secondNumber = irccNumber, ...own }: Declared) =>
  parsed(schemasFor(secondNumber).changedRecord, typed, { ...own, isSecondNeeded: false, areOwnNeeded: false });

type Needs = OwnDeclared & { isSecondNeeded: boolean; areOwnNeeded: boolean };

function parsed<Values extends object>(
  schema: z.ZodType<Values & { lastDays: LastDays }>,
  { particulars: sent, lastDays: sentDays, own: sentOwn = {}, images = {} }: TypedRecord,
  { isSecondNeeded, areOwnNeeded, ownFields, ownPapers }: Needs,
) {
  const fields: Record<string, unknown> = { ...sent, lastDays: sentDays, own: sentOwn };
  const isMissing = isSecondNeeded && isBlank(fields["irccNumber"]);
  const withOwn = z.intersection(schema, z.object({ own: sentOwnValues(ownFields) }));
  const { lastDays, own, ...particulars } = checkInput(withOwn, fields, {
    ...(isMissing && { irccNumber: "required" }),
    ...problemsOfSentOwn(usedOf(ownFields), sentOwn, { areNeeded: areOwnNeeded }),
    ...problemsOfSentPapers(usedOf(ownPapers), { images, lastDays: sentDays ?? {} }),
  });
  return { particulars, lastDays, own };
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
