import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayFreezeHolders, requireRecentProof } from "#core/accounts/permissions.ts";
import { parseReason } from "#core/holders/binding.ts";
import { deleteHolderLink, holderForChange, type HolderRow } from "#storage/database/holders/holders.ts";
import { endShareCodes } from "#storage/database/holders/share-codes.ts";
import type { RecordRow } from "#storage/database/records/records.ts";
import { updateRow } from "#storage/database/rows.ts";
import { type ChangeTarget, changeLocked, type Locked } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { recordEntity } from "../records/change-record.ts";
import { openSealedHolder, sealHolder } from "./sealed-holder.ts";

/** Ends the share codes of the holder. From now on the page changes nothing, until the office has seen the person. */
export async function freeze(
  { now }: Portal,
  { writer, key, log }: Locked<RecordRow>,
  holder: HolderRow,
  reason: string,
): Promise<void> {
  const sealed = sealHolder(key, holder.id, { ...openSealedHolder(key, holder), frozenAt: now() });
  await updateRow(writer, "holder", holder.id, { sealed });
  await endShareCodes(writer, holder.id, now());
  await log("holder-frozen", { reason: { from: null, to: reason } });
}

/** Ends the access of a holder who should not have the page. An unused link ends, too: it may be theirs. */
export async function freezeHolder(portal: Portal, actor: Actor, target: ChangeTarget, form: unknown): Promise<void> {
  const reason = parseReason(form);
  await changeHolder(portal, actor, target, async (locked, holder) => {
    if (reason === "") throw new PortalError("invalid", { fields: { reason: "required" } });
    if (openSealedHolder(locked.key, holder).frozenAt !== undefined) throw new PortalError("stale");
    await deleteHolderLink(locked.writer, locked.row.id);
    await freeze(portal, locked, holder, reason);
  });
}

/** Gives the page back to its holder: the office has seen that it is theirs. They may refuse a new link once again. */
export const giveBackPage = (portal: Portal, actor: Actor, target: ChangeTarget): Promise<void> =>
  changeHolder(portal, actor, target, async ({ writer, row, key, log }, holder) => {
    const { frozenAt, refusedAt: _, ...content } = openSealedHolder(key, holder);
    if (frozenAt === undefined) throw new PortalError("stale");
    await updateRow(writer, "holder", holder.id, { sealed: sealHolder(key, holder.id, content) });
    await deleteHolderLink(writer, row.id);
    await log("holder-given-back", {});
  });

type ChangeHolder = (locked: Locked<RecordRow>, holder: HolderRow) => Promise<void>;

async function changeHolder(portal: Portal, actor: Actor, target: ChangeTarget, change: ChangeHolder): Promise<void> {
  authorize(mayFreezeHolders(actor), actor);
  requireRecentProof(actor);
  await changeLocked(portal, actor, recordEntity, target, async (locked) => {
    const holder = await holderForChange(portal.database, locked.writer, locked.row.id);
    if (!holder) throw new PortalError("not-found");
    await change(locked, holder);
  });
}
