import type { Draft, OpenForm } from "#core/records/draft.ts";
import { newDataKey, unwrapKey } from "#sealing/data-keys.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { DraftRow } from "#storage/database/drafts.ts";
import type { Portal } from "../portal.ts";

const draftPlace = (id: string) => `draft/${id}`;

/** What was typed and sent into a form. */
export type DraftContent = Pick<Draft, "particulars" | "images" | "unsorted">;

type Place = Pick<DraftRow, "id" | "person_id" | "version">;

/** The row of a draft, under a fresh key each time it is saved. */
export function sealDraft({ keyring, now }: Portal, place: Place, draft: Draft): DraftRow {
  const { key, wrapped } = newDataKey(keyring, place.id);
  const { form, opening, particulars, images, unsorted } = draft;
  const content: DraftContent = { particulars, images, unsorted };
  return {
    ...place,
    form,
    opening,
    saved_at: now(),
    key_set: keyring.current.id,
    wrapped_key: wrapped,
    sealed: sealJson(key, draftPlace(place.id), content),
  };
}

/** The row of a draft that has ended. */
export const endedDraft = ({ now }: Portal, place: Place, { form, opening }: OpenForm): DraftRow => ({
  ...place,
  form,
  opening,
  saved_at: now(),
  key_set: null,
  wrapped_key: null,
  sealed: null,
});

/** Null once it has ended. Its shape is known without a check: the seal proves that we wrote it. */
export function openDraft({ keyring }: Portal, { id, wrapped_key, sealed }: DraftRow): DraftContent | null {
  if (!wrapped_key || !sealed) return null;
  return unsealJson(unwrapKey(keyring, id, wrapped_key), draftPlace(id), sealed) as DraftContent;
}
