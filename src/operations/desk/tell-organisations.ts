import { hash } from "node:crypto";
import { hasEnded } from "#core/desk/organisation.ts";
import { dayMs } from "#core/durations.ts";
import { isPortalError } from "#core/errors.ts";
import type { Mail } from "#core/mail.ts";
import { type DocumentKind, kindsIn } from "#core/records/document-kinds.ts";
import { endingOf } from "#core/records/watch.ts";
import { serverDay } from "#core/server-clock.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { boundTo, sealedColumns, unsealColumns } from "#sealing/sealed-json.ts";
import { peopleOfOrganisation } from "#storage/database/accounts/organisations.ts";
import {
  deleteEndedToldAnswers,
  deleteToldAnswers,
  deleteToldAnswersOf,
  dueToldAnswers,
  noteStanding,
  putToldAnswers,
  type ToldAnswerRow,
} from "#storage/database/accounts/told-answers.ts";
import type { Writer } from "#storage/database/database.ts";
import { holderOfRecord, recordsWithHolder } from "#storage/database/holders/holders.ts";
import { rowById, updateRow } from "#storage/database/rows.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { changeAsHolder, type HolderCredential } from "../holders/holder-page.ts";
import { openSealedHolder, sealHolder } from "../holders/sealed-holder.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type { Portal } from "../portal.ts";
import { LookupNumber, lookUpNumber } from "../records/look-up-record.ts";
import { recordKey } from "../records/sealed-record.ts";
import { senderNameOf } from "../settings/current-settings.ts";
import { openOrganisation } from "./organisations.ts";

/** What an organisation was told, and what it asked. Nothing is kept of a number that showed nothing. */
export type Told = { number: string; name: string; published: string; documents: readonly DocumentKind[] };

const keptDays = 90;
const atOnce = 500;

const sealedAs = boundTo("told-answer", ["organisation_id", "candidate_id"]);

/** They are due at once: a record may have been hidden while its list was checked. */
export async function keepTold(
  portal: Portal,
  writer: Writer,
  organisation: string,
  told: ReadonlyMap<string, Told>,
): Promise<void> {
  if (told.size === 0) return;
  const { database, keyring, now } = portal;
  const bound = new Set(await recordsWithHolder(database, [...told.keys()]));
  const rows: ToldAnswerRow[] = [];
  for (const [record, content] of told) {
    // Once the record is deleted, nothing tells any more that its holder refused.
    if (bound.has(record) && (await isRefused(portal, record))) continue;
    const place = { organisation_id: organisation, candidate_id: record };
    const id = hash("sha256", `${organisation} ${record}`);
    const times = { ends_at: now() + keptDays * dayMs, due_at: now() };
    rows.push({ id, ...place, ...times, ...sealedColumns(keyring, sealedAs(place), id, content) });
  }
  await putToldAnswers(writer, rows);
}

/**
 * Mails the people of organisations what no longer stands of what they were told. An answer ends in the transaction that
 * queues the mails. It does not matter how the record came to differ, or when a process was killed.
 */
export async function tellOrganisations(portal: Portal, stopping?: AbortSignal): Promise<void> {
  const { database, registry, now } = portal;
  while (!stopping?.aborted) {
    const rows = await dueToldAnswers(database.read, { registry, now: now(), atMost: atOnce });
    for (const [id, some] of Map.groupBy(rows, ({ organisation_id }) => organisation_id)) await tell(portal, id, some);
    if (rows.length < atOnce) break;
  }
}

async function tell(portal: Portal, id: string, rows: readonly ToldAnswerRow[]): Promise<void> {
  const standing: ToldAnswerRow[] = [];
  const refused: ToldAnswerRow[] = [];
  const ended = new Map<ToldAnswerRow, string>();
  for (const row of rows) {
    const told = openedOrNull(() => unsealColumns(portal.keyring, sealedAs(row), row.id, row) as Told);
    if (told && (await isRefused(portal, row.candidate_id))) refused.push(row);
    else if (told && !(await stillStands(portal, told))) ended.set(row, endingOf(told.number));
    else standing.push(row);
  }
  const mailsAbout = ended.size === 0 ? () => [] : await mailsTo(portal, id);
  await inTransaction(portal, async (within, writer) => {
    await noteStanding(writer, standing);
    await deleteToldAnswers(writer, refused);
    const deleted = new Set(await deleteToldAnswers(writer, [...ended.keys()]));
    const endings = new Set([...ended].flatMap(([row, ending]) => (deleted.has(row.id) ? [ending] : [])));
    if (endings.size === 0) return;
    for (const mail of mailsAbout([...endings])) await queueMail(within, mail);
  });
}

/** More documents than before change nothing of what was told. True for a record that cannot be opened: `verify` reports it. */
const stillStands = (portal: Portal, { number, name, published, documents }: Told): Promise<boolean> =>
  lookUpNumber(portal, { by: "either", number: new LookupNumber(portal, number), name, needsName: true }).then(
    (found) => {
      const kinds = found ? kindsIn(found.record.documents) : [];
      const isSame = found !== null && serverDay(found.record.publishedAt) === published;
      return isSame && documents.every((kind) => kinds.includes(kind));
    },
    (error: unknown) => {
      if (isPortalError(error) && error.id === "unavailable") throw error;
      return true;
    },
  );

async function isRefused(portal: Portal, recordId: string): Promise<boolean> {
  const { read } = portal.database;
  const holder = await holderOfRecord(read, recordId);
  const record = holder && (await rowById(read, "candidate", recordId));
  return openedOrNull(() => record && openSealedHolder(recordKey(portal, record), holder))?.refusesNotices === true;
}

/** None once the access of the organisation has ended. */
async function mailsTo(portal: Portal, id: string): Promise<(endings: readonly string[]) => Mail[]> {
  const { read } = portal.database;
  const row = await rowById(read, "organisation", id);
  if (!row || hasEnded(openOrganisation(portal, row), portal.now())) return () => [];
  const senderName = await senderNameOf(portal);
  const { answerEndedMail } = await import("../mails/mail-texts.ts");
  const link = `${portal.publicOrigin}/dashboard/Desk`;
  const people = (await peopleOfOrganisation(read, id)).filter((one) => one.suspended_at === null);
  return (numbers) => {
    const endings = numbers.map((one) => `… ${one}`).join("\n");
    const words = answerEndedMail({ operator: senderName, endings, link });
    return people.map(({ email }) => ({ to: email, senderName, ...words }));
  };
}

/** Lets a holder say whether organisations are told. Nobody is told of a refusal. */
export const allowNotices = (portal: Portal, opened: HolderCredential, isAllowed: boolean): Promise<void> =>
  changeAsHolder(portal, opened, async ({ writer, row, key }, before) => {
    const { refusesNotices: _, ...content } = before;
    const sealed = sealHolder(key, opened.id, isAllowed ? content : { ...content, refusesNotices: true });
    await updateRow(writer, "holder", opened.id, { sealed });
    if (!isAllowed) await deleteToldAnswersOf(writer, row.id);
  });

export const deleteOldToldAnswers = ({ database, now }: Portal): Promise<void> =>
  database.write((writer) => deleteEndedToldAnswers(writer, now()));
