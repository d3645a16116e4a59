import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { recordOfDraft } from "#core/page-draft.ts";
import { foldName } from "#core/records/names.ts";
import type { ReceivedReport } from "#core/reports/report.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayTakeRecords } from "#core/accounts/permissions.ts";
import { withoutSigns } from "#core/records/numbers.ts";
import { numberIndexes } from "#sealing/number-index.ts";
import { everyDraft } from "#storage/database/records/drafts.ts";
import { emailOfAccount, holderOfRecord } from "#storage/database/holders/holders.ts";
import { rowById } from "#storage/database/rows.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import { type WatchRow, watchesOfNumbers } from "#storage/database/holders/watches.ts";
import { isOpenDraft, openDraft, openPageDraft } from "../drafts/read-drafts.ts";
import { openSealedHolder } from "../sealed/sealed-holder.ts";
import { waitingMails } from "../mails/mail-queue.ts";
import { looksOfRecord } from "../records/holder-looks.ts";
import { lookupsOfRecord } from "../records/lookup-days.ts";
import type { Portal } from "../portal/portal.ts";
import { type HistoryPage, readHistory } from "../records/read-record.ts";
import { recordKey } from "../sealed/sealed-record.ts";
import { readComments } from "../records/record-comments.ts";
import { listDamagedMarks, listFalseNumbers } from "../reports/false-numbers.ts";
import { listReports } from "../reports/read-reports.ts";
import { openedWatch } from "../watches/sealed-watch.ts";

/** Returns what the site knows about one person apart from their record, for a person who has a right to learn it. */
export async function subjectAccessExport(portal: Portal, actor: Actor, record: CandidateRecord) {
  authorize(mayTakeRecords(actor), actor);
  const { id } = record;
  const isAbout = mentions(record);
  const [comments, history, lookups, looks, watches, reports, marks, damagedMarks, drafts, mails, holder] =
    await Promise.all([
      readComments(portal, actor, id, Number.MAX_SAFE_INTEGER),
      wholeHistory(portal, actor, id),
      lookupsOfRecord(portal, actor, id),
      looksOfRecord(portal, id),
      watchesAbout(portal, record),
      reportsAbout(portal, actor, isAbout),
      listFalseNumbers(portal, actor),
      listDamagedMarks(portal, actor),
      draftsAbout(portal, id, isAbout),
      mailsAbout(portal, (text) => text.includes(id) || isAbout(text)),
      ofHolder(portal, id),
    ]);
  return {
    comments: comments.map(({ at, writtenBy, text }) => ({ at, writtenBy, text })),
    history,
    /** How often visitors found the record, by day. The site does not know who looked. */
    lookups: lookups.days
      .filter(({ hits }) => hits > 0)
      // Includes what the holder reads about these lookups on their own page.
      .map((one) => ({ ...one, looks: looks.find(({ day }) => day === one.day)?.looks ?? [] })),
    watches,
    reports,
    falseNumbers: marks
      .filter(({ number }) => isAbout(number))
      .map(({ number, reason, until, markedAt, markedBy }) => ({ number, reason, until, markedAt, markedBy })),
    /** Marks that cannot be read, which may be of the person's number or of another one. */
    unreadFalseNumbers: damagedMarks,
    ...drafts,
    mails,
    holder,
  };
}

export type AllAboutPerson = Awaited<ReturnType<typeof subjectAccessExport>>;

/** True if a text contains one of the person's numbers, in any spacing, or their name. */
function mentions({ passportNumber, irccNumber, name }: CandidateRecord): (text: string) => boolean {
  const numbers = [passportNumber, irccNumber].filter((number) => number !== "").map(withoutSigns);
  return (text) => {
    const packed = text
      .normalize("NFKC")
      .toUpperCase()
      .replaceAll(/[\s/.-]/g, "");
    return numbers.some((number) => packed.includes(number)) || foldName(text).includes(foldName(name));
  };
}

