import type { Actor } from "#core/accounts/actor.ts";
import type { Writer } from "#storage/database/database.ts";
import { deleteHolder, deleteHolderLink } from "#storage/database/holders/holders.ts";
import type { Within } from "#storage/database/transaction.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import type { Portal } from "../portal/portal.ts";
import { lastMail } from "../sealed/sealed-holder.ts";

/**
 * Ends the page of a record that is another person's from now on, with its card and share codes: the holder of before must not
 * see the new one. Statements, and with them copies in wallets, have ended already.
 */
export async function endPageOfBefore(
  portal: Within<Portal>,
  writer: Writer,
  { id, key }: { id: string; key: Uint8Array },
  actor: Actor,
): Promise<void> {
  const queueLastMail = await lastMail(portal, "another-person");
  await queueLastMail(portal, writer, id, key);
  const isOffered = await deleteHolderLink(writer, id);
  const isBound = await deleteHolder(writer, id);
  if (isOffered || isBound)
    await logAuditEvent(
      portal,
      writer,
      { actor, action: "holder-ended", subject: "candidate", subjectId: id, details: {} },
      key,
    );
}
