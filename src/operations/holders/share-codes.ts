import { randomUUID } from "node:crypto";
import { z } from "zod";
import { isFromFuture, setBackMs } from "#core/wrong-clock.ts";
import { dayMs } from "#core/durations.ts";
import { PortalError } from "#core/errors.ts";
import { printedCode, shareCode } from "#core/holders/codes.ts";
import { firstName, firstNames, maxShareCodes, parseShare, shareAudiences } from "#core/holders/share-codes.ts";
import { ownForVisitors, ownShown } from "#core/own-fields/own-field.ts";
import { papersToShare } from "#core/records/visibility.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { addedBy, type Decoded, listOf, oneOf, shape, text } from "#core/stored/decoders.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayListRecords } from "#core/accounts/permissions.ts";
import { countTries } from "#limits/limits.ts";
import { shareCodeHash } from "#sealing/keyed-hashes.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import { holderOfRecord } from "#storage/database/holders/holders.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { insertRow } from "#storage/database/rows.ts";
import {
  deleteShareCodesBefore,
  endShareCodes,
  shareCodesOf,
  type ShareCodeRow,
  usableShareCodes,
} from "#storage/database/holders/share-codes.ts";
import { type Changed, changeLocked, type ChangeTarget, type Locked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { openRecord, recordKey } from "../sealed/sealed-record.ts";
import { currentSettings, keyOfSettings } from "../portal/current-settings.ts";
import { newCode, orAbsent } from "./holder-links.ts";
import { changeAsHolder, type HolderCredential, openHolder } from "./holder-page.ts";

/** After a code has ended, the holder sees for this long how it was used. */
const shownAfterEndMs = 30 * dayMs;
const byHolder = { name: "share codes by holder", atMost: 40, withinSeconds: 24 * 60 * 60 };

export const sealedShare = sealedContent({
  table: "share_code",
  place: ({ id }: { id: string }) => `share-code/${id}`,
  decode: shape({
    whom: oneOf(...shareAudiences),
    words: text,
    kinds: listOf(oneOf(...documentKinds)),
    /** The ids of the operator's own fields and papers. */
    own: addedBy("1.1", listOf(text), []),
  }),
});
export type SealedShare = Decoded<typeof sealedShare.decode>;

const hashOfShareCode = async (portal: Portal, code: string, first: string): Promise<Buffer> =>
  shareCodeHash(await keyOfSettings(portal), portal.registry, code, first);

/** The hashes under which a code with this name may be stored. */
export const hashesOfShareCode = (portal: Portal, code: string, typedName: string): Promise<Buffer[]> =>
  Promise.all(firstNames(typedName).map((first) => hashOfShareCode(portal, code, first)));

/** Makes a code. The returned code is shown once: only a keyed hash of it is stored. */
export async function makeShareCode(portal: Portal, opened: HolderCredential, form: Readonly<Record<string, unknown>>) {
  const { days, uses, ...share } = parseShare(form);
  const found = await openHolder(portal, opened, "not-found");
  const { record } = found;
  await countTries(portal.limits, [{ rule: byHolder, key: opened.id }]);
  const [id, code] = [randomUUID(), newCode(shareCode)];
  const code_hash = await hashOfShareCode(portal, code, firstName(record.name));
  const made_at = portal.now();
  const ends_at = made_at + days * dayMs;
  const make = async ({ writer, key, log }: Locked<RecordRow>) => {
    if ((await usableShareCodes(writer, opened.id, made_at)) >= maxShareCodes) throw new PortalError("too-many-codes");
    await insertRow(writer, "share_code", {
      id,
      holder_id: opened.id,
      code_hash,
      made_at,
      ends_at,
      most_uses: uses,
      uses: 0,
      used_days: "",
      sealed: sealedShare.seal(key, { id }, share),
    });
    await log("share-code-made", {});
  };
  await changeAsHolder(portal, opened, make, found);
  return {
    code: printedCode(code, shareCode),
    firstName: asWritten(firstName(record.name), record.name),
    endsAt: ends_at,
  };
}

const asWritten = (first: string, name: string) => name.split(/\s+/).find((word) => firstName(word) === first) ?? first;

/** Ends a code at once. A code that has ended already stays as it is. */
export async function endShareCode(portal: Portal, opened: HolderCredential, id: string): Promise<void> {
  // PostgreSQL throws at some texts, such as one with a null character.
  if (!z.uuid().safeParse(id).success) throw new PortalError("not-found");
  const end = async ({ writer, log }: Locked<RecordRow>) => {
    if ((await endShareCodes(writer, opened.id, portal.now(), id)) > 0) await log("share-code-revoked", {});
  };
  await changeAsHolder(portal, opened, end, await openHolder(portal, opened, "not-found"));
}

/**
 * Returns the codes of an open page, newest first, with the days on which they were used, and the documents that may be shared.
 */
export async function ownShareCodes(portal: Portal, opened: HolderCredential) {
  const { record } = await openHolder(portal, opened, "not-found");
  const key = recordKey(portal, record);
  const [rows, { shownKinds, ownFields, ownPapers }] = await Promise.all([
    shareCodesOf(portal.database.read, opened.id),
    currentSettings(portal),
  ]);
  const whole = openRecord(portal, record, key);
  return {
    codes: rows.map((row) => shownCode(row, sealedShare.open(key, row), portal.now())),
    ...papersToShare(whole, { shownKinds, ownPapers }),
    own: ownShown(ownForVisitors(ownFields), whole.own),
  };
}

const shownCode = (row: ShareCodeRow, share: SealedShare, now: number) => ({
  id: row.id,
  ...share,
  madeAt: row.made_at,
  endsAt: row.ends_at,
  uses: row.uses,
  maxUses: row.most_uses,
  usedDays: row.used_days.split(" ").filter(Boolean),
  hasEnded: row.ends_at <= now || isFromFuture(row.made_at, now + setBackMs),
});

/** Ends all codes of a record. Allowed for staff who may make links to its holder's page. */
export function endShareCodesOfRecord(portal: Portal, actor: Actor, target: ChangeTarget): Promise<Changed> {
  authorize(mayListRecords(actor), actor);
  const lockTarget = { ...target, authorizeRow: orAbsent(actor) };
  return changeLocked(portal, actor, recordEntity, lockTarget, async ({ writer, row, log }): Promise<Changed> => {
    const holder = await holderOfRecord(writer, row.id);
    const ended = holder ? await endShareCodes(writer, holder.id, portal.now()) : 0;
    if (ended > 0) await log("share-codes-revoked", {});
    return { modified: ended > 0 ? 1 : 0 };
  });
}

export const deleteOldShareCodes = ({ database, now }: Portal): Promise<void> =>
  database.write((writer) => deleteShareCodesBefore(writer, now() - shownAfterEndMs));
