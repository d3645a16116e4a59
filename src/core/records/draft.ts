import { z } from "zod";
import { checkInput } from "../fields.ts";
import { isImageId } from "../images/image-id.ts";
import { documentKinds } from "./document-kinds.ts";

/** A draft that nobody went on with is forgotten, and its images with it. */
export const draftLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** As it stands in a field: half a number is no mistake yet. */
const typed = z.string({ error: "not-text" }).max(2000, { error: "too-long" }).default("");

const image = z.string({ error: "not-text" }).refine(isImageId, { error: "image-gone" });

const nameText = z.string({ error: "required" }).regex(/^[A-Za-z0-9-]{8,64}$/, { error: "key-format" });

const openFormSchema = z.object({
  /** Names the form that is being filled in: the page makes it up, and the record is added once for it. */
  form: nameText,
  /** Names the opened page: two windows with one form are two openings. */
  opening: nameText,
  /** Of the draft that the page was filled with, if there was one. */
  version: z.int({ error: "whole-number" }).min(1, { error: "whole-number" }).optional(),
});

/** A form as it stands open somewhere. */
export type OpenForm = z.output<typeof openFormSchema>;

/** Forms that one person has begun at the same time. */
export const mostDrafts = 20;

const draftSchema = openFormSchema.extend({
  particulars: z
    .object({
      passportNumber: typed,
      irccNumber: typed,
      name: typed,
      fatherName: typed,
      motherName: typed,
      address: typed,
      nationality: typed,
    })
    .prefault({}),
  /** Uploads by the paper that they are to be. */
  images: z.partialRecord(z.enum(documentKinds, { error: "unknown-choice" }), image).default({}),
  /** Uploads of which nobody has said yet what they are. */
  unsorted: z.array(image).max(12, { error: "too-long" }).default([]),
});

/** An add form, half filled in. */
export type Draft = z.output<typeof draftSchema>;

export const parseDraft = (input: unknown): Draft => checkInput(draftSchema, input);

export const parseOpenForm = (input: unknown): OpenForm => checkInput(openFormSchema, input);

export const isFormName = (text: string): boolean => nameText.safeParse(text).success;

/**
 * Whether a page may write over a draft: it saved it last, or nobody has saved it since the page was filled with it.
 * Else somebody goes on with the same form in another window.
 */
export const mayOverwrite = (
  { opening, version }: { opening: string; version: number },
  form: Pick<OpenForm, "opening" | "version">,
): boolean => opening === form.opening || version === form.version;

/** By what one knows a begun form again; "" for one without a name or a number. */
export const draftLabel = ({ particulars }: Pick<Draft, "particulars">): string =>
  particulars.name.trim() || particulars.passportNumber.trim() || particulars.irccNumber.trim();

export const imagesOfDraft = ({ images, unsorted }: Pick<Draft, "images" | "unsorted">): string[] => [
  ...new Set([...Object.values(images), ...unsorted]),
];

/** The draft with only those of its images that `isThere`. */
export const withImages = (draft: Draft, isThere: (id: string) => boolean): Draft => ({
  ...draft,
  images: Object.fromEntries(Object.entries(draft.images).filter(([, id]) => isThere(id))),
  unsorted: draft.unsorted.filter(isThere),
});
