import { hash, randomBytes } from "node:crypto";
import { encodeEntry, withdrawalOf } from "#verify/log-entry.ts";
import {
  programKindsOf,
  releasedDay,
  seenByStrangers,
  statedDocuments,
  type StatementContent,
  statementContent,
} from "#core/proofs/statement.ts";
import { statedClaims, statedOwn } from "#core/proofs/claims.ts";
import { parsePageId } from "#core/images/image-id.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { ownForStrangers, secondForStrangers } from "#core/records/visibility.ts";
import { kindsMask } from "#core/records/document-kinds.ts";
import { isOn } from "#core/settings/features.ts";
import type { Settings } from "#core/settings/settings.ts";
import { leafOf, placeInList, placesInList } from "#sealing/sd-jwt.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { boundTo, sealedContent } from "#sealing/sealed-content.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { imagesOfRecord } from "#storage/database/records/images.ts";
import { leafWrites, leavesFrom, type LogLeaf } from "#storage/database/proofs/log.ts";
import {
  beginStatusList,
  endingStatements,
  forgetStatements,
  lockStatementParts,
  type NewStatementRow,
  openStatements,
  openStatusList,
  type StatementEnd,
  type StatementRow,
  statementWrites,
  type StatusListRow,
} from "#storage/database/proofs/statements.ts";
import type { AuditHead } from "#storage/database/audit.ts";
import type { SavedEvent } from "../portal/locked-change.ts";
import { eventsOf, logAuditEvent } from "../portal/log-audit-event.ts";
import type { Within } from "#storage/database/transaction.ts";
import type { NextStatement, Restatement, UnderHead, Write } from "#storage/database/unit-of-work.ts";
import { openedImages } from "../images/stored-image.ts";
import { beginTree } from "../signing/begin-tree.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings, knownSettings } from "../portal/current-settings.ts";
import { currentKeyId } from "../signing/signing-keys.ts";
import { officeZone } from "../portal/office-time.ts";

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
  { before, after, key }: Change,
  event: SavedEvent<CandidateRecord>,
): Promise<void> {
  await logAuditEvent(portal, writer, event, key);
  // The settings as they were when the change began. If the shown kinds change, a sweep follows.
  const settings = await knownSettings(portal);
  const seenBefore = before && seenBy(portal, before, settings);
  const seen = seenBy(portal, after, settings);
  if (seen === seenBefore) return;
  const next = nextOf(after, seen, settings);
  restateLast(portal, writer, { id: after.id, key, wasSeen: seenBefore !== null, next });
}

/** What is stated next of a record. Null if strangers do not see it, or the site states nothing: then only older statements end. */
export const nextOf = (record: CandidateRecord, seen: string | null, settings: Settings): NextStatement | null =>
  seen === null || !isOn(settings, "statements") ? null : { record, seen, settings };

/** For the transaction that deletes a record. Nobody can read again what was signed of it. */
export const withdrawStatements = (portal: Within<Portal>, writer: Writer, record: { id: string; key: Uint8Array }) =>
  restateLast(portal, writer, { ...record, wasSeen: true, next: null, isDeleted: true });

/** Replaces the statement of a locked record by one that says the same. Copies in wallets, saved proofs and slips end. */
export async function endWalletCopies(
  portal: Within<Portal>,
  writer: Writer,
  record: CandidateRecord,
  key: Uint8Array,
) {
  const settings = await currentSettings(portal);
  const seen = seenBy(portal, record, settings);
  if (seen !== null)
    restateLast(portal, writer, { id: record.id, key, wasSeen: true, next: nextOf(record, seen, settings) });
}

/**
 * Restates a record when the transaction ends, together with all others: then the log is locked only once, and briefly. The first
 * caller's portal writes them; only its registry may differ from another's.
 */
function restateLast(portal: Within<Portal>, writer: Writer, change: Omit<Restatement, "registry">): void {
  const { registry, database } = portal;
  const { unit } = database.transaction;
  unit.restatements.writeBy((all) => restateAll(portal, writer, all)).add({ registry, ...change });
  eventsOf(portal, writer, database.transaction);
}

async function restateAll(
  portal: Within<Portal>,
  writer: Writer,
  all: readonly Restatement[],
): Promise<UnderHead | null> {
  const restated: Restated[] = [];
  for (const [registry, records] of Map.groupBy(all, (one) => one.registry)) {
    const changes = await changesOf(writer, lastOfEach(records));
    const done = await restate({ ...portal, registry }, writer, changes);
    if (done) restated.push(done);
  }
  const [first] = restated;
  return first ? { head: first.head, writes: restated.flatMap(({ writes }) => writes) } : null;
}

