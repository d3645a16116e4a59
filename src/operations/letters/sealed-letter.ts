import type { Letter, PostedLetter } from "#core/letter.ts";
import { newDataKey, unwrapKey } from "#sealing/data-keys.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { LetterRow } from "#storage/database/letters.ts";

type SealedColumns = Pick<LetterRow, "key_set" | "wrapped_key" | "sealed">;

const letterPlace = (id: string) => `letter/${id}`;

export function sealLetter(keyring: Keyring, id: string, letter: Letter): SealedColumns {
  const { key, wrapped } = newDataKey(keyring, id);
  return { key_set: keyring.current.id, wrapped_key: wrapped, sealed: sealJson(key, letterPlace(id), letter) };
}

export function openLetter(keyring: Keyring, { id, posted_at, wrapped_key, sealed }: LetterRow): PostedLetter {
  const key = unwrapKey(keyring, id, wrapped_key);
  // Its shape is known without a check: the seal proves that we wrote it.
  const letter = unsealJson(key, letterPlace(id), sealed) as Letter;
  return { ...letter, id, postedAt: posted_at };
}
