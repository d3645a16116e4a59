import { randomUUID } from "node:crypto";
import { dayMs, hourMs, minuteMs } from "#core/durations.ts";
import { pauseAfter, queuePauses } from "#core/backoff.ts";
import { PortalError } from "#core/errors.ts";
import { isMailAddress, type Mail, type QueuedMail, storedMail } from "#core/mail.ts";
import { isFromFuture } from "#core/wrong-clock.ts";
import { NotDelivered } from "#mail/mail-transport.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import { type MailRow, dueMail, mailsAfter } from "#storage/database/mails.ts";
import { insertRow, deleteRow } from "#storage/database/rows.ts";
import { afterCommit } from "#storage/database/transaction.ts";
import type { Portal } from "../portal/portal.ts";
import { claimDue, type DeliverySignals } from "../portal/queue.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { mailTransport } from "./mail-server.ts";

export type MailQueue = Pick<Portal, "database" | "keyring" | "events" | "now">;

/** Puts a mail, sealed, into the queue. The mail is sent soon, but nobody waits for that. */
export async function queueMail(queue: MailQueue, mail: Mail, usefulHours?: number): Promise<void> {
  const row = mailRow(queue, mail, usefulHours);
  await queue.database.write((writer) => insertRow(writer, "mail", row));
  await afterCommit(queue, ({ events }) => events.emit("mail-queued"));
}

/** Returns the row of a mail, for a caller that may have to make it without queueing it. */
export function mailRow({ keyring, now }: Pick<MailQueue, "keyring" | "now">, mail: Mail, usefulHours = 24): MailRow {
  if (!isMailAddress(mail.to)) throw new PortalError("invalid", { fields: { email: "email-format" } });
  const id = randomUUID();
  const queuedAt = now();
  return {
    id,
    queued_at: queuedAt,
    useful_until: queuedAt + Math.min(usefulHours * hourMs, dayMs),
    tries: 0,
    next_try_at: queuedAt,
    ...sealedMail.sealColumns(keyring, { id }, mail),
  };
}

export const sealedMail = sealedUnderOwnKey({
  table: "mail",
  place: ({ id }: { id: string }) => `mail/${id}`,
  decode: storedMail,
});

const openQueuedMail = (keyring: Keyring, row: MailRow): QueuedMail => ({
  ...sealedMail.openRow(keyring, row),
  id: row.id,
  queuedAt: row.queued_at,
});

const batch = 200;

/**
 * Yields the mails that still wait, in batches. A mail that an older secret sealed cannot be opened, and is given up
 * within a day.
 */
export async function* waitingMails({ database, keyring }: Pick<MailQueue, "database" | "keyring">) {
  let rows: MailRow[] = [];
  do {
    rows = await mailsAfter(database.read, rows.at(-1)?.id ?? "", batch);
    yield rows.flatMap((row) => openedOrNull(() => openQueuedMail(keyring, row)) ?? []);
  } while (rows.length === batch);
}

/**
 * Deletes mails. Each mail must be opened, because its recipient is sealed. That takes time, so no other transaction
 * waits for it.
 */
export async function deleteMails(queue: MailQueue, isTheirs: (mail: Mail) => boolean): Promise<void> {
  for await (const mails of waitingMails(queue)) {
    const theirs = mails.filter(isTheirs);
    if (theirs.length === 0) continue;
    await queue.database.write(async (writer) => {
      for (const { id } of theirs) await deleteRow(writer, "mail", id);
    });
  }
}

/** Sends the due mails, one after another, until none is due or the mail server accepts none. */
export async function deliverMails(portal: Portal, signals: DeliverySignals): Promise<void> {
  let handled = 0;
  while (!signals.stopping.aborted) {
    const row = await claimMail(portal);
    if (!row) break;
    handled += 1;
    if (!(await deliver(portal, row, signals))) break;
  }
  if (handled > 0) await portal.database.forgetDeleted();
}

/** The last try of a mail is at the end of its use: after a day, for one that was queued while the clock was ahead. */
function claimMail(portal: Portal): Promise<MailRow | undefined> {
  const at = portal.now();
  const timesOf = ({ tries, useful_until: end }: MailRow) => {
    const useful_until = isFromFuture(end, at + dayMs) ? at + dayMs : end;
    return {
      useful_until,
      next_try_at: Math.min(at + pauseAfter(tries, queuePauses), Math.max(useful_until, at + minuteMs)),
    };
  };
  return claimDue(portal, "mail", (writer) => dueMail(portal.database, writer, at), timesOf);
}

/** Delivers one mail if possible. Returns false if the mail server would not accept any other mail either. */
async function deliver(portal: Portal, row: MailRow, { cut, report }: DeliverySignals): Promise<boolean> {
  const { database, keyring, now } = portal;
  if (row.useful_until <= now()) {
    report(new PortalError("mail-given-up"));
  } else {
    try {
      const mail = openQueuedMail(keyring, row);
      if (!(await isOutdated(portal, mail))) {
        await (await mailTransport(portal)).deliver(mail, cut);
        portal.mail.refusedAt = null;
      }
    } catch (cause) {
      report(new PortalError("mail-not-delivered", { cause }));
      const isForAll = cause instanceof NotDelivered && cause.concerns === "all-mails";
      if (isForAll) portal.mail.refusedAt = now();
      return !isForAll;
    }
  }
  await database.write((writer) => deleteRow(writer, "mail", row.id));
  return true;
}

/** The lookup policy may have changed while the mail waited. */
const isOutdated = async (portal: Portal, { isOfWatch = false }: QueuedMail): Promise<boolean> =>
  isOfWatch && (await currentSettings(portal)).lookupPolicy === "code";
