import { z } from "zod";
import { dayMs } from "../durations.ts";
import { checkInput } from "../fields.ts";
import { outsideJsonOrNull } from "../outside-json.ts";
import { bySchema } from "../stored/by-schema.ts";
import { isImageId } from "../images/image-id.ts";
import { type AnyKind, type ByKind, isAnyKind, isNotHere, isOff, type PapersHere } from "../own-fields/own-paper.ts";
import { eachField, fieldNames } from "./record-fields.ts";

/** A draft that is not saved for this long is deleted together with its images. */
export const draftLifetimeMs = 7 * dayMs;

/** The values typed so far are not validated: half a number is not a mistake yet. */
const typed = z.string({ error: "not-text" }).max(2000, { error: "too-long" }).default("");

const image = z.string({ error: "not-text" }).refine(isImageId, { error: "image-gone" });

const kindName = z.custom<AnyKind>(isAnyKind, { error: "unknown-choice" });

const byKind = <Value>(of: z.ZodType<Value>): z.ZodType<ByKind<Value>> => z.record(kindName, of);

/** A draft may have more files than a record: only adding the record refuses them. */
const maxFiles = 1000;

const files = z.preprocess((given) => [given].flat(), z.array(image).max(maxFiles, { error: "too-long" }));

const nameText = z.string({ error: "required" }).regex(/^[A-Za-z0-9-]{8,64}$/, { error: "key-format" });

const openFormSchema = z.object({
  /** A name that the page generates for the form. At most one record is added for each name. */
  form: nameText,
  /** Identifies the opened page: two windows with the same form are two openings. */
  opening: nameText,
  /** The version of the draft that filled the page. Omitted if there was no draft. */
  version: z.int({ error: "whole-number" }).min(1, { error: "whole-number" }).optional(),
});

export type OpenForm = z.output<typeof openFormSchema>;

/** The largest number of drafts that one person has at the same time. */
export const maxDrafts = 20;

const fileName = z.string({ error: "not-text" }).max(255, { error: "too-long" });

/** Every part has a default: drafts of earlier versions lack some. */
const contentSchema = z.object({
  particulars: z.object(eachField(fieldNames, () => typed)).prefault({}),
  /** The uploads of each document, page after page. */
  images: byKind(files).default({}),
  lastDays: byKind(typed).default({}),
  /** Of the operator's own fields, by field id. */
  own: z.record(z.string().max(10), typed).default({}),
  /** Uploads whose kind is not chosen yet. */
  unsorted: z.array(image).max(maxFiles, { error: "too-long" }).default([]),
  /** The likely kind of each upload that is not sorted yet. */
  guesses: z.record(image, kindName).default({}),
  /** The names of the uploads, as they were on the user's device. */
  names: z.record(image, fileName).default({}),
  /**
   * Files that did not arrive: what they were to be, their names, and the problems. A file that was chosen is listed
   * here before its first byte is sent.
   */
  failed: z
    .array(
      z.object({
        kind: kindName.nullable(),
        name: fileName,
        problem: z.string().max(50),
        /** Its place among the files of its document, from 0. */
        at: z.int().min(0).max(maxFiles).optional().catch(undefined),
      }),
    )
    .max(maxFiles, { error: "too-long" })
    .default([]),
});

export type DraftContent = z.output<typeof contentSchema>;

const draftSchema = z.object({ ...openFormSchema.shape, ...contentSchema.shape });

export type Draft = z.output<typeof draftSchema>;

export const storedDraft = bySchema(contentSchema, { names: "1.1", own: "1.1" });

/** Reads a file that failed from a form field. Null if it is no such file. */
export const failedFileIn = (json: string): FailedFile | null =>
  contentSchema.shape.failed.safeParse([outsideJsonOrNull(json)]).data?.[0] ?? null;

export type FailedFile = Draft["failed"][number];

export const parseDraft = (input: unknown): Draft => checkInput(draftSchema, input);

export const parseOpenForm = (input: unknown): OpenForm => checkInput(openFormSchema, input);

export const isFormName = (text: string): boolean => nameText.safeParse(text).success;