/** A record may change several times in one transaction. */
function lastOfEach(records: readonly Restatement[]): Restatement[] {
  const byId = new Map<string, Restatement>();
  for (const one of records) byId.set(one.id, { ...one, wasSeen: one.wasSeen || byId.get(one.id)?.wasSeen === true });
  return [...byId.values()];
}

async function changesOf(writer: Writer, records: readonly Restatement[]): Promise<StatementChange[]> {
  const idsOf = (some: readonly Restatement[]) => some.map(({ id }) => id);
  const open = await openStatements(writer, idsOf(records.filter(({ wasSeen }) => wasSeen)));
  await forgetStatements(writer, idsOf(records.filter(({ isDeleted }) => isDeleted)));
  const ofRecord = Map.groupBy(open, ({ record_id }) => record_id);
  return records.map(({ id, key, next }) => {
    const ofIt = opened(ofRecord.get(id) ?? [], key);
    return { key, next, open: ofIt, ending: ofIt };
  });
}

export const seenBy = ({ registry }: Portal, record: CandidateRecord, settings: Settings): string | null =>
  seenByStrangers(record, registry, settings);

type OpenedStatement = { row: StatementRow; content: StatementContent | null };

/** `content` is null for a statement that cannot be opened. */
const opened = (rows: readonly StatementRow[], key: Uint8Array): OpenedStatement[] =>
  rows.map((row) => ({ row, content: openedOrNull(() => openStatement(row, key).content) }));

export const openedStatements = async (reader: Reader, id: string, key: Uint8Array): Promise<OpenedStatement[]> =>
  opened(await openStatements(reader, [id]), key);

/** `open`: the statements of the record until now, the newest first. Those of `ending` end. */
export type StatementChange = Record<"open" | "ending", readonly OpenedStatement[]> & {
  key: Uint8Array;
  next: NextStatement | null;
};

/** What is still to be written. The head of the audit chain is locked. */
type Restated = { head: AuditHead; writes: readonly Write[]; statements: readonly Statement[] };

/**
 * Ends statements of records and makes the next ones. The caller has locked the records, and writes what is returned.
 */
export async function restate(
  portal: Portal,
  writer: Writer,
  changes: readonly StatementChange[],
): Promise<Restated | null> {
  const stated = await Array.fromAsync(changes, async (change) => ({
    ...change,
    documents: change.next && (await documentsOf(writer, change.next.record, change.key, change.next.settings)),
  }));
  const due = stated.filter(({ documents, ending }) => documents !== null || ending.length > 0);
  if (due.length === 0) return null;
  const { head, tree, ...ready } = await readyParts(portal, writer);
  const parts = { tree, ...ready };
  const leaves: LogLeaf[] = [];
  const addLeaf = (entry: Uint8Array) => {
    const position = tree.size + leaves.length;
    leaves.push({ tree_id: tree.id, position, entry });
    return position;
  };
  const ended: StatementEnd[] = [];
  const statements: Statement[] = [];
  for (const { key, open, ending, next, documents } of due) {
    for (const { row, content } of ending) {
      const entry = content ? encodeEntry(leafOf(content, "withdrawn").entry) : await withdrawalInLog(writer, row);
      ended.push({ ...row, leaf: entry && addLeaf(entry) });
    }
    if (!next || !documents) continue;
    const position = tree.size + leaves.length;
    const list = await listFor(portal, writer, parts, position);
    const kid = parts.kid ?? (await currentKeyId(portal, "statement", writer));
    Object.assign(parts, { list, kid });
    const place = placeInList(list.seed, position % placesInList);
    const before = open.find((one) => one.content !== null)?.content ?? null;
    const content = contentOf(portal, next, { documents, kid, list: list.id, place }, before);
    const published = {
      published_tree: tree.generation,
      published_leaf: addLeaf(encodeEntry(leafOf(content, "published").entry)),
    };
    statements.push({ row: rowOf(portal, next.record, { key, content, published }), content });
  }
  const at = { ended_at: portal.now(), withdrawn_tree: tree.generation };
  const writes = [...endingStatements(writer, ended, at), ...leafWrites(writer, tree, leaves)];
  const rows = statements.map(({ row }) => row);
  return { head, writes: [...writes, ...statementWrites(writer, rows)], statements };
}

/** For a statement that cannot be opened. Null if its line in the public log is missing. */
async function withdrawalInLog(writer: Writer, row: StatementRow): Promise<Uint8Array | null> {
  const { registry, published_tree, published_leaf } = row;
  const [leaf] = await leavesFrom(writer, `${registry}/${published_tree}`, published_leaf, 1);
  return leaf?.position === published_leaf ? withdrawalOf(leaf.entry) : null;
}

type NewStatement = {
  key: Uint8Array;
  content: StatementContent;
  published: Pick<StatementRow, "published_tree" | "published_leaf">;
};

