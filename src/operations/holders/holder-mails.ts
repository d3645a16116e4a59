import { randomBytes } from "node:crypto";
import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Language } from "#core/settings/languages.ts";
import { emailAddress, mailboxOf } from "#core/accounts/email.ts";
import { countTries, type LimitRule } from "#limits/limits.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { Mail } from "#core/mail.ts";
import { rowById, rowForChange, updateRow } from "#storage/database/rows.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type { Portal } from "../portal/portal.ts";
import { recordKey } from "../sealed/sealed-record.ts";
import { senderNameOf } from "../portal/current-settings.ts";
import { holderById, type HolderCredential, openHolder } from "./holder-page.ts";
import { canConfirm, type HolderMail, openSealedHolder, sealHolder } from "../sealed/sealed-holder.ts";

const day = 24 * 60 * 60;
const byHolder: LimitRule = { name: "holder mail by holder", atMost: 5, withinSeconds: day };
const toMailbox: LimitRule = { name: "holder mail to mailbox", atMost: 3, withinSeconds: day };

const schema = z.object({ email: emailAddress });

/** Mails a link with which the owner of the address confirms that they want mails. Until then, nothing else is sent there. */
export async function askForMails(
  portal: Portal,
  opened: HolderCredential,
  form: unknown,
  language: Language,
): Promise<void> {
  const { email: address } = checkInput(schema, form);
  const { holder, record } = await openHolder(portal, opened, "wrong-pin");
  // The mails must be stopped before another address can be set. Stopping them tells the owner of the first address.
  if (openSealedHolder(recordKey(portal, record), holder).mail?.isConfirmed) throw new PortalError("not-allowed");
  await countTries(portal.limits, [{ rule: byHolder, key: holder.id }]);
  await countTries(portal.limits, [{ rule: toMailbox, key: mailboxOf(address) }]);
  const mark = randomBytes(16).toString("base64url");
  const mail: HolderMail = { address, language, mark, askedAt: portal.now(), isConfirmed: false };
  const senderName = await senderNameOf(portal);
  const { holderConfirmMail } = await import("../mails/mail-texts.ts");
  const words = holderConfirmMail(senderName, mailsLink(portal, holder.id, mark), language);
  await changeMail(portal, holder.id, () => ({ mail, letter: { to: address, senderName, ...words } }));
}

/**
 * Stops the mails and deletes the address, on the holder's own page. The owner of the address is told: somebody else
 * may have the PIN.
 */
export async function stopMails(portal: Portal, opened: HolderCredential): Promise<void> {
  const { holder } = await openHolder(portal, opened, "wrong-pin");
  const senderName = await senderNameOf(portal);
  const { holderMailsStopped } = await import("../mails/mail-texts.ts");
  await changeMail(portal, holder.id, (before) => {
    if (!before?.isConfirmed) return { mail: null };
    const words = holderMailsStopped(senderName, before.language);
    return { mail: null, letter: { to: before.address, senderName, ...words } };
  });
}

/** Says whether the holder is also told of each look and each use of a share code. */
export async function tellLooks(portal: Portal, opened: HolderCredential, tellsLooks: boolean): Promise<void> {
  const { holder } = await openHolder(portal, opened, "wrong-pin");
  await changeMail(portal, holder.id, (mail) => ({ mail: mail && { ...mail, tellsLooks } }));
}

type Change = (mail: HolderMail | null) => { mail: HolderMail | null; letter?: Mail };

async function changeMail(portal: Portal, holderId: string, change: Change) {
  await inTransaction(portal, async (within, writer) => {
    const holder = await rowForChange(portal.database, writer, "holder", holderId);
    const record = holder && (await rowById(writer, "candidate", holder.candidate_id));
    if (!holder || record?.registry !== portal.registry) throw new PortalError("not-found");
    const key = recordKey(portal, record);
    const { mail: before = null, ...content } = openSealedHolder(key, holder);
    const { mail, letter } = change(before);
    // A frozen page gets no address. The one that it has can still be deleted.
    if (mail && content.frozenAt !== undefined) throw new PortalError("page-frozen");
    const sealed = sealHolder(key, holder.id, { ...content, ...(mail && { mail }) });
    await updateRow(writer, "holder", holder.id, { sealed });
    if (letter) await queueMail(within, { ...letter, ofRecord: record.id });
  });
}

const purpose = "holder-mail";

/** The address of the page where a reader of the mailbox confirms or stops the mails. */
export const mailsLink = ({ keyring, publicOrigin }: Portal, id: string, mark: string): string =>
  `${publicOrigin}/my-record/mails?token=${sealToken(keyring, purpose, [id, mark])}`;

const tokenSchema = z.tuple([z.string(), z.string()]);

/**
 * Returns what a mailed link leads to. Null once the link has ended: the mails were stopped, the address or the holder
 * was replaced, or the time to confirm the address is over.
 */
export async function readMailsLink(portal: Portal, token: string) {
  const [id = "", mark] = tokenSchema.safeParse(unsealToken(portal.keyring, purpose, token)).data ?? [];
  const found = await holderById(portal, id);
  if (!found) return null;
  const { mail } = openSealedHolder(recordKey(portal, found.record), found.holder);
  if (mail?.mark !== mark || !mail) return null;
  return mail.isConfirmed || canConfirm(portal, mail) ? { id, ...mail } : null;
}

/** Confirms or stops the mails: what the buttons on the page of a mailed link do. */
export async function answerMailsLink(portal: Portal, token: string, wish: "confirm" | "stop"): Promise<void> {
  const found = await readMailsLink(portal, token);
  if (!found) throw new PortalError("link-ended");
  await changeMail(portal, found.id, (mail) => {
    if (mail?.mark !== found.mark) throw new PortalError("link-ended");
    return { mail: wish === "stop" ? null : { ...mail, isConfirmed: true } };
  });
}
