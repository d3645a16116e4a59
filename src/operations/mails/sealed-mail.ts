import type { Mail, QueuedMail } from "#core/mail.ts";
import { newDataKey, unwrapKey } from "#sealing/data-keys.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { MailRow } from "#storage/database/mails.ts";

type SealedColumns = Pick<MailRow, "key_set" | "wrapped_key" | "sealed">;

const letterPlace = (id: string) => `letter/${id}`;

export function sealMail(keyring: Keyring, id: string, letter: Mail): SealedColumns {
  const { key, wrapped } = newDataKey(keyring, id);
  return { key_set: keyring.current.id, wrapped_key: wrapped, sealed: sealJson(key, letterPlace(id), letter) };
}

export function openMailText(keyring: Keyring, { id, posted_at, wrapped_key, sealed }: MailRow): QueuedMail {
  const key = unwrapKey(keyring, id, wrapped_key);
  // Its shape is known without a check: the seal proves that we wrote it.
  const letter = unsealJson(key, letterPlace(id), sealed) as Mail;
  return { ...letter, id, postedAt: posted_at };
}
