import { z } from "zod";
import { checkInput } from "../fields.ts";
import { isImageId } from "../images/image-id.ts";
import { uploadLimits } from "../images/upload-limits.ts";
import { documentKinds } from "./document-kinds.ts";

/** A draft that was not saved for this long is deleted, and its images with it. */
export const draftLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** As typed so far: half a number is no mistake yet. */
const typed = z.string({ error: "not-text" }).max(2000, { error: "too-long" }).default("");

const image = z.string({ error: "not-text" }).refine(isImageId, { error: "image-gone" });

const kindName = z.enum(documentKinds, { error: "unknown-choice" });

const mostFiles = documentKinds.length * uploadLimits.pagesInDocument;

const files = z.preprocess(
  (given) => [given].flat(),
  z.array(image).max(uploadLimits.pagesInDocument, { error: "too-many-pages" }),
);

const nameText = z.string({ error: "required" }).regex(/^[A-Za-z0-9-]{8,64}$/, { error: "key-format" });

const openFormSchema = z.object({
  /** The name of the form: the page makes it up, and one record is added for it. */
  form: nameText,
  /** The opened page: two windows with the same form are two openings. */
  opening: nameText,
  /** The version of the draft that the page was filled with, if there was one. */
  version: z.int({ error: "whole-number" }).min(1, { error: "whole-number" }).optional(),
});

export type OpenForm = z.output<typeof openFormSchema>;

/** Drafts of one person at the same time. */
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
  /** Uploads by the document that they are to be, page after page. */
  images: z.partialRecord(kindName, files).default({}),
  lastDays: z.partialRecord(kindName, typed).default({}),
  /** Uploads whose kind was not chosen yet. */
  unsorted: z.array(image).max(mostFiles, { error: "too-long" }).default([]),
  /** What an upload that is not sorted seems to be. */
  guesses: z.record(image, kindName).default({}),
});

export type Draft = z.output<typeof draftSchema>;

export const parseDraft = (input: unknown): Draft => checkInput(draftSchema, input);

export const parseOpenForm = (input: unknown): OpenForm => checkInput(openFormSchema, input);

export const isFormName = (text: string): boolean => nameText.safeParse(text).success;

/** Whether a page may overwrite a draft: it saved it last, or nobody has since the page was filled with it. */
export const mayOverwrite = (
  { opening, version }: { opening: string; version: number },
  form: Pick<OpenForm, "opening" | "version">,
): boolean => opening === form.opening || version === form.version;

/** The name or number of a begun form for lists; "" without both. */
export const draftLabel = ({ particulars }: Pick<Draft, "particulars">): string =>
  particulars.name.trim() || particulars.passportNumber.trim() || particulars.irccNumber.trim();

export const imagesOfDraft = ({ images, unsorted }: Pick<Draft, "images" | "unsorted">): string[] => [
  ...new Set([...Object.values(images).flat(), ...unsorted]),
];

/** A document of one file is stored by that file's id, as it was before documents were made of several. */
export const storedFiles = (images: Draft["images"]) =>
  Object.fromEntries(Object.entries(images).map(([kind, ids]) => [kind, ids.length === 1 ? ids[0] : ids]));

/** The draft with only those of its images that `isThere`. */
export const withImages = (draft: Draft, isThere: (id: string) => boolean): Draft => ({
  ...draft,
  images: Object.fromEntries(Object.entries(draft.images).map(([kind, ids]) => [kind, ids.filter(isThere)])),
  unsorted: draft.unsorted.filter(isThere),
});
