import { hash, randomBytes } from "node:crypto";
import { encodeEntry, type LogEntry } from "#core/proofs/log-entry.ts";
import {
  seenByStrangers,
  type StatedDocument,
  statedDocuments,
  type StatementContent,
} from "#core/proofs/statement.ts";
import { parsePageId } from "#core/images/image-id.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { kindsMask } from "#core/records/document-kinds.ts";
import { serverDay } from "#core/server-clock.ts";
import type { Settings } from "#core/settings/settings.ts";
import { leafOf, placeInList, placesInList } from "#sealing/sd-jwt.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { imagesOfRecord } from "#storage/database/records/images.ts";
import { leafWrites } from "#storage/database/proofs/log.ts";
import {
  beginStatusList,
  endingStatements,
  forgetStatements,
  lockStatementParts,
  type NewStatementRow,
  openStatements,
  openStatusList,
  type StatementRow,
  type StatusListRow,
} from "#storage/database/proofs/statements.ts";
import type { AuditHead } from "#storage/database/audit.ts";
import { type Write, writeTogether } from "#storage/database/rows.ts";
import { appendToChain, logAuditEvent, type LoggedEvent } from "../audit/log-audit-event.ts";
import type { Within } from "#storage/database/transaction.ts";
import { openedImages } from "../images/stored-image.ts";
import { beginTree } from "../log/begin-tree.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { currentKeyId } from "./signing-keys.ts";

export type Statement = { row: NewStatementRow; content: StatementContent };

type Change = {
  /** Null if the record is new. */
  before: CandidateRecord | null;
  after: CandidateRecord;
  key: Uint8Array;
};

/**
 * The last step of every change of a record. Ends the statements of what strangers no longer see, makes a statement of
 * what they see now, and logs the change.
 */
export async function logPublication(
  portal: Within<Portal>,
  writer: Writer,
  change: Change,
  event: LoggedEvent,
): Promise<void> {
  const restated = await restateAfter(portal, writer, change);
  if (restated) await appendToChain(portal, writer, { ...restated, event, rowKey: change.key });
  else await logAuditEvent(portal, writer, event, change.key);
}

async function restateAfter(portal: Portal, writer: Writer, { before, after, key }: Change) {
  // The settings as they were when the change began. If the shown kinds change, a sweep follows.
  const settings = portal.settingsCache.last?.settings ?? (await currentSettings(portal));
  const seenBefore = before && seenBy(portal, before, settings);
  const seen = seenBy(portal, after, settings);
  if (seen === seenBefore) return null;
  const open = seenBefore === null ? [] : await openedStatements(writer, after.id, key);
  return restate(portal, writer, { key, ending: open, next: seen === null ? null : { record: after, seen, settings } });
}

/** For the transaction that deletes a record. Nobody can read again what was signed of it. */
export async function withdrawStatements(portal: Portal, writer: Writer, { id, key }: { id: string; key: Uint8Array }) {
  const restated = await restate(portal, writer, { key, ending: await openedStatements(writer, id, key), next: null });
  await writeTogether(portal.database, writer, restated?.writes ?? []);
  await forgetStatements(writer, id);
}

export const seenBy = ({ registry }: Portal, record: CandidateRecord, { shownKinds }: Settings): string | null =>
  seenByStrangers(record, registry, shownKinds);

type OpenedStatement = { row: StatementRow; content: StatementContent | null };

/** `content` is null for a statement that cannot be opened. */
export const openedStatements = async (reader: Reader, id: string, key: Uint8Array): Promise<OpenedStatement[]> =>
  (await openStatements(reader, id)).map((row) => ({
    row,
    content: openedOrNull(() => openStatement(row, key).content),
  }));

type NextStatement = { record: CandidateRecord; seen: string; settings: Settings };

export type StatementChange = { key: Uint8Array; ending: readonly OpenedStatement[]; next: NextStatement | null };

/** What is still to be written. The head of the audit chain is locked. */
type Restated = { head: AuditHead; writes: readonly Write[]; statement: Statement | null };

