import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { isMailAddress, type Mail } from "#core/mail.ts";
import { insertMail, type MailRow } from "#storage/database/mails.ts";
import type { Portal } from "../portal.ts";
import { sealMail } from "./sealed-mail.ts";

export type Mailbox = Pick<Portal, "database" | "keyring" | "events" | "now">;

const hour = 3_600_000;
const longestWaitMs = 24 * hour;

/** Puts the letter, sealed, into the queue. It goes out soon; nobody waits for that. */
export async function queueMail(box: Mailbox, letter: Mail, usefulHours?: number): Promise<void> {
  const row = mailRow(box, letter, usefulHours);
  await box.database.write((writer) => insertMail(writer, row));
  box.events.emit("letter-posted");
}

/** For whoever puts it into the queue together with something else, and tells of it then. */
export function mailRow({ keyring, now }: Pick<Mailbox, "keyring" | "now">, letter: Mail, usefulHours = 24): MailRow {
  if (!isMailAddress(letter.to)) throw new PortalError("invalid", { fields: { email: "email-format" } });
  const id = randomUUID();
  const postedAt = now();
  return {
    id,
    posted_at: postedAt,
    useless_at: postedAt + Math.min(usefulHours * hour, longestWaitMs),
    tries: 0,
    next_try_at: postedAt,
    ...sealMail(keyring, id, letter),
  };
}