function rowOf(
  { registry }: Portal,
  record: CandidateRecord,
  { key, content, published }: NewStatement,
): NewStatementRow {
  const plain = {
    registry,
    kid: content.kid,
    list_id: content.list,
    place: content.place,
    kinds: kindsMask(programKindsOf(content.documents)),
    issued_at: content.issued * 1000,
    ends_at: content.ends * 1000,
    ...published,
  };
  const stands = { ended_at: null, withdrawn_tree: null, withdrawn_leaf: null };
  return { ...plain, ...stands, record_id: record.id, sealed: sealedStatement.seal(key, plain, content) };
}

async function readyParts(portal: Portal, writer: Writer) {
  const parts = await lockStatementParts(portal.database, writer, portal.registry);
  return { ...parts, tree: parts.tree ?? (await beginTree(portal, writer, 1, 0)) };
}

type ReadyParts = Awaited<ReturnType<typeof readyParts>>;

/**
 * Returns the open status list, or begins a new one with an id that nobody has seen. A new list is needed for the next
 * block of leaves, for another tree, for another address of the site, and for a restored site.
 */
async function listFor(
  { registry, publicOrigin: issuer }: Portal,
  writer: Writer,
  { tree, list }: Pick<ReadyParts, "tree" | "list">,
  position: number,
): Promise<StatusListRow> {
  const block = Math.floor(position / placesInList);
  const isRight = (one: StatusListRow | null | undefined) =>
    one?.tree_id === tree.id && one.block === block && one.issuer === issuer;
  if (list && isRight(list)) return list;
  // Another process may have begun the list while this transaction waited.
  const now = await openStatusList(writer, registry);
  if (now && isRight(now)) return now;
  const id = randomBytes(4).readUInt32BE();
  const begun = { id, registry, tree_id: tree.id, block, issuer, seed: randomBytes(16), ended: 0 };
  await beginStatusList(writer, begun);
  return begun;
}

/** The columns that never change. `verifyStatements` compares the others with the public log. */
const statementPlace = boundTo("statement", [
  "registry",
  "list_id",
  "place",
  "kid",
  "kinds",
  "issued_at",
  "ends_at",
  "published_tree",
  "published_leaf",
]);

export const sealedStatement = sealedContent({
  table: "statement",
  place: statementPlace,
  decode: statementContent,
  id: ["list_id", "place"],
});

export function openStatement(row: StatementRow, key: Uint8Array): Statement {
  if (!row.sealed) throw new Error("the content of this statement was deleted");
  return { row, content: sealedStatement.open(key, { ...row, sealed: row.sealed }) };
}

const inSeconds = (ms: number) => Math.floor(ms / 1000);
const daySeconds = 24 * 3600;

type StatementPlaces = Pick<StatementContent, "documents" | "kid" | "list" | "place">;

function contentOf(
  portal: Portal,
  { record, seen, settings }: NextStatement,
  places: StatementPlaces,
  before: StatementContent | null,
): StatementContent {
  const issued = inSeconds(portal.now());
  const own = ownForStrangers(record, settings.ownFields).map(statedOwn);
  return {
    format: 1,
    issuer: portal.publicOrigin,
    ...places,
    issued,
    ends: issued + settings.statementDays * daySeconds,
    operator: operatorOf(settings),
    ...daysOf(portal, record, before),
    claims: statedClaims({ ...record, irccNumber: secondForStrangers(record, settings) }),
    ...(own.length > 0 && { own }),
    seen: hash("sha256", seen),
    seed: randomBytes(32).toString("base64"),
  };
}

function daysOf(
  portal: Portal,
  { approvedAt, contentSince }: CandidateRecord,
  before: StatementContent | null,
): Pick<StatementContent, "published" | "content_since"> {
  const zone = officeZone(portal);
  const published = releasedDay(approvedAt ?? portal.now(), zone, before, "published");
  const since = contentSince === null ? "" : releasedDay(contentSince, zone, before, "content_since");
  return { published, ...(since > published && { content_since: since }) };
}

export const operatorOf = ({ operator: { name, licence } }: Settings) => ({ name, licence });

async function documentsOf(
  writer: Writer,
  record: CandidateRecord,
  key: Uint8Array,
  settings: Settings,
): Promise<StatementContent["documents"] | null> {
  if (Object.keys(record.documents).length === 0) return [];
  const images = openedImages(await imagesOfRecord(writer, record.id), key);
  const facts = new Map(images.map((image) => [image.row.id, image.facts]));
  return statedDocuments(record, settings, ({ image: page }) => {
    const id = parsePageId(page);
    const known = id && facts.get(id.image);
    const sha256 = id && known?.pageSha256?.[id.page - 1]?.reading;
    return known && sha256 ? { original: known.sha256, page: sha256 } : null;
  });
}