async function wholeHistory(portal: Portal, actor: Actor, id: string): Promise<HistoryPage["events"]> {
  const events: HistoryPage["events"] = [];
  let cursor: string | undefined;
  do {
    const page = await readHistory(portal, actor, id, { limit: 100, cursor });
    events.push(...page.events);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return events;
}

async function reportsAbout(portal: Portal, actor: Actor, isAbout: (text: string) => boolean) {
  const found: ReceivedReport[] = [];
  for (const state of ["open", "closed"] as const) {
    let cursor: string | undefined;
    do {
      const page = await listReports(portal, actor, { state, limit: 500, cursor });
      found.push(...page.reports.filter(({ about, message }) => isAbout(`${about}\n${message}`)));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }
  return found;
}

/** The watches for the person's numbers, with the name that was given. Who waits is left out: that is another person's data. */
async function watchesAbout(portal: Portal, { passportNumber, irccNumber }: CandidateRecord) {
  const { database, keyring, registry, now } = portal;
  const found = await watchesOfNumbers(
    database.read,
    numberIndexes(keyring, registry, "passport", passportNumber),
    irccNumber === "" ? [] : numberIndexes(keyring, registry, "ircc", irccNumber),
    now(),
  );
  // A number with several spellings has a row for each, all with the same hashes of mailbox and number.
  const asked = ({ ends_at, mailbox_index, passport_index }: WatchRow) =>
    [ends_at, ...[mailbox_index, passport_index].map((hash) => Buffer.from(hash).toString("hex"))].join(" ");
  const once = new Map(found.map((row) => [asked(row), row]));
  return [...once.values()].map((row) => ({ endsAt: row.ends_at, name: openedWatch(portal, row)?.name ?? null }));
}

/**
 * Since when the record has a holder and a passkey, which account opens the page, and where the holder is told of
 * changes. Null without a holder.
 */
async function ofHolder(portal: Portal, id: string) {
  const { read } = portal.database;
  const [record, holder] = await Promise.all([rowById(read, "candidate", id), holderOfRecord(read, id)]);
  if (!record || !holder) return null;
  const { mail, passkey } = openSealedHolder(recordKey(portal, record), holder);
  return {
    boundAt: holder.bound_at,
    passkeyAt: passkey?.addedAt ?? null,
    account: await emailOfAccount(read, holder),
    email: mail?.address ?? null,
  };
}

/**
 * What staff typed about the person and did not save. One that cannot be read is there, without its content, if its form is
 * the record's. `unreadDrafts`: how many others cannot be read, which may be about the person or about somebody else.
 */
async function draftsAbout(portal: Portal, id: string, isAbout: (text: string) => boolean) {
  const opened = (await everyDraft(portal.database.read)).filter(isOpenDraft).map((row) => {
    const content = row.form.includes(":") ? openPageDraft(portal, row) : openDraft(portal, row);
    return { row, content, isOfRecord: recordOfDraft(row.form) === id };
  });
  const drafts = opened.filter(
    ({ content, isOfRecord }) => isOfRecord || (content && isAbout(JSON.stringify(content))),
  );
  const names = await namesById(
    portal.database.read,
    drafts.map(({ row }) => row.person_id),
  );
  return {
    drafts: drafts.map(({ row, content }) => ({
      savedAt: row.saved_at,
      by: names.get(row.person_id) ?? null,
      content,
    })),
    unreadDrafts: opened.filter(({ content, isOfRecord }) => !content && !isOfRecord).length,
  };
}

/** Mails about the person that wait to be sent. The tokens of links are left out, because they would let a reader in. */
async function mailsAbout(portal: Portal, isAbout: (text: string) => boolean) {
  const found: { queuedAt: number; to: string; subject: string; text: string }[] = [];
  for await (const mails of waitingMails(portal)) {
    for (const { queuedAt, to, subject, text } of mails) {
      if (!isAbout(`${subject}\n${text}`)) continue;
      found.push({ queuedAt, to, subject, text: text.replaceAll(/\btoken=\S+/g, "token=…") });
    }
  }
  return found;
}
