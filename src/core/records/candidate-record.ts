import { z } from "zod";
import { checkInput, optionalText, requiredText } from "../fields.ts";
import { type DocumentKind, documentKinds } from "./document-kinds.ts";
import type { LastDays } from "./last-days.ts";
import { sentLastDays } from "./sent-last-days.ts";
import { recordNumber } from "./numbers.ts";

const numberField = z
  .string({ error: (issue) => (issue.input === undefined ? "required" : "not-text") })
  .transform((typed, context) => {
    const canonical = recordNumber(typed);
    if (canonical !== null) return canonical;
    context.issues.push({
      code: "custom",
      message: /\S/.test(typed) ? "number-format" : "required",
      input: typed,
    });
    return z.NEVER;
  });

export const particularsSchema = z.object({
  passportNumber: numberField,
  irccNumber: numberField,
  name: requiredText(200),
  fatherName: requiredText(200),
  motherName: requiredText(200),
  address: requiredText(500),
  nationality: optionalText(100).default(""),
});

/** The update form lets the parents' names be emptied. */
export const updateSchema = particularsSchema.extend({
  fatherName: optionalText(200).default(""),
  motherName: optionalText(200).default(""),
});

export type Particulars = z.output<typeof particularsSchema>;

/** Each field is named, so that a new field of records stays out until it is named here. */
export const particularsOf = (record: Particulars): Particulars => ({
  passportNumber: record.passportNumber,
  irccNumber: record.irccNumber,
  name: record.name,
  fatherName: record.fatherName,
  motherName: record.motherName,
  address: record.address,
  nationality: record.nationality,
});

/** All that is typed of a record, as it was sent. */
export type TypedRecord = { particulars: object; lastDays?: object | undefined };

const newRecordSchema = particularsSchema.extend({ lastDays: sentLastDays });
const changedRecordSchema = updateSchema.extend({ lastDays: sentLastDays });

/** With the problems of particulars and last days at once. */
export const parseNewRecord = (typed: TypedRecord) => parsed(newRecordSchema, typed);
export const parseUpdate = (typed: TypedRecord) => parsed(changedRecordSchema, typed);

function parsed(schema: typeof newRecordSchema | typeof changedRecordSchema, typed: TypedRecord) {
  const { lastDays, ...particulars } = checkInput(schema, { ...typed.particulars, lastDays: typed.lastDays });
  return { particulars, lastDays };
}

/** One page of a document: an image in the blob store, and what a web page needs to lay it out before it loads. */
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

/** `returned`: sent back to the moderator who added it. The specification calls `waiting` and `returned` "Denied". */
export const approvals = ["approved", "waiting", "returned"] as const;
export type Approval = (typeof approvals)[number];

export type CandidateRecord = Particulars & {
  id: string;
  registry: string;
  documents: Documents;
  lastDays: LastDays;
  /** Kinds that the holder keeps from strangers, in the order of our table. */
  keptBack: readonly DocumentKind[];
  approval: Approval;
  hidden: boolean;
  /** Why it was sent back; empty once it is approved. */
  returnReason: string;
  addedBy: string;
  addedAt: number;
  changedAt: number;
  /** When it was last approved; null while it never was. */
  approvedAt: number | null;
  approvedBy: string | null;
  /** The account that works on it, or nobody. */
  assignedTo: string | null;
  /** Grows by one with every change; the source of ETags. */
  version: number;
};

export const isDenied = (record: Pick<CandidateRecord, "approval">): boolean => record.approval !== "approved";
