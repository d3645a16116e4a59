import type { DetailsOf } from "#core/audit/audit-details.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { newcomerMs } from "#core/accounts/held-changes.ts";
import { authorize, mayFreezeHolders, requireRecentProof } from "#core/accounts/permissions.ts";
import { isSecondPerson } from "#core/accounts/second-person.ts";
import { linkLifetimeMs, parseReason } from "#core/holders/binding.ts";
import { hasCome, setBackMs } from "#core/wrong-clock.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { staffWhoMayWitness } from "#storage/database/accounts/roles.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import {
  cardsMadeBy,
  deleteHolderLink,
  holderForChange,
  holderLink,
  openersOf,
  pagesOpenedBy,
} from "#storage/database/holders/holders.ts";
import { endShareCodes } from "#storage/database/holders/share-codes.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { Within } from "#storage/database/transaction.ts";
import { mayBeSecond, recentRoleGifts } from "../held-changes/second-person.ts";
import { type ChangeTarget, changeLocked, type Locked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { endWalletCopies } from "../proofs/note-publication.ts";
import { recordEntity } from "../records/record-entity.ts";
import { openRecord } from "../sealed/sealed-record.ts";
import {
  holderForStaff,
  sealedLink,
  openSealedHolder,
  type SealedHolder,
  sealHolder,
} from "../sealed/sealed-holder.ts";

type OpenedHolder = { id: string; content: SealedHolder };

/**
 * Ends what the holder gave away: share codes, and copies in wallets. From now on the page changes nothing, until the
 * office has seen the person.
 */
export async function freeze(
  portal: Portal,
  { within, writer, row, key, log }: Locked<RecordRow>,
  { id, content: { walletAt, ...content } }: OpenedHolder,
  why: DetailsOf<"holder-frozen">,
): Promise<void> {
  const frozenAt = portal.now();
  await updateRow(writer, "holder", id, { sealed: sealHolder(key, id, { ...content, frozenAt }) });
  await endShareCodes(writer, id, frozenAt);
  // A damaged record must not prevent a new card.
  const record = walletAt === undefined ? null : openedOrNull(() => openRecord(portal, row, key));
  if (record) await endWalletCopies(within, writer, record, key);
  await log("holder-frozen", why);
}

export const frozenFor = (reason: string): DetailsOf<"holder-frozen"> => ({ reason: { from: null, to: reason } });

/** Ends the access of a holder who should not have the page. An unused link ends, too: it may be theirs. */
export async function freezeHolder(portal: Portal, actor: Actor, target: ChangeTarget, form: unknown): Promise<void> {
  const reason = parseReason(form);
  await changeHolder(portal, actor, target, async (locked, holder) => {
    if (reason === "") throw new PortalError("invalid", { fields: { reason: "required" } });
    if (holder.content.frozenAt !== undefined) throw new PortalError("stale");
    await deleteHolderLink(locked.writer, locked.row.id);
    await freeze(portal, locked, holder, frozenFor(reason));
  });
}

/**
 * Ends the unused cards that somebody made, so that none opens a page after their return, and freezes the pages that they
 * opened for others, where `freezes` says so. Returns how many. It takes part in a transaction that has authorized.
 */
export async function endCardsAndFreezePages(
  within: Within<Portal>,
  writer: Writer,
  actor: Actor,
  personId: string,
  freezes: (recordId: string) => boolean,
): Promise<number> {
  let frozen = 0;
  const pages = (await pagesOpenedBy(writer, personId)).filter(({ id }) => freezes(id));
  const records = new Map([...(await cardsMadeBy(writer, personId)), ...pages].map((one) => [one.id, one]));
  // Locked in the order of their ids, as everybody locks several records.
  for (const { id, registry } of [...records.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    await changeLocked({ ...within, registry }, actor, recordEntity, { id }, async (locked) => {
      await endCardOf(locked, personId);
      if (pages.some((page) => page.id === id) && (await freezeSuspect(locked))) frozen += 1;
    });
  }
  return frozen;
}

async function endCardOf({ within, writer, key, row, log }: Locked<RecordRow>, personId: string): Promise<void> {
  const link = await holderLink(within, writer, row.id);
  // A damaged card opens nothing. Somebody else may have made another one.
  if (!link || openedOrNull(() => sealedLink.open(key, link))?.madeBy !== personId) return;
  await deleteHolderLink(writer, row.id);
  if (!hasCome(link.ends_at, within.now(), linkLifetimeMs + setBackMs)) await log("holder-link-withdrawn", {});
}

async function freezeSuspect(locked: Locked<RecordRow>): Promise<boolean> {
  const { within, writer, row, key } = locked;
  const holder = await holderForChange(within.database, writer, row.id);
  // A damaged page shows nothing, so it needs no freezing.
  const content = holder && openedOrNull(() => openSealedHolder(key, holder));
  if (!content || content.frozenAt !== undefined) return false;
  await deleteHolderLink(writer, row.id);
  await freeze(within, locked, { id: holder.id, content }, suspicion);
  return true;
}

const suspicion: DetailsOf<"holder-frozen"> = { departure: { from: null, to: "suspected" } };

/** Gives the page back to its holder: the office has seen that it is theirs. They may refuse a new link once again. */
export const giveBackPage = (portal: Portal, actor: Actor, target: ChangeTarget): Promise<void> =>
  changeHolder(portal, actor, target, async ({ writer, row, key, log }, { id, content }) => {
    const { frozenAt, refusedAt: _, ...others } = content;
    if (frozenAt === undefined) throw new PortalError("stale");
    if (!(await mayGiveBack(portal, writer, actor, row))) throw new PortalError("not-allowed");
    await updateRow(writer, "holder", id, { sealed: sealHolder(key, id, others) });
    await deleteHolderLink(writer, row.id);
    await log("holder-given-back", {});
  });

/** Whoever opened the page with its holder is no second person, where there is one. */
export async function mayGiveBack(portal: Portal, reader: Reader, actor: Actor, row: RecordRow): Promise<boolean> {
  if (actor.kind !== "account") return true;
  const openers = await openersOf(reader, row.id);
  const isSecond = await mayBeSecond(portal, reader, actor.id, openers);
  return isSecond || !(await hasWitness(portal, reader, row, openers));
}

/** True if somebody on the staff may be the second person beside these. */
export async function hasWitness(
  portal: Portal,
  reader: Reader,
  { added_by }: RecordRow,
  barred: readonly string[],
): Promise<boolean> {
  const gifts = await recentRoleGifts(portal, reader);
  const witnesses = await staffWhoMayWitness(reader, added_by, portal.now() - newcomerMs);
  return witnesses.some((id) => isSecondPerson(gifts, id, barred));
}

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
