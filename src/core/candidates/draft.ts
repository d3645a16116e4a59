import { z } from "zod";
import { checkInput } from "../fields.ts";
import { isImageId } from "../images/image-id.ts";
import { documentKinds } from "./document-kinds.ts";

/** A draft that nobody went on with is forgotten, and its images with it. */
export const draftKeptForMs = 7 * 24 * 60 * 60 * 1000;

/** As it stands in a field: half a number is no mistake yet. */
const typed = z.string({ error: "not-text" }).max(2000, { error: "too-long" }).default("");

const image = z.string({ error: "not-text" }).refine(isImageId, { error: "image-gone" });

const formName = z.object({
  /** Names the form that is being filled in: the page makes it up, and the record is added once for it. */
  form: z.string({ error: "required" }).regex(/^[A-Za-z0-9-]{8,64}$/, { error: "key-format" }),
});

const draftSchema = formName.extend({
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

/** The add form of one person, half filled in. */
export type Draft = z.output<typeof draftSchema>;

export const parseDraft = (input: unknown): Draft => checkInput(draftSchema, input);

export const parseFormName = (input: unknown): { form: string } => checkInput(formName, input);

export const imagesOfDraft = ({ images, unsorted }: Draft): string[] => [
  ...new Set([...Object.values(images), ...unsorted]),
];

/** The draft with only those of its images that `isThere`. */
export const withImages = (draft: Draft, isThere: (id: string) => boolean): Draft => ({
  ...draft,
  images: Object.fromEntries(Object.entries(draft.images).filter(([, id]) => isThere(id))),
  unsorted: draft.unsorted.filter(isThere),
});