/** Ends statements of a record and makes the next one. The caller has locked the record, and writes what is returned. */
export async function restate(
  portal: Portal,
  writer: Writer,
  { key, ending, next }: StatementChange,
): Promise<Restated | null> {
  const documents = next && (await documentsOf(writer, next.record, key, next.settings));
  const withdrawn = ending.flatMap(({ content }) => content ?? []);
  if (!documents && ending.length === 0) return null;
  const parts = await readyParts(portal, writer);
  const { head, tree } = parts;
  const { id: tree_id, generation, size: first } = tree;
  const leafAt = (at: number, entry: LogEntry) => ({ tree_id, position: first + at, entry: encodeEntry(entry) });
  const leaves = withdrawn.map((content, at) => leafAt(at, leafOf(content, "withdrawn").entry));
  const endings = ending.map(({ row: { seq, list_id }, content }) => {
    const withdrawn_leaf = content && first + withdrawn.indexOf(content);
    const set = { ended_at: portal.now(), withdrawn_tree: content && generation, withdrawn_leaf };
    return { seq, list_id, set };
  });
  const ended = endingStatements(writer, endings);
  if (!next || !documents) return { head, writes: [...ended, ...leafWrites(writer, tree, leaves)], statement: null };
  const position = first + withdrawn.length;
  const list = await listFor(portal, writer, parts, position);
  const place = placeInList(list.seed, position % placesInList);
  const kid = parts.kid ?? (await currentKeyId(portal, "statement", writer));
  const content = contentOf(portal, next, { documents, kid, list: list.id, place });
  const row: NewStatementRow = {
    registry: portal.registry,
    record_id: next.record.id,
    kid,
    list_id: list.id,
    place,
    kinds: kindsMask(documents.map(({ kind }) => kind)),
    issued_at: content.issued * 1000,
    ends_at: content.ends * 1000,
    ended_at: null,
    published_tree: generation,
    published_leaf: position,
    withdrawn_tree: null,
    withdrawn_leaf: null,
    sealed: sealJson(key, statementPlace({ list_id: list.id, place }), content),
  };
  leaves.push(leafAt(withdrawn.length, leafOf(content, "published").entry));
  const stated = writer.insertInto("statement").values(row);
  return {
    head,
    writes: [...ended, ...leafWrites(writer, tree, leaves), stated],
    statement: { row, content },
  };
}

async function readyParts(portal: Portal, writer: Writer) {
  const parts = await lockStatementParts(portal.database, writer, portal.registry);
  return { ...parts, tree: parts.tree ?? (await beginTree(portal, writer, 1, 0)) };
}

type ReadyParts = Awaited<ReturnType<typeof readyParts>>;

/**
 * Returns the open status list, or begins a new one with an id that nobody has seen. A new list is needed for the next
 * block of leaves, for another tree, and for a restored site.
 */
async function listFor(
  { registry }: Portal,
  writer: Writer,
  { tree, list }: ReadyParts,
  position: number,
): Promise<StatusListRow> {
  const block = Math.floor(position / placesInList);
  const isRight = (one: StatusListRow | null | undefined) => one?.tree_id === tree.id && one.block === block;
  if (list && isRight(list)) return list;
  // Another process may have begun the list while this transaction waited.
  const now = await openStatusList(writer, registry);
  if (now && isRight(now)) return now;
  const id = randomBytes(4).readUInt32BE();
  const begun = { id, registry, tree_id: tree.id, block, seed: randomBytes(16), ended: 0 };
  await beginStatusList(writer, begun);
  return begun;
}

const statementPlace = ({ list_id, place }: Pick<StatementRow, "list_id" | "place">) => `statement/${list_id}/${place}`;

export function openStatement(row: StatementRow, key: Uint8Array): Statement {
  if (!row.sealed) throw new Error("the content of this statement was deleted");
  return { row, content: unsealJson(key, statementPlace(row), row.sealed) as StatementContent };
}

const inSeconds = (ms: number) => Math.floor(ms / 1000);
const daySeconds = 24 * 3600;

type StatementPlaces = Pick<StatementContent, "documents" | "kid" | "list" | "place">;

function contentOf(
  { now, publicOrigin }: Portal,
  { record, seen, settings }: NextStatement,
  places: StatementPlaces,
): StatementContent {
  const { name, passportNumber, irccNumber, nationality, approvedAt } = record;
  const issued = inSeconds(now());
  return {
    format: 1,
    issuer: publicOrigin,
    ...places,
    issued,
    ends: issued + settings.statementDays * daySeconds,
    operator: operatorOf(settings),
    published: serverDay(approvedAt ?? now()),
    claims: { name, passport_number: passportNumber, ircc_number: irccNumber, nationality },
    seen: hash("sha256", seen),
    seed: randomBytes(32).toString("base64"),
  };
}

export const operatorOf = ({ operator: { name, licence } }: Settings) => ({ name, licence });

async function documentsOf(
  writer: Writer,
  record: CandidateRecord,
  key: Uint8Array,
  { shownKinds }: Settings,
): Promise<StatedDocument[] | null> {
  if (Object.keys(record.documents).length === 0) return [];
  const images = openedImages(await imagesOfRecord(writer, record.id), key);
  const facts = new Map(images.map((image) => [image.row.id, image.facts]));
  return statedDocuments(record, shownKinds, ({ image: page }) => {
    const id = parsePageId(page);
    const known = id && facts.get(id.image);
    const sha256 = id && known?.pageSha256?.[id.page - 1]?.reading;
    return known && sha256 ? { original: known.sha256, page: sha256 } : null;
  });
}
