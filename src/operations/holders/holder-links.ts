import { randomInt } from "node:crypto";
import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import { linkLifetimeMs, parseLinkReason, takeOverAfterMs } from "#core/holders/binding.ts";
import { clearAlphabet, type CodeShape, linkCode, printedCode } from "#core/holders/codes.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { emailAddress } from "#core/accounts/email.ts";
import { authorize, mayLinkHolder, mayListRecords, requireRecentProof } from "#core/accounts/permissions.ts";
import { linkTokenHash } from "#sealing/link-token.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  deleteHolderLink,
  deleteHolderLinksBefore,
  holderLink,
  type HolderLinkRow,
  holderOfRecord,
  putHolderLink,
} from "#storage/database/holders/holders.ts";
import { usableShareCodes } from "#storage/database/holders/share-codes.ts";
import type { RecordRow } from "#storage/database/records/records.ts";
import { type Changed, type ChangeTarget, changeLocked } from "../locked-change.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type { Portal } from "../portal.ts";
import { recordEntity } from "../records/change-record.ts";
import { readableRow } from "../records/read-record.ts";
import { recordKey } from "../records/sealed-record.ts";
import { currentSettings } from "../settings/current-settings.ts";

type SealedLink = { code: string; reason: string };

const linkPlace = (recordId: string) => `holder-link/${recordId}`;

export const openLink = (key: Buffer, { candidate_id: id, sealed }: HolderLinkRow) =>
  unsealJson(key, linkPlace(id), sealed) as SealedLink;

export const newCode = ({ length }: CodeShape): string =>
  Array.from({ length }, () => clearAlphabet[randomInt(clearAlphabet.length)]).join("");

/**
 * Makes a link to the holder's page of a record. An older link ends. If the page already has a holder, a reason is
 * required, and the link works only after the holder has had time to refuse it. With `onlyIfNone`, a record that has a
 * holder or a usable link stays as it is.
 */
export async function offerHolderLink(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  form: unknown,
  { onlyIfNone = false } = {},
) {
  authorize(mayListRecords(actor), actor);
  const reason = parseLinkReason(form);
  await changeLocked(portal, actor, recordEntity, { ...target, authorizeRow: orAbsent(actor) }, async (locked) => {
    const { writer, row, key, log } = locked;
    const isBound = (await holderOfRecord(writer, row.id)) !== undefined;
    if (onlyIfNone && (isBound || isOpen(portal, await holderLink(writer, row.id)))) return;
    if (isBound) requireRecentProof(actor);
    if (isBound && reason === "") throw new PortalError("invalid", { fields: { reason: "required" } });
    const made_at = portal.now();
    const works_from = isBound ? made_at + takeOverAfterMs : made_at;
    const code = newCode(linkCode);
    await putHolderLink(writer, {
      candidate_id: row.id,
      code_hash: linkTokenHash(code),
      made_at,
      works_from,
      ends_at: made_at + linkLifetimeMs,
      sealed: sealJson(key, linkPlace(row.id), { code, reason } satisfies SealedLink),
    });
    await log("holder-link-made", isBound ? { reason: { from: null, to: reason } } : {});
  });
}

const isOpen = ({ now }: Portal, link: HolderLinkRow | undefined): link is HolderLinkRow =>
  link !== undefined && link.ends_at > now();

/** Ends a link that nobody has used yet. */
export function withdrawHolderLink(portal: Portal, actor: Actor, target: ChangeTarget): Promise<Changed> {
  authorize(mayListRecords(actor), actor);
  const lockTarget = { ...target, authorizeRow: orAbsent(actor) };
  return changeLocked(portal, actor, recordEntity, lockTarget, async ({ writer, row, log }): Promise<Changed> => {
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

/** Returns what staff see of the holder of a record: since when there is one, and the unused link. */
export async function readHolder(portal: Portal, actor: Actor, id: string) {
  const row = await readableRow(portal, actor, id);
  orAbsent(actor)(row);
  const { read } = portal.database;
  const [holder, link] = await Promise.all([holderOfRecord(read, id), holderLink(read, id)]);
  const codes = holder ? await usableShareCodes(read, holder.id, portal.now()) : 0;
  return {
    name: row.name,
    boundAt: holder?.bound_at ?? null,
    /** The number of usable share codes. Staff learn nothing else about them. */
    codes,
    link: isOpen(portal, link)
      ? { ...openLink(recordKey(portal, row), link), worksFrom: link.works_from, endsAt: link.ends_at }
      : null,
  };
}

const mailSchema = z.object({ email: emailAddress });

/** Mails the unused link. The address is stored nowhere but in the mail. */
export async function mailHolderLink(portal: Portal, actor: Actor, id: string, form: unknown): Promise<void> {
  const { link } = await readHolder(portal, actor, id);
  if (!link) throw new PortalError("not-found");
  const { email: to } = checkInput(mailSchema, form);
  const { operator } = await currentSettings(portal);
  const { holderLinkMail } = await import("../mails/mail-texts.ts");
  const words = holderLinkMail(operator.name, holderAddress(portal, printedCode(link.code)), link);
  await queueMail(portal, { to, senderName: operator.name, ofRecord: id, ...words });
}

/** The code is in the fragment, which browsers never send to a server. */
export const holderAddress = ({ publicOrigin }: Pick<Portal, "publicOrigin">, code: string): string =>
  `${publicOrigin}/my-record#${code}`;

export async function deleteOldHolderLinks({ database, now }: Portal): Promise<void> {
  const atOnce = 500;
  const deleteSome = (writer: Writer) => deleteHolderLinksBefore(database, writer, now(), atOnce);
  while ((await database.write(deleteSome)) === atOnce);
}
