import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayFreezeHolders, requireRecentProof } from "#core/accounts/permissions.ts";
import { parseReason } from "#core/holders/binding.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { deleteHolderLink, holderForChange } from "#storage/database/holders/holders.ts";
import { endShareCodes } from "#storage/database/holders/share-codes.ts";
import type { RecordRow } from "#storage/database/records/records.ts";
import { updateRow } from "#storage/database/rows.ts";
import { type ChangeTarget, changeLocked, type Locked } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { endWalletCopies } from "../proofs/note-publication.ts";
import { recordEntity } from "../records/change-record.ts";
import { openRecord } from "../records/sealed-record.ts";
import { holderForStaff, type SealedHolder, sealHolder } from "./sealed-holder.ts";

type OpenedHolder = { id: string; content: SealedHolder };

/**
 * Ends what the holder gave away: share codes, and copies in wallets. From now on the page changes nothing, until the
 * office has seen the person.
 */
export async function freeze(
  portal: Portal,
  { within, writer, row, key, log }: Locked<RecordRow>,
  { id, content: { walletAt, ...content } }: OpenedHolder,
  reason: string,
): Promise<void> {
  const frozenAt = portal.now();
  await updateRow(writer, "holder", id, { sealed: sealHolder(key, id, { ...content, frozenAt }) });
  await endShareCodes(writer, id, frozenAt);
  // A damaged record must not prevent a new card.
  const record = walletAt === undefined ? null : openedOrNull(() => openRecord(portal, row, key));
  if (record) await endWalletCopies(within, writer, record, key);
  await log("holder-frozen", { reason: { from: null, to: reason } });
}

/** Ends the access of a holder who should not have the page. An unused link ends, too: it may be theirs. */
export async function freezeHolder(portal: Portal, actor: Actor, target: ChangeTarget, form: unknown): Promise<void> {
  const reason = parseReason(form);
  await changeHolder(portal, actor, target, async (locked, holder) => {
    if (reason === "") throw new PortalError("invalid", { fields: { reason: "required" } });
    if (holder.content.frozenAt !== undefined) throw new PortalError("stale");
    await deleteHolderLink(locked.writer, locked.row.id);
    await freeze(portal, locked, holder, reason);
  });
}

/** Gives the page back to its holder: the office has seen that it is theirs. They may refuse a new link once again. */
export const giveBackPage = (portal: Portal, actor: Actor, target: ChangeTarget): Promise<void> =>
  changeHolder(portal, actor, target, async ({ writer, row, key, log }, { id, content }) => {
    const { frozenAt, refusedAt: _, ...others } = content;
    if (frozenAt === undefined) throw new PortalError("stale");
    await updateRow(writer, "holder", id, { sealed: sealHolder(key, id, others) });
    await deleteHolderLink(writer, row.id);
    await log("holder-given-back", {});
  });

type ChangeHolder = (locked: Locked<RecordRow>, holder: OpenedHolder) => Promise<void>;

async function changeHolder(portal: Portal, actor: Actor, target: ChangeTarget, change: ChangeHolder): Promise<void> {
  authorize(mayFreezeHolders(actor), actor);
  requireRecentProof(actor);
  await changeLocked(portal, actor, recordEntity, target, async (locked) => {
    const holder = await holderForChange(portal.database, locked.writer, locked.row.id);
    if (!holder) throw new PortalError("not-found");
    await change(locked, { id: holder.id, content: holderForStaff(locked.key, holder) });
  });
}
