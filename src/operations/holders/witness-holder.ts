import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayListRecords, requireRecentProof } from "#core/accounts/permissions.ts";
import { holderForChange, holderLink, putHolderLink } from "#storage/database/holders/holders.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { updateRow } from "#storage/database/rows.ts";
import { mayBeSecond } from "../held-changes/second-person.ts";
import { type ChangeTarget, changeLocked, type Locked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { isOpen, orAbsent } from "./holder-links.ts";
import { holderForStaff, sealedLink, sealHolder } from "../sealed/sealed-holder.ts";

type WitnessForm = Readonly<Record<string, string>>;

/**
 * A second member of staff has seen the person with their passport. `card` is the time at which the card that the person
 * holds was made: it works from now on. Without it, the flag of a page that was opened beside staff ends.
 */
export async function witnessHolder(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  { card = "" }: WitnessForm = {},
): Promise<void> {
  authorize(mayListRecords(actor), actor);
  requireRecentProof(actor);
  const lockTarget = { ...target, authorizeRow: orAbsent(actor) };
  await changeLocked(portal, actor, recordEntity, lockTarget, async (locked) => {
    if (actor.kind !== "account") throw new PortalError("not-allowed");
    const { barred, confirm } = card === "" ? await flagOf(portal, locked) : await cardOf(portal, locked, card);
    if (!(await mayBeSecond(portal, locked.writer, actor.id, barred))) throw new PortalError("not-allowed");
    await confirm(actor.id);
    await locked.log("holder-witnessed", {});
  });
}

async function cardOf(portal: Portal, { writer, row, key }: Locked<RecordRow>, madeAt: string) {
  const link = await holderLink(portal, writer, row.id);
  // Somebody made another card in the meantime, which the witness has not seen.
  if (!isOpen(portal, link) || String(link.made_at) !== madeAt) throw new PortalError("stale");
  const content = sealedLink.open(key, link);
  const confirm = (witnessedBy: string) => {
    const sealed = sealedLink.seal(key, { candidate_id: row.id }, { ...content, witnessedBy });
    return putHolderLink(portal, writer, { ...link, sealed, works_from: portal.now() });
  };
  return { barred: [content.madeBy], confirm };
}

async function flagOf({ database }: Portal, { writer, row, key }: Locked<RecordRow>) {
  const holder = await holderForChange(database, writer, row.id);
  if (!holder) throw new PortalError("not-found");
  const { flag, ...content } = holderForStaff(key, holder);
  if (!flag) throw new PortalError("stale");
  const sealed = sealHolder(key, holder.id, content);
  return { barred: flag.people, confirm: () => updateRow(writer, "holder", holder.id, { sealed }) };
}
