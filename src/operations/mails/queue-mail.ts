import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { isMailAddress, type Mail, type QueuedMail } from "#core/mail.ts";
import { newDataKey, unwrapKey } from "#sealing/data-keys.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import { insertMail, type MailRow } from "#storage/database/mails.ts";
import type { Portal } from "../portal.ts";

export type MailQueue = Pick<Portal, "database" | "keyring" | "events" | "now">;

const hour = 3_600_000;
const longestWaitMs = 24 * hour;

/** Puts a mail, sealed, into the queue. It is sent soon; nobody waits for that. */
export async function queueMail(queue: MailQueue, mail: Mail, usefulHours?: number): Promise<void> {
  const row = mailRow(queue, mail, usefulHours);
  await queue.database.write((writer) => insertMail(writer, row));
  queue.events.emit("mail-queued");
}

/** For callers that insert the mail in a transaction of their own and emit the event after it. */
export function mailRow({ keyring, now }: Pick<MailQueue, "keyring" | "now">, mail: Mail, usefulHours = 24): MailRow {
  if (!isMailAddress(mail.to)) throw new PortalError("invalid", { fields: { email: "email-format" } });
  const id = randomUUID();
  const queuedAt = now();
  const { key, wrapped } = newDataKey(keyring, id);
  return {
    id,
    posted_at: queuedAt,
    useless_at: queuedAt + Math.min(usefulHours * hour, longestWaitMs),
    tries: 0,
    next_try_at: queuedAt,
    key_set: keyring.current.id,
    wrapped_key: wrapped,
    sealed: sealJson(key, mailPlace(id), mail),
  };
}

const mailPlace = (id: string) => `letter/${id}`;

export function openQueuedMail(keyring: Keyring, { id, posted_at, wrapped_key, sealed }: MailRow): QueuedMail {
  const key = unwrapKey(keyring, id, wrapped_key);
  // Its shape is known without a check: the seal proves that we wrote it.
  const mail = unsealJson(key, mailPlace(id), sealed) as Mail;
  return { ...mail, id, postedAt: posted_at };
}
