import type { Draft } from "#core/candidates/draft.ts";
import { newDataKey, unwrapKey } from "#sealing/data-keys.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { DraftRow } from "#storage/database/drafts.ts";
import type { Portal } from "../portal.ts";

const draftPlace = (personId: string) => `draft/${personId}`;

/** The row of a draft, under a fresh key each time it is saved. */
export function sealDraft({ keyring, now }: Portal, personId: string, draft: Draft): DraftRow {
  const { key, wrapped } = newDataKey(keyring, personId);
  return {
    person_id: personId,
    form: draft.form,
    saved_at: now(),
    key_set: keyring.current.id,
    wrapped_key: wrapped,
    sealed: sealJson(key, draftPlace(personId), draft),
  };
}

/** What is left of a draft that is done with. */
export const endedDraft = ({ now }: Portal, personId: string, form: string): DraftRow => ({
  person_id: personId,
  form,
  saved_at: now(),
  key_set: null,
  wrapped_key: null,
  sealed: null,
});

/** Null once it is done with. Its shape is known without a check: the seal proves that we wrote it. */
export function openDraft({ keyring }: Portal, { person_id, wrapped_key, sealed }: DraftRow): Draft | null {
  if (!wrapped_key || !sealed) return null;
  return unsealJson(unwrapKey(keyring, person_id, wrapped_key), draftPlace(person_id), sealed) as Draft;
}
