import { PortalError } from "#core/errors.ts";
import { NotDelivered } from "#mail/mail-transport.ts";
import { deleteMail, dueMail, type MailRow, updateMail } from "#storage/database/mails.ts";
import type { Portal } from "../portal.ts";
import { openQueuedMail } from "./queue-mail.ts";

export type Round = {
  /** Aborted: start no further delivery. */
  stopping: AbortSignal;
  /** Aborted: give up the running delivery. */
  cut: AbortSignal;
  report: (error: unknown) => void;
};

const minute = 60_000;
/** Between one try and the next; the last pause is repeated. The first is longer than any try takes. */
const pauses = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute] as const;
const pauseAfter = (tries: number) => pauses[Math.min(tries, pauses.length - 1)] ?? minute;

/**
 * Sends the due mails, one after another, until none is due or the mail server accepts none. Claiming a mail sets the
 * time of its next try. So no other process sends it as well, and if this process is killed, the next try sends it: a
 * mail may go out twice, but is never lost.
 */
export async function deliverMails(portal: Portal, round: Round): Promise<void> {
  let handled = 0;
  while (!round.stopping.aborted) {
    const row = await claimMail(portal);
    if (!row) break;
    handled += 1;
    if (!(await deliver(portal, row, round))) break;
  }
  if (handled > 0) await portal.database.forgetDeleted();
}

function claimMail({ database, now }: Portal): Promise<MailRow | undefined> {
  const at = now();
  return database.write(async (writer) => {
    const row = await dueMail(database, writer, at);
    if (!row) return undefined;
    const lastTry = Math.max(row.useless_at, at + minute);
    const nextTry = Math.min(at + pauseAfter(row.tries), lastTry);
    await updateMail(writer, row.id, { tries: row.tries + 1, next_try_at: nextTry });
    return row;
  });
}

/** Delivers one mail if possible. False where the mail server would accept no other either. */
async function deliver(portal: Portal, row: MailRow, { cut, report }: Round): Promise<boolean> {
  const { database, keyring, mailTransport, now } = portal;
  if (row.useless_at <= now()) {
    report(new PortalError("mail-given-up"));
  } else {
    try {
      await mailTransport.deliver(openQueuedMail(keyring, row), cut);
    } catch (cause) {
      report(new PortalError("mail-not-delivered", { cause }));
      return !(cause instanceof NotDelivered && cause.concerns === "all-mails");
    }
  }
  await database.write((writer) => deleteMail(writer, row.id));
  return true;
}
