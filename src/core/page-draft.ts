import { z } from "zod";
import { checkInput } from "./fields.ts";

/** Such as "record:ID" or "text:terms:en". The names of add forms have no colon. */
const nameSchema = z.string().regex(/^[a-z]{1,20}:[A-Za-z0-9:-]{1,80}$/, { error: "key-format" });

export const isPageDraftName = (text: string): boolean => nameSchema.safeParse(text).success;

/** What somebody typed into a page and has not saved: the boxes of one form. */
const pageDraftSchema = z.object({
  name: nameSchema,
  fields: z
    .array(z.tuple([z.string().max(100, { error: "too-long" }), z.string().max(60_000, { error: "too-long" })]))
    .max(300, { error: "too-long" }),
});

export type PageDraft = z.output<typeof pageDraftSchema>;

export const parsePageDraft = (input: unknown): PageDraft => checkInput(pageDraftSchema, input);

/** Of one person. The one that was left longest goes when there are more. */
export const mostPageDrafts = 50;

export const commentDraftName = (recordId: string): string => `comment:${recordId}`;
export const recordDraftName = (id: string): string => `record:${id}`;

/** The record whose form has this draft; null for the forms of other things. */
export const recordOfDraft = (name: string): string | null => /^(?:record|comment):(.*)$/.exec(name)?.[1] ?? null;
