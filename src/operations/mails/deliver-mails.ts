import { PortalError } from "#core/errors.ts";
import { NotDelivered } from "#mail/mail-transport.ts";
import { deleteMail, dueMail, type MailRow, updateMail } from "#storage/database/mails.ts";
import type { Portal } from "../portal.ts";
import { openMailText } from "./sealed-mail.ts";

export type Round = {
  /** Begin nothing more. */
  stopping: AbortSignal;
  /** Wait no longer for what is under way. */
  cut: AbortSignal;
  report: (error: unknown) => void;
};

const minute = 60_000;
/** From each try to the next; the last one is repeated. The first is longer than any try takes. */
const pauses = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute] as const;
const pauseAfter = (tries: number) => pauses[Math.min(tries, pauses.length - 1)] ?? minute;

/**
 * Sends what is due, one letter after another, until nothing is or the mail server does not take any.
 *
 * Taking a letter in hand sets the time of its next try. So no other process has it in hand as well, and one that is
 * killed with a letter in hand leaves it to the next try: it may go out twice, but never not at all.
 */
export async function deliverMails(portal: Portal, round: Round): Promise<void> {
  let handled = 0;
  while (!round.stopping.aborted) {
    const row = await takeInHand(portal);
    if (!row) break;
    handled += 1;
    if (!(await isNextWorthTrying(portal, row, round))) break;
  }
  if (handled > 0) await portal.database.forgetDeleted();
}

function takeInHand({ database, now }: Portal): Promise<MailRow | undefined> {
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

/** Delivers the letter if that can be done. False where the mail server would take no other either. */
async function isNextWorthTrying(portal: Portal, row: MailRow, { cut, report }: Round): Promise<boolean> {
  const { database, keyring, post, now } = portal;
  if (row.useless_at <= now()) {
    report(new PortalError("mail-given-up"));
  } else {
    try {
      await post.deliver(openMailText(keyring, row), cut);
    } catch (cause) {
      report(new PortalError("mail-not-delivered", { cause }));
      return !(cause instanceof NotDelivered && cause.concerns === "all-mails");
    }
  }
  await database.write((writer) => deleteMail(writer, row.id));
  return true;
}
