import { randomInt } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { linkLifetimeMs, parseOffer, takeOverAfterMs } from "#core/holders/binding.ts";
import { clearAlphabet, type CodeShape, linkCode, printedCode } from "#core/holders/codes.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { hasCome, setBackMs } from "#core/wrong-clock.ts";
import {
  authorize,
  mayFreezeHolders,
  mayLinkHolder,
  mayListRecords,
  requireRecentProof,
} from "#core/accounts/permissions.ts";
import { linkTokenHash } from "#sealing/link-token.ts";
import { openedOrNull } from "#sealing/seal.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import {
  deleteHolderLink,
  deleteEndedLinks,
  holderForChange,
  holderLink,
  type HolderLinkRow,
  holderOfRecord,
  type HolderRow,
  putHolderLink,
} from "#storage/database/holders/holders.ts";
import { usableShareCodes } from "#storage/database/holders/share-codes.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { mayBeSecond } from "../held-changes/second-person.ts";
import { type Changed, type ChangeTarget, changeLocked, type Locked } from "../portal/locked-change.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { readableRow } from "../records/read-record.ts";
import { recordKey } from "../sealed/sealed-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { freeze, frozenFor, hasWitness, mayGiveBack } from "./frozen-page.ts";
import { sealedLink, openSealedHolder, type SealedLink } from "../sealed/sealed-holder.ts";
import { officeZone } from "../portal/office-time.ts";

export const newCode = ({ length }: CodeShape): string =>
  Array.from({ length }, () => clearAlphabet[randomInt(clearAlphabet.length)]).join("");

/** True until a second member of staff has seen the person. Where nobody else may witness it, the link does not wait. */
export async function waitsForWitness(portal: Portal, reader: Reader, row: RecordRow, link: SealedLink) {
  return link.needsWitness && link.witnessedBy === undefined && hasWitness(portal, reader, row, [link.madeBy]);
}

/**
 * Makes a link to the holder's page of a record, and returns its code, which is stored nowhere. An older link ends. If the
 * page already has a holder, a reason is required, and the link works only after the holder has had time to refuse it. If
 * the holder has refused one before, the page is frozen. With `onlyIfNone`, a record that has a holder or a usable link
 * stays as it is. With an email address, the link is mailed, too.
 */
export async function offerHolderLink(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  form: unknown,
  { onlyIfNone = false } = {},
): Promise<string | null> {
  authorize(mayListRecords(actor), actor);
  const { reason, email, seen } = parseOffer(form);
  return changeLocked(portal, actor, recordEntity, { ...target, authorizeRow: orAbsent(actor) }, async (locked) => {
    const { within, writer, row, key, log } = locked;
    const holder = await holderForChange(portal.database, writer, row.id);
    const before = await holderLink(portal, writer, row.id);
    if (onlyIfNone && (holder || isOpen(portal, before))) return null;
    // A form that is sent twice must not end the card that it made.
    if (seen !== undefined && seen !== madeAtOf(portal, before)) throw new PortalError("stale");
    if (holder) requireRecentProof(actor);
    if (holder && reason === "") throw new PortalError("invalid", { fields: { reason: "required" } });
    const isDisputed = holder !== undefined && (await freezeIfRefused(portal, actor, locked, holder, reason));
    const made_at = portal.now();
    const code = newCode(linkCode);
    const link = {
      candidate_id: row.id,
      code_hash: linkTokenHash(code),
      made_at,
      works_from: holder ? made_at + takeOverAfterMs : made_at,
      ends_at: made_at + linkLifetimeMs,
      sealed: sealedLink.seal(
        key,
        { candidate_id: row.id },
        { reason, madeBy: actorId(actor), needsWitness: isDisputed },
      ),
    };
    await putHolderLink(within, writer, link);
    // A person whom the office must see gets the card there.
    if (email !== undefined && !isDisputed) await mailLink(within, email, code, link);
    await log("holder-link-made", holder ? { reason: { from: null, to: reason } } : {});
    return code;
  });
}

/** True if the page is frozen. The second link against a holder who refused the first freezes it; only an admin makes one. */
async function freezeIfRefused(
  portal: Portal,
  actor: Actor,
  locked: Locked<RecordRow>,
  holder: HolderRow,
  reason: string,
) {
  // A damaged holder must not prevent a new card.
  const content = openedOrNull(() => openSealedHolder(locked.key, holder));
  if (content?.refusedAt === undefined && content?.frozenAt === undefined) return false;
  authorize(mayFreezeHolders(actor), actor);
  if (content.frozenAt === undefined) await freeze(portal, locked, { id: holder.id, content }, frozenFor(reason));
  return true;
}

