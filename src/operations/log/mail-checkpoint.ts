import { lastDue } from "#core/office-clock.ts";
import { linesOf } from "#core/settings/log-settings.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import { isFromFuture } from "#core/wrong-clock.ts";
import { digestHour } from "#core/accounts/alerts.ts";
import { lockTimeMark, moveAlertMark, timeMark } from "#storage/database/alerts.ts";
import { logTrees } from "#storage/database/proofs/log.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { officeZone } from "../portal/office-time.ts";

/** Mails the newest checkpoint to those who keep checkpoints: once a day, if the log has grown since. */
export async function mailCheckpoint(portal: Portal): Promise<void> {
  const { database, registry, now, publicOrigin } = portal;
  const settings = await currentSettings(portal);
  const addresses = linesOf(settings.log.mailTo);
  const [tree] = addresses.length > 0 ? await logTrees(database.read, registry) : [];
  if (!tree) return;
  const { note, signed_at } = tree.signed;
  const mark = `checkpoint mailed ${registry}`;
  const due = lastDue(officeZone(portal), now(), digestHour);
  // One that was signed while the clock was ahead is mailed once, not on every day until then.
  const hasGrownSince = (mailedAt: number) =>
    mailedAt === 0 || (signed_at > mailedAt && !isFromFuture(signed_at, now()));
  const isDue = (mailedAt: number) => note !== "" && hasGrownSince(mailedAt) && due > mailedAt;
  if (!isDue(await timeMark(database.read, mark, now()))) return;
  const operator = operatorName(settings.operator, publicOrigin);
  const { checkpointMail } = await import("../mails/mail-texts.ts");
  const words = checkpointMail(operator, note, `${publicOrigin}/proof`);
  await inTransaction(portal, async (within, writer) => {
    if (!isDue(await lockTimeMark(database, writer, mark, now()))) return;
    for (const to of addresses) await queueMail(within, { to, senderName: operator, ...words });
    await moveAlertMark(writer, mark, now());
  });
}
