import { z } from "zod";
import { checkInput } from "./fields.ts";
import { bySchema } from "./stored/by-schema.ts";

/**
 * The forms that have page drafts, by the first part of the name of the draft, and the tables of what they belong to.
 * Null for what is part of the settings, which cannot be deleted as a whole.
 */
const subjects = {
  record: "candidate",
  comment: "candidate",
  reason: "candidate",
  keep: "candidate",
  card: "candidate",
  freeze: "candidate",
  post: "post",
  answer: "report",
  outcome: "report",
  organisation: "organisation",
  class: "class",
  payment: "enrolment",
  void: "payment",
  import: "bulk_run",
  text: null,
  menus: null,
  settings: null,
  provider: null,
  field: null,
  paper: null,
  number: null,
} as const;

export type PageDraftKind = keyof typeof subjects;

const isKind = (text: string): text is PageDraftKind => Object.hasOwn(subjects, text);

/** Such as "record:ID" or "text:terms:en". The draft names of add forms contain no colon. */
const nameSchema = z
  .string()
  .regex(/^[a-z]{1,20}:[A-Za-z0-9:-]{1,80}$/, { error: "key-format" })
  .refine((name) => isKind(kindIn(name)), { error: "unknown-choice" });

const kindIn = (name: string): string => name.slice(0, name.indexOf(":"));

export const isPageDraftName = (text: string): boolean => nameSchema.safeParse(text).success;

/** What the form of a page draft belongs to. `rest` is what its name has besides, such as the language of a text. */
export function partsOfDraft(name: string) {
  const kind = kindIn(name);
  const [of = "", rest = ""] = name.slice(kind.length + 1).split(":");
  return isKind(kind) ? { kind, of, rest } : null;
}

/** The row that must be there for a draft of this name. Null for new things and for pages that are always there. */
export function subjectOfDraft(name: string) {
  const parts = partsOfDraft(name);
  const table = parts && subjects[parts.kind];
  return table && parts.of !== "new" ? { table, id: parts.of } : null;
}

/** A text as one opened form sent it. Each further text of that form has a greater number. */
export type DraftStamp = {
  /** Empty for a page of version 1.0, which names no opening. */
  opening: string;
  number: number;
};

/** Reads "OPENING/NUMBER OPENING/NUMBER …". */
export const stampsIn = (text: string): DraftStamp[] =>
  [...text.matchAll(/(?<![^ ])([a-z0-9]{12}|)\/([1-9][0-9]{0,14})(?![^ ])/g)].map(([, opening = "", number]) => ({
    opening,
    number: Number(number),
  }));

/** The values that a user typed into one form and has not saved. */
const pageDraftSchema = z.object({
  name: nameSchema,
  fields: z
    .array(z.tuple([z.string().max(100, { error: "too-long" }), z.string().max(60_000, { error: "too-long" })]))
    .max(3000, { error: "too-long" }),
});

export const storedPageDraft = bySchema(pageDraftSchema.pick({ fields: true }));

export type PageDraft = z.output<typeof pageDraftSchema>;

export const parsePageDraft = (input: unknown): PageDraft => checkInput(pageDraftSchema, input);

/** The limit for one account. Beyond it, nothing new is kept until one of them ends: no text is dropped for another. */
export const maxPageDrafts = 50;

/** The form under which the draft of one opened form is stored. */
export const formOfOpening = (name: string, opening: string): string => (opening ? `${name}#${opening}` : name);

/** The name of the draft that is stored under this form. */
export const nameOfDraft = (form: string): string => form.split("#", 1)[0] ?? "";

export const commentDraftName = (recordId: string): string => `comment:${recordId}`;
export const recordDraftName = (id: string): string => `record:${id}`;
export const sendBackDraftName = (recordId: string): string => `reason:${recordId}`;

export const keepDraftName = (recordId: string): string => `keep:${recordId}`;
export const cardDraftName = (recordId: string): string => `card:${recordId}`;
export const freezeDraftName = (recordId: string): string => `freeze:${recordId}`;

/** The page drafts of a record, which are deleted with it. */
export const draftsOfRecord = (id: string): string[] =>
  Object.entries(subjects).flatMap(([kind, table]) => (table === "candidate" ? [`${kind}:${id}`] : []));

/** Returns the id of the record that the draft's form belongs to. Null for all other forms. */
export function recordOfDraft(form: string): string | null {
  const subject = subjectOfDraft(nameOfDraft(form));
  return subject?.table === "candidate" ? subject.id : null;
}
