import { adminsToTell } from "#storage/database/accounts/held-changes.ts";
import type { Portal } from "../portal/portal.ts";
import { senderNameOf } from "../portal/current-settings.ts";
import type { ComposeMail } from "./account-mails.ts";
import { queueMail } from "./mail-queue.ts";

/** Queues a mail to every admin, suspended ones too. Within a transaction, the mails are a part of it. */
export async function mailAdmins(portal: Portal, compose: ComposeMail): Promise<void> {
  const senderName = await senderNameOf(portal);
  const words = compose(await import("./mail-texts.ts"), senderName);
  for (const { email } of await adminsToTell(portal.database.read))
    await queueMail(portal, { to: email, senderName, ...words });
}
