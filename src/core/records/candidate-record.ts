import { z } from "zod";
import { checkInput, optionalText, requiredText } from "../fields.ts";
import { type DocumentKind, documentKinds } from "./document-kinds.ts";
import type { LastDays } from "./last-days.ts";
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

export const particularsSchema = z.object({
  passportNumber: numberField,
  /** "" if the record has none. Whether it may have none is not decided here. */
  irccNumber: z
    .string({ error: "not-text" })
    .default("")
    .transform((typed, context) => (isBlank(typed) ? "" : readNumber(typed, context))),
  name: requiredText(200),
  fatherName: requiredText(200),
  motherName: requiredText(200),
  address: requiredText(500),
  nationality: optionalText(100).default(""),
});

/** On the update form, the parents' names may be empty. */
export const updateSchema = particularsSchema.extend({
  fatherName: optionalText(200).default(""),
  motherName: optionalText(200).default(""),
});

export type Particulars = z.output<typeof particularsSchema>;

/** Returns the particulars alone, without the other fields of a record. */
export const particularsOf = (record: Particulars): Particulars => ({
  passportNumber: record.passportNumber,
  irccNumber: record.irccNumber,
  name: record.name,
  fatherName: record.fatherName,
  motherName: record.motherName,
  address: record.address,
  nationality: record.nationality,
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

function parsed(
  schema: typeof newRecordSchema | typeof changedRecordSchema,
  typed: TypedRecord,
  { irccNumberIsOptional }: { irccNumberIsOptional: boolean },
) {
  const fields: Record<string, unknown> = { ...typed.particulars, lastDays: typed.lastDays };
  const isMissing = !irccNumberIsOptional && isBlank(fields["irccNumber"]);
  const { lastDays, ...particulars } = checkInput(schema, fields, isMissing ? { irccNumber: "required" } : {});
  return { particulars, lastDays };
}

/** One page of a document: an image in the blob store, and the data to lay it out before the image loads. */
export const documentPageSchema = z.object({
  image: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  /** A ThumbHash in base64, about 25 bytes. */
  placeholder: z.string(),
});
export type DocumentPage = z.output<typeof documentPageSchema>;

export const documentsSchema = z.partialRecord(z.enum(documentKinds), z.array(documentPageSchema));
export type Documents = Partial<Record<DocumentKind, DocumentPage[]>>;

type Value = string | readonly DocumentPage[];

/** What a second person must see of a record, by field: each particular, each document and each last day. "" and [] for none. */
export type Content = Readonly<Record<string, Value>>;

/** What one person wants of a record that was approved, or that waits. A person's newer value replaces their older one. */
export type Edit = { by: string; at: number; changes: Content };

/** Edits of a record that waits, and the values that their fields had before the first of them. */
export type EditsInRecord = { before: Content; edits: readonly Edit[] };

export const noEdits: EditsInRecord = { before: {}, edits: [] };

/**
 * `returned`: sent back to the moderator who added the record. The specification calls `waiting` and `returned` "Denied".
 */
export const approvals = ["approved", "waiting", "returned"] as const;
export type Approval = (typeof approvals)[number];

export type CandidateRecord = Particulars & {
  id: string;
  registry: string;
  documents: Documents;
  lastDays: LastDays;
  /** The kinds that the holder hides from strangers, in the order of `documentKinds`. */
  keptBack: readonly DocumentKind[];
  approval: Approval;
  hidden: boolean;
  /** Why the record was sent back. Empty once it is approved. */
  returnReason: string;
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
  /** The version with which the revision of an approved record was last changed. Null if no revision waits. */
  revision: number | null;
  /** Under the four-eyes rule: who edited a record that is not approved, and what. */
  edited: EditsInRecord;
};

export const isNotApproved = (record: Pick<CandidateRecord, "approval">): boolean => record.approval !== "approved";
