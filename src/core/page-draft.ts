import { z } from "zod";
import { checkInput } from "./fields.ts";
import { bySchema } from "./stored/by-schema.ts";

/** Such as "record:ID" or "text:terms:en". The draft names of add forms contain no colon. */
const nameSchema = z.string().regex(/^[a-z]{1,20}:[A-Za-z0-9:-]{1,80}$/, { error: "key-format" });

export const isPageDraftName = (text: string): boolean => nameSchema.safeParse(text).success;

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

/** The limit for one account. Beyond it, the draft that was saved least recently is deleted. */
export const maxPageDrafts = 50;

/** The form under which the draft of one opened form is stored. */
export const formOfOpening = (name: string, opening: string): string => (opening ? `${name}#${opening}` : name);

export const commentDraftName = (recordId: string): string => `comment:${recordId}`;
export const recordDraftName = (id: string): string => `record:${id}`;
export const sendBackDraftName = (recordId: string): string => `reason:${recordId}`;

export const keepDraftName = (recordId: string): string => `keep:${recordId}`;
export const cardDraftName = (recordId: string): string => `card:${recordId}`;
export const freezeDraftName = (recordId: string): string => `freeze:${recordId}`;

/** The page drafts of a record, which are deleted with it. */
export const draftsOfRecord = (id: string): string[] =>
  [recordDraftName, commentDraftName, sendBackDraftName, keepDraftName, cardDraftName, freezeDraftName].map((nameFor) =>
    nameFor(id),
  );

/** Returns the id of the record that the draft's form belongs to. Null for all other forms. */
export const recordOfDraft = (name: string): string | null =>
  /^(?:record|comment|reason|keep|card|freeze):([^#]*)/.exec(name)?.[1] ?? null;
