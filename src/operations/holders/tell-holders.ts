import { type HolderNews, holderNews, newsOf } from "#core/holders/holder-news.ts";
import { openedOrNull } from "#sealing/seal.ts";
import type { AuditRow } from "#storage/database/audit.ts";
import type { Writer } from "#storage/database/database.ts";
import { holderToTell, holdersOfRecords } from "#storage/database/holders/holders.ts";
import { rowById, rowForChange, updateRow } from "#storage/database/rows.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type { Portal } from "../portal/portal.ts";
import { isShownRow, openRecord, recordKey } from "../sealed/sealed-record.ts";
import { numbersOnFalsePapers } from "../portal/on-false-papers.ts";
import { readFalseNumbers } from "../reports/read-false-numbers.ts";
import { senderNameOf } from "../portal/current-settings.ts";
import { mailsLink } from "./holder-mails.ts";
import { noteNews, openSealedHolder, wantsLooks } from "../sealed/sealed-holder.ts";

/** Notes the holders whom these events concern. For the transaction that reads on in the audit log. */
export async function noteForHolders(portal: Portal, writer: Writer, events: readonly AuditRow[]): Promise<void> {
  const ofRecords = Map.groupBy(
    events.filter(({ subject }) => subject === "candidate"),
    ({ subject_id }) => subject_id,
  );
  const news = new Map([...ofRecords].map(([id, some]) => [id, some.flatMap(newsOf)] as const));
  const ids = [...news].filter(([, kinds]) => kinds.length > 0).map(([id]) => id);
  for (const holder of await holdersOfRecords(portal.database, writer, ids))
    await noteNews(portal, writer, holder, news.get(holder.candidate_id) ?? []);
}

/** Mails holders the news that is due. The mail is queued in the transaction that deletes the news. */
export async function tellHolders(portal: Portal, stopping?: AbortSignal): Promise<void> {
  const { database, registry, now } = portal;
  while (!stopping?.aborted) {
    const next = await holderToTell(database.read, registry, now());
    if (!next) break;
    await mailNews(portal, next.id);
  }
}

async function mailNews(portal: Portal, id: string): Promise<void> {
  const { database } = portal;
  const senderName = await senderNameOf(portal);
  await readFalseNumbers(portal);
  const { holderNewsMail } = await import("../mails/mail-texts.ts");
  await inTransaction(portal, async (within, writer) => {
    const holder = await rowForChange(database, writer, "holder", id);
    const record = holder && (await rowById(writer, "candidate", holder.candidate_id));
    if (!holder || !record) return;
    await updateRow(writer, "holder", id, { tell: "", tell_at: null });
    // A holder who cannot be opened gets no mail, and does not delay the others.
    const opened = openedOrNull(() => openSealedHolder(recordKey(portal, record), holder));
    const isPublic = isShownRow(portal, record);
    const falseNumbers = opened ? numbersOnFalsePapers(portal, openRecord(portal, record)) : [];
    const isWanted = (kind: HolderNews) =>
      (kind !== "looked" && kind !== "code-used") || (opened && wantsLooks(opened));
    const news = holderNews
      .filter((kind) => holder.tell.split(" ").includes(kind) && isWanted(kind))
      .filter(isStillTrue(isPublic, falseNumbers.length > 0));
    const mail = opened?.mail;
    if (!mail?.isConfirmed || news.length === 0) return;
    const page = `${portal.publicOrigin}/my-record`;
    const stopLink = mailsLink(portal, id, mail.mark);
    const words = holderNewsMail({
      operator: senderName,
      news,
      falseNumbers,
      page,
      stopLink,
      pageLanguage: mail.language,
    });
    await queueMail(within, { to: mail.address, senderName, stopLink, ofRecord: record.id, ...words });
  });
}

/**
 * Leaves out news that is no longer true: a record that was hidden and shown again in the meantime is not reported as hidden.
 */
const isStillTrue = (isPublic: boolean, isOnFalsePapers: boolean) => (kind: HolderNews) =>
  kind === "published" ? isPublic : kind === "hidden" ? !isPublic : kind !== "false-papers" || isOnFalsePapers;