/** When the unused link was made, as forms send it; empty if there is none. */
const madeAtOf = (portal: Portal, link: HolderLinkRow | undefined) =>
  isOpen(portal, link) ? String(link.made_at) : "";

export const isOpen = ({ now }: Portal, link: HolderLinkRow | undefined): link is HolderLinkRow =>
  link !== undefined && !hasCome(link.ends_at, now(), linkLifetimeMs + setBackMs);

/** Ends a link that nobody has used yet. That of a frozen page is ended only by who may freeze pages. */
export function withdrawHolderLink(portal: Portal, actor: Actor, target: ChangeTarget): Promise<Changed> {
  authorize(mayListRecords(actor), actor);
  const lockTarget = { ...target, authorizeRow: orAbsent(actor) };
  return changeLocked(portal, actor, recordEntity, lockTarget, async ({ writer, row, key, log }): Promise<Changed> => {
    const link = await holderLink(portal, writer, row.id);
    if (link && sealedLink.open(key, link).needsWitness) authorize(mayFreezeHolders(actor), actor);
    const modified = (await deleteHolderLink(writer, row.id)) ? 1 : 0;
    if (modified === 1) await log("holder-link-withdrawn", {});
    return { modified };
  });
}

/** For a moderator, the records of others count as missing. */
export const orAbsent =
  (actor: Actor) =>
  ({ added_by: addedBy }: Pick<RecordRow, "added_by">) => {
    if (!mayLinkHolder(actor, { addedBy })) throw new PortalError("not-found");
  };

/** Returns what staff see of the holder of a record: since when there is one, what is disputed, and the unused link. */
export async function readHolder(portal: Portal, actor: Actor, id: string) {
  const row = await readableRow(portal, actor, id);
  orAbsent(actor)(row);
  const { read } = portal.database;
  const key = recordKey(portal, row);
  const [holder, found] = await Promise.all([holderOfRecord(read, id), holderLink(portal, read, id)]);
  const link = isOpen(portal, found) ? { row: found, ...sealedLink.open(key, found) } : null;
  const { refusedAt, frozenAt, flag } = (holder && openedOrNull(() => openSealedHolder(key, holder))) ?? {};
  const waits = link !== null && (await waitsForWitness(portal, read, row, link));
  const barred = waits ? [link.madeBy] : flag?.people;
  return {
    name: row.name,
    boundAt: holder?.bound_at ?? null,
    hasRefused: refusedAt !== undefined,
    isFrozen: frozenAt !== undefined,
    near: flag?.near ?? null,
    /** The number of usable share codes. Staff learn nothing else about them. */
    codes: holder ? await usableShareCodes(read, holder.id, portal.now()) : 0,
    mayFreeze: mayFreezeHolders(actor),
    mayGiveBack: frozenAt !== undefined && mayFreezeHolders(actor) && (await mayGiveBack(portal, read, actor, row)),
    mayBeWitnessed: barred !== undefined && (waits || (await hasWitness(portal, read, row, barred))),
    mayWitness: barred !== undefined && actor.kind === "account" && (await mayBeSecond(portal, read, actor.id, barred)),
    link: link && {
      reason: link.reason,
      madeAt: link.row.made_at,
      worksFrom: waits ? null : link.row.works_from,
      endsAt: link.row.ends_at,
    },
  };
}

/** The address is stored nowhere but in the mail. */
async function mailLink(
  portal: Portal,
  to: string,
  code: string,
  link: Omit<HolderLinkRow, "row_hash">,
): Promise<void> {
  const { operator } = await currentSettings(portal);
  const { holderLinkMail } = await import("../mails/mail-texts.ts");
  const worksFrom = link.works_from > link.made_at ? link.works_from : null;
  const times = { endsAt: link.ends_at, worksFrom, zone: officeZone(portal) };
  const words = holderLinkMail(operator.name, holderAddress(portal, printedCode(code)), times);
  await queueMail(portal, { to, senderName: operator.name, ofRecord: link.candidate_id, ...words });
}

/** The code is in the fragment, which browsers never send to a server. */
export const holderAddress = ({ publicOrigin }: Pick<Portal, "publicOrigin">, code: string): string =>
  `${publicOrigin}/my-record#${code}`;

export async function deleteOldHolderLinks({ database, now }: Portal): Promise<void> {
  const atMost = 500;
  const deleteSome = (writer: Writer) => deleteEndedLinks(database, writer, now(), atMost);
  while ((await database.write(deleteSome)) === atMost);
}
