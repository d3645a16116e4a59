import { mailboxOf } from "#core/accounts/email.ts";
import { endingOf } from "#core/records/watch.ts";
import type { Mail } from "#core/mail.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import {
  deleteEndedWatches,
  deleteWatchesFor,
  noteCompared,
  type WatchRow,
  watchesOfShown,
} from "#storage/database/holders/watches.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type { Portal } from "../portal/portal.ts";
import { lookUpRecord } from "../records/look-up-record.ts";
import { currentSettings, senderNameOf } from "../portal/current-settings.ts";
import { officeToday } from "../portal/office-time.ts";
import { askedNumber, openedWatch, type Watch } from "./sealed-watch.ts";
import { mayTellWatchers } from "./offer-to-watch.ts";
import { watchLink } from "./watch-number.ts";

const batch = 20;
/** The clocks of the machines of one site differ by at most this much. */
const clocksDiffer = 60_000;
/** So that a user who waits for a mail about their account does not wait for a thousand others first. */
const mailsInARound = 20;

/**
 * Mails everybody who waits for a number that finds a record now. It compares the watches with what is shown. So it does not
 * matter how a record came to be shown, or when a process was killed. A watch ends in the transaction that queues its mail.
 */
export async function tellWatchers(portal: Portal, stopping?: AbortSignal): Promise<void> {
  const { database, keyring, registry, now } = portal;
  const keySet = keyring.current.id;
  if (!(await mayTellWatchers(portal))) return;
  const { lookupPolicy } = await currentSettings(portal);
  // Only if names are compared can a watch stay unanswered although its number is shown. It is compared again once the
  // record has changed.
  const onlyChanged = lookupPolicy === "guarded";
  let mailed = 0;
  let afterId = "";
  while (!stopping?.aborted && mailed < mailsInARound) {
    const rows = await watchesOfShown(database.read, {
      registry,
      keySet,
      now: now(),
      onlyChanged,
      afterId,
      atMost: batch,
    });
    mailed += await tell(portal, rows);
    afterId = rows.at(-1)?.id ?? "";
    if (rows.length < batch) break;
  }
}

async function tell(portal: Portal, rows: readonly WatchRow[]): Promise<number> {
  const found: { row: WatchRow; mail: Mail }[] = [];
  const others: string[] = [];
  const comparedAt = portal.now() - clocksDiffer;
  for (const row of rows) {
    const watch = openedWatch(portal, row);
    const record = watch === null ? null : await recordFor(portal, watch);
    if (watch && record) found.push({ row, mail: await mailTo(portal, watch, record) });
    else if (record === null) others.push(row.id);
  }
  if (rows.length === 0) return 0;
  return inTransaction(portal, async (within, writer) => {
    await noteCompared(writer, others, comparedAt);
    let mailed = 0;
    for (const { row, mail } of found) {
      // One mail for each number, however often it was asked for.
      if (!(await deleteWatchesFor(writer, row, "all"))) continue;
      await queueMail(within, mail);
      mailed += 1;
    }
    return mailed;
  });
}

/**
 * By the rules of a lookup, including the name and the policy. Undefined for a record that cannot be opened: it does not
 * delay other watches, and `verify` reports it.
 */
async function recordFor(portal: Portal, { number, name }: Watch): Promise<PublicRecord | null | undefined> {
  try {
    return await lookUpRecord(portal, { by: "either", number, name });
  } catch {
    return undefined;
  }
}

async function mailTo(portal: Portal, watch: Watch, record: PublicRecord): Promise<Mail> {
  const { email, language } = watch;
  const senderName = await senderNameOf(portal);
  const { watchFoundMail } = await import("../mails/mail-texts.ts");
  const stopLink = watchLink(portal, mailboxOf(email));
  const page = `${portal.publicOrigin}/Check_Visa`;
  const words = watchFoundMail({
    record,
    today: officeToday(portal),
    operator: senderName,
    ending: endingOf(askedNumber(watch)),
    page,
    stopLink,
    pageLanguage: language,
  });
  return { to: email, senderName, stopLink, isOfWatch: true, ...words };
}

export const deleteOldWatches = ({ database, now }: Portal): Promise<void> =>
  database.write((writer) => deleteEndedWatches(writer, now()));
