import { hash } from "node:crypto";
import { dayMs } from "#core/durations.ts";
import { isUnavailable } from "#core/errors.ts";
import { toldForDays } from "#core/desk/organisation.ts";
import { documentKinds, kindsIn } from "#core/records/document-kinds.ts";
import { endingOf } from "#core/records/watch.ts";
import { isDayOf } from "#core/office-clock.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { type Decoded, listOf, oneOf, shape, text } from "#core/stored/decoders.ts";
import { rowBoundTo, sealedUnderOwnKey } from "#sealing/sealed-content.ts";
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
import { inTransaction, type Within } from "#storage/database/transaction.ts";
import { changeAsHolder, type HolderCredential } from "../holders/holder-page.ts";
import { openSealedHolder, sealHolder } from "../sealed/sealed-holder.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type { Portal } from "../portal/portal.ts";
import { LookupNumber, lookUpNumber } from "../records/look-up-record.ts";
import { recordKey } from "../sealed/sealed-record.ts";
import { senderNameOf } from "../portal/current-settings.ts";
import { noteEnded } from "./own-webhook.ts";
import { peopleAtDesk } from "./organisations.ts";

/** What an organisation was told, and what it asked. Nothing is kept of a number that showed nothing. */
export const sealedTold = sealedUnderOwnKey({
  table: "told_answer",
  place: rowBoundTo("told-answer", ["organisation_id", "candidate_id"]),
  decode: shape({ number: text, name: text, published: text, documents: listOf(oneOf(...documentKinds)) }),
});
export type Told = Decoded<typeof sealedTold.decode>;

const atOnce = 500;

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
    const times = { ends_at: now() + toldForDays * dayMs, due_at: now() };
    rows.push({ id, ...place, ...times, ...sealedTold.sealColumns(keyring, { id, ...place }, content) });
  }
  await putToldAnswers(writer, rows);
}

/**
 * Tells organisations what no longer stands of what they were told, by mail and webhook. An answer ends in the transaction
 * that queues the messages. It does not matter how the record came to differ, or when a process was killed.
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
    const told = openedOrNull(() => sealedTold.openRow(portal.keyring, row));
    if (told && (await isRefused(portal, row.candidate_id))) refused.push(row);
    else if (told && !(await stillStands(portal, row, told))) ended.set(row, endingOf(told.number));
    else standing.push(row);
  }
  const noteFor = ended.size === 0 ? null : await messengerTo(portal, id);
  await inTransaction(portal, async (within, writer) => {
    await noteStanding(writer, standing);
    await deleteToldAnswers(writer, refused);
    const deleted = new Set(await deleteToldAnswers(writer, [...ended.keys()]));
    const endings = new Set([...ended].flatMap(([row, ending]) => (deleted.has(row.id) ? [ending] : [])));
    if (endings.size > 0) await noteFor?.(within, writer, [...endings]);
  });
}

/**
 * More documents than before change nothing of what was told. Another record with the same number is not what was told: its
 * end would tell nobody. True for a record that cannot be opened: `verify` reports it.
 */
async function stillStands(
  portal: Portal,
  { candidate_id }: ToldAnswerRow,
  { number, name, published, documents }: Told,
): Promise<boolean> {
  try {
    const asked = new LookupNumber(portal, number);
    const found = await lookUpNumber(portal, { by: "either", number: asked, name, needsName: true });
    const kinds = found ? kindsIn(found.record.documents) : [];
    const isSame = found?.record.id === candidate_id && isDayOf(published, found.record.publishedAt);
    return isSame && documents.every((kind) => kinds.includes(kind));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return true;
  }
}

async function isRefused(portal: Portal, recordId: string): Promise<boolean> {
  const { read } = portal.database;
  const holder = await holderOfRecord(read, recordId);
  const record = holder && (await rowById(read, "candidate", recordId));
  return openedOrNull(() => record && openSealedHolder(recordKey(portal, record), holder))?.refusesNotices === true;
}

/** Returns what queues the mails and the webhook's message. Null if nobody at the organisation may use the desk now. */
async function messengerTo(portal: Portal, id: string) {
  const people = await peopleAtDesk(portal, id);
  if (people.length === 0) return null;
  const senderName = await senderNameOf(portal);
  const { answerEndedMail } = await import("../mails/mail-texts.ts");
  const link = `${portal.publicOrigin}/dashboard/Desk`;
  return async (within: Within<Portal>, writer: Writer, numbers: readonly string[]): Promise<void> => {
    const endings = numbers.map((one) => `… ${one}`).join("\n");
    const words = answerEndedMail({ operator: senderName, endings, link });
    for (const { email } of people) await queueMail(within, { to: email, senderName, ...words });
    await noteEnded(within, writer, id, numbers);
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
