import { dayMs } from "#core/durations.ts";
import { PortalError } from "#core/errors.ts";
import { gatherNewsMs, type HolderNews, holderNews } from "#core/holders/holder-news.ts";
import { languages } from "#core/settings/languages.ts";
import { hasCome } from "#core/wrong-clock.ts";
import {
  type Decoded,
  flag,
  listOf,
  number,
  oneOf,
  optional,
  shape,
  text,
  withDefault,
} from "#core/stored/decoders.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import type { Writer } from "#storage/database/database.ts";
import { type HolderLinkRow, holderOfRecord, type HolderRow } from "#storage/database/holders/holders.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { Within } from "#storage/database/transaction.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type { Portal } from "../portal/portal.ts";
import { senderNameOf } from "../portal/current-settings.ts";

const holderMail = shape({
  address: text,
  language: oneOf(...languages),
  /** Part of the links in these mails, so that links in mails to an earlier address lead nowhere. */
  mark: text,
  askedAt: number,
  isConfirmed: flag,
  /** True if the holder is told of each look and each use of a share code. */
  tellsLooks: optional(flag),
});

/**
 * Where a holder is told what happens to their record. Until the address is confirmed, only the question for the
 * confirmation is sent there.
 */
export type HolderMail = Decoded<typeof holderMail>;

export const wantsLooks = ({ mail }: SealedHolder): boolean => mail?.isConfirmed === true && mail.tellsLooks === true;

export const canConfirm = ({ now }: Pick<Portal, "now">, { askedAt }: HolderMail) =>
  !hasCome(askedAt + dayMs, now(), dayMs);

export const sealedHolder = sealedContent({
  table: "holder",
  place: ({ id }: { id: string }) => `holder/${id}`,
  decode: shape({
    pin: text,
    mail: optional(holderMail),
    passkey: optional(shape({ id: text, publicKey: text, addedAt: number })),
    /** When a wallet last got the holder's credential. */
    walletAt: optional(number),
    /** When the holder refused a new card. They can do that once. */
    refusedAt: optional(number),
    /** Since then, the page changes nothing, until the office has seen the person. */
    frozenAt: optional(number),
    /** Organisations are not told when what they were told of the record ends. */
    refusesNotices: optional(oneOf(true)),
    /**
     * Until a second member of staff has seen the person: the page was opened first in a browser or a network of staff.
     * The people may not witness their own card.
     */
    flag: optional(shape({ near: oneOf("session", "network"), people: listOf(text) })),
  }),
});
export type SealedHolder = Decoded<typeof sealedHolder.decode>;

export const sealHolder = (key: Uint8Array, id: string, content: SealedHolder) =>
  sealedHolder.seal(key, { id }, content);

export const openSealedHolder = (key: Uint8Array, row: Pick<HolderRow, "id" | "sealed">): SealedHolder =>
  sealedHolder.open(key, row);

/** A link against a holder who refused one, or whose page is frozen, waits for a second member of staff. */
export const sealedLink = sealedContent({
  table: "holder_link",
  place: ({ candidate_id: id }: Pick<HolderLinkRow, "candidate_id">) => `holder-link/${id}`,
  decode: shape({ reason: text, madeBy: text, needsWitness: withDefault(false, flag), witnessedBy: optional(text) }),
  id: ["candidate_id"],
});
export type SealedLink = Decoded<typeof sealedLink.decode>;

/** A holder for staff, whom the problem tells what to do. */
export function holderForStaff(key: Uint8Array, holder: HolderRow): SealedHolder {
  const content = openedOrNull(() => openSealedHolder(key, holder));
  if (!content) throw new PortalError("holder-damaged");
  return content;
}

/**
 * Returns a function for the transaction that deletes a record, or ends its page. It queues a mail to the holder, if they
 * asked for mails, that says so. That mail waits for an hour at most, and the address is deleted with it.
 */
export async function lastMail(portal: Portal, why: "deleted" | "another-person") {
  const senderName = await senderNameOf(portal);
  const { holderLastMails } = await import("../mails/mail-texts.ts");
  return async (within: Within<Portal>, writer: Writer, recordId: string, key: Uint8Array): Promise<void> => {
    const holder = await holderOfRecord(writer, recordId);
    // A holder who cannot be opened must not prevent the deletion.
    const mail = holder && openedOrNull(() => openSealedHolder(key, holder))?.mail;
    if (!mail?.isConfirmed) return;
    const words = holderLastMails[why](senderName, mail.language);
    await queueMail(within, { to: mail.address, senderName, ...words }, 1);
  };
}

/**
 * Adds to what a holder is told by the next mail. News about a new link, passkey, account or wallet is sent at once, because
 * somebody else may have access to the page, and news about false papers, because visitors read it at once.
 */
export function noteNews(
  { now }: Portal,
  writer: Writer,
  { id, tell, tell_at }: HolderRow,
  news: readonly HolderNews[],
): Promise<unknown> {
  const kinds = new Set([...tell.split(" "), ...news]);
  const isUrgent = (["new-link", "frozen", "false-papers", "passkey", "account", "wallet"] as const).some((kind) =>
    kinds.has(kind),
  );
  return updateRow(writer, "holder", id, {
    tell: holderNews.filter((kind) => kinds.has(kind)).join(" "),
    tell_at: isUrgent ? now() : (tell_at ?? now() + gatherNewsMs),
  });
}