/** True if a page may overwrite a draft: the page saved it last, or nobody has saved it since it filled the page. */
export const mayOverwrite = (
  { opening, version }: { opening: string; version: number },
  form: Pick<OpenForm, "opening" | "version">,
): boolean => opening === form.opening || version === form.version;

/** Returns the name or number of a begun form, for lists. Empty if the form has neither. */
export const draftLabel = ({ particulars }: Pick<Draft, "particulars">): string =>
  particulars.name.trim() || particulars.passportNumber.trim() || particulars.irccNumber.trim();

type Papers = Pick<DraftContent, "images" | "lastDays" | "failed" | "names" | "unsorted">;

type Files = DraftContent["images"];

const filesFor = (images: Files, isWanted: (id: string) => boolean): Files =>
  Object.fromEntries(Object.entries(images).map(([kind, ids]) => [kind, ids.filter(isWanted)]));

/** Only the kinds for which this is true. */
const only = <Value>(byKindOf: ByKind<Value>, isKept: (kind: string) => boolean): ByKind<Value> =>
  Object.fromEntries(Object.entries(byKindOf).filter(([kind]) => isKept(kind)));

/** The draft, with what an earlier one has of papers that the site has not: no form shows that, so no form sends it again. */
export function withPapersNotHere<Of extends Papers>(draft: Of, earlier: Papers, site: PapersHere): Of {
  const isKept = (kind: string) => isNotHere(site, kind);
  const sent = new Set(imagesOfDraft(draft));
  const images = filesFor(only(earlier.images, isKept), (id) => !sent.has(id));
  // A page that was opened before sends its kinds again, and may have moved their files elsewhere.
  const sentKinds = new Set([
    ...Object.keys({ ...draft.images, ...draft.lastDays }),
    ...draft.failed.map(({ kind }) => kind),
  ]);
  const failed = earlier.failed.filter(({ kind }) => kind !== null && isKept(kind) && !sentKinds.has(kind));
  return {
    ...draft,
    images: { ...images, ...draft.images },
    lastDays: { ...only(earlier.lastDays, isKept), ...draft.lastDays },
    // A draft with more could not be read.
    failed: [...draft.failed, ...failed].slice(0, maxFiles),
    names: { ...earlier.names, ...draft.names },
  };
}

/** What a draft has of kinds that are off. Files of own papers that were removed are not added to records. */
export const ofKindsOff = (
  { images, lastDays }: Pick<Papers, "images" | "lastDays">,
  site: PapersHere,
): Pick<Papers, "images" | "lastDays"> => ({
  images: only(images, (kind) => isOff(site, kind)),
  lastDays: only(lastDays, (kind) => isOff(site, kind)),
});

/** True if a draft has files of own papers that were removed. */
export const hasRemovedPapers = ({ images }: Pick<Papers, "images">, site: PapersHere): boolean =>
  Object.entries(images).some(([kind, ids]) => ids.length > 0 && !isOff(site, kind) && isNotHere(site, kind));

/** The draft without everything of one of the operator's own fields or papers. */
export function draftWithout(draft: DraftContent, id: string): DraftContent {
  const isOther = (name: string) => name !== id;
  return {
    ...draft,
    own: only(draft.own, isOther),
    images: only(draft.images, isOther),
    lastDays: only(draft.lastDays, isOther),
    guesses: Object.fromEntries(Object.entries(draft.guesses).filter(([, guess]) => guess !== id)),
    failed: draft.failed.filter(({ kind }) => kind !== id),
  };
}

export const imagesOfDraft = ({ images, unsorted }: Pick<Draft, "images" | "unsorted">): string[] => [
  ...new Set([...Object.values(images).flat(), ...unsorted]),
];

/** Returns the draft with only those of its images for which `isThere` is true. */
export const withImages = (draft: Draft, isThere: (id: string) => boolean): Draft => ({
  ...draft,
  images: filesFor(draft.images, isThere),
  unsorted: draft.unsorted.filter(isThere),
  names: Object.fromEntries(Object.entries(draft.names).filter(([id]) => isThere(id))),
});
