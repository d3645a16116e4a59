import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayListRecords, requireRecentProof } from "#core/accounts/permissions.ts";
import type { Writer } from "#storage/database/database.ts";
import { holderLink, holderOfRecord, startLink } from "#storage/database/holders/holders.ts";
import type { RecordRow } from "#storage/database/records/records.ts";
import { updateRow } from "#storage/database/rows.ts";
import { mayBeSecond } from "../held-changes/barred-authors.ts";
import { type ChangeTarget, changeLocked, type Locked } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { recordEntity } from "../records/change-record.ts";
import { isOpen, openLink, orAbsent, waitsForWitness } from "./holder-links.ts";
import { openSealedHolder, sealHolder } from "./sealed-holder.ts";

/**
 * A second member of staff has seen the person with their passport. A card that waits for that works from now on, or the
 * flag of a page that was opened beside staff ends.
 */
export async function witnessHolder(portal: Portal, actor: Actor, target: ChangeTarget): Promise<void> {
  authorize(mayListRecords(actor), actor);
  requireRecentProof(actor);
  const lockTarget = { ...target, authorizeRow: orAbsent(actor) };
  return changeLocked(portal, actor, recordEntity, lockTarget, async (locked) => {
    const { people, accept } = await witnessed(portal, locked);
    if (!(await mayBeSecond(locked.writer, actor, people, portal.now()))) throw new PortalError("not-allowed");
    await accept(locked.writer);
    await locked.log("holder-witnessed", {});
  });
}

/** Returns what waits for a witness, and who may not be it. */
async function witnessed(portal: Portal, { writer, row, key }: Locked<RecordRow>) {
  const link = await holderLink(writer, row.id);
  if (isOpen(portal, link) && waitsForWitness(link))
    return {
      people: [openLink(key, link).madeBy],
      accept: (within: Writer) => startLink(within, row.id, portal.now()),
    };
  const holder = await holderOfRecord(writer, row.id);
  if (!holder) throw new PortalError("not-found");
  const { flag, ...content } = openSealedHolder(key, holder);
  if (!flag) throw new PortalError("not-found");
  const sealed = sealHolder(key, holder.id, content);
  return { people: flag.people, accept: (within: Writer) => updateRow(within, "holder", holder.id, { sealed }) };
}
