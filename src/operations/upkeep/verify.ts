import type { AuditAction, AuditSubject } from "#core/audit/audit-event.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { DocumentPage } from "#core/records/record-details.ts";
import { contentsOf, pagesIn } from "#core/records/revision.ts";
import { chainStart } from "#sealing/chain.ts";
import { openedOrNull } from "#sealing/seal.ts";
import type { BlobName } from "#storage/blobs/blob-store.ts";
import { auditEventsAfter, auditEventsOf, auditHead, type AuditRow } from "#storage/database/audit.ts";
import { wrongHolderStates } from "#storage/database/holders/holders.ts";
import { imageIds, type ImageRow, imagesOfPost, imagesOfRecord } from "#storage/database/records/images.ts";
import { lookupBatchesAfter, lookupLogEnd } from "#storage/database/lookups/lookup-log.ts";
import { postsInOrder, type PostRow } from "#storage/database/posts.ts";
import { recordsInOrder } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { ownSearches } from "#storage/database/records/own-index.ts";
import { countRows, rowById, rowsWithIds, type TableWithId } from "#storage/database/rows.ts";
import { auditKey, hashOfEvent } from "../portal/log-audit-event.ts";
import { isHashedRight } from "./same-files.ts";
import { everyBlob, factsAsInRow, keyUnderOwner, openBlob } from "../images/stored-image.ts";
import { hashOfBatch } from "../lookups/flush-lookups.ts";
import { unpackEntries } from "../lookup-log/lookup-log.ts";
import { everyRow } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import { postKey, shownPages } from "../posts/read-posts.ts";
import { wronglyHashed } from "../sealed/own-hashes.ts";
import { recordKey } from "../sealed/sealed-record.ts";
import { rightDays, rightlyIndexed } from "../sealed/record-indexes.ts";
import { brokenRevisions } from "../revisions/check-revisions.ts";
import { isStateLogged } from "../sealed/logged-state.ts";
import { revisedById } from "../sealed/revised-record.ts";
import { verifyChain, type Watcher, watchedRows } from "../portal/verify-chain.ts";

/** The number of rows, to show the progress. 0 if they cannot be counted. */
const rowsIn = ({ database: { read } }: Portal, table: "candidate" | "post") => countRows(read, table).catch(() => 0);

export async function verifyAudit(
  portal: Portal,
  watcher: Watcher = {},
): Promise<{ events: number; brokenAt: number | null }> {
  const { read } = portal.database;
  const key = await auditKey(portal);
  const head = await auditHead(read);
  const rows = watchedRows(watcher, head.seq, (after, atMost) => auditEventsAfter(read, after, atMost));
  const start = { seq: 0, hash: chainStart };
  const hashOf = (previous: Uint8Array, row: AuditRow) => hashOfEvent(key, previous, row);
  const { last, brokenAt } = await verifyChain({ start, head, rows, hashOf });
  return { events: last, brokenAt };
}

type LookupLogVerdict = { lookups: number; lost: number; brokenAt: number | null };

export async function verifyLookupLog(portal: Portal, watcher: Watcher = {}): Promise<LookupLogVerdict> {
  const { read } = portal.database.lookups;
  const head = await lookupLogEnd(read, "last");
  const start = await lookupLogEnd(read, "removed");
  const total = head.seq - start.seq;
  const rows = watchedRows(watcher, total, (after, atMost) => lookupBatchesAfter(read, after, atMost));
  const seen = { lookups: 0, lost: 0 };
  const { brokenAt } = await verifyChain({ start, head, rows, hashOf: hashOfBatch }, ({ entries, lost }) => {
    for (const { times } of unpackEntries(entries)) seen.lookups += times;
    seen.lost += lost;
  });
  // If old batches were deleted during the verification, it starts again with those that are left.
  const wasRemoved = brokenAt !== null && (await lookupLogEnd(read, "removed")).seq !== start.seq;
  return wasRemoved ? verifyLookupLog(portal, watcher) : { ...seen, brokenAt };
}

/** Opens every record and checks that its indexes match its numbers. */
export async function verifyRecords(
  portal: Portal,
  watcher: Watcher = {},
): Promise<{ opened: number; broken: string[] }> {
  const { read } = portal.database;
  const broken = new Set<string>();
  const report = (id: string) => {
    if (broken.has(id)) return;
    broken.add(id);
    watcher.onBroken?.(id);
  };
  const total = await rowsIn(portal, "candidate");
  const site = await rightDays(portal, read);
  let all = 0;
  const revised = new Set<string>();
  for await (const row of watchedRows(watcher, total, (after, atMost) => recordsInOrder(read, after, atMost))) {
    all += 1;
    const record = rightlyIndexed(portal, row, site);
    if (!record) report(row.id);
    else if (record.revision !== null) revised.add(row.id);
  }
  for (const id of await brokenRevisions(portal, revised)) report(id);
  for (const id of await wrongHolderStates(read)) report(id);
  for await (const id of wrongInOwnIndex(portal)) report(id);
  return { opened: all - broken.size, broken: [...broken] };
}

/** Records that are not found by their own values, or by others. A site without a search in them reads nothing. */
async function* wrongInOwnIndex(portal: Portal): AsyncGenerator<string> {
  const { read } = portal.database;
  if ((await ownSearches(read)).length === 0) return;
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows = await recordsInOrder(read, after, batch);
    for (const { id } of await wronglyHashed(portal, read, rows)) {
      // It may have been changed between the two queries.
      const again = await rowsWithIds(read, "candidate", [id]);
      if ((await wronglyHashed(portal, read, again)).length > 0) yield id;
    }
    after = rows.at(-1)?.seq;
  }
}

const batch = 500;

/** A record or a post, with the pages that its row shows. */
type ImageOwner = {
  registry: string;
  pages: readonly DocumentPage[];
  key: Buffer;
  rows: () => Promise<ImageRow[]>;
};

/**
 * Opens every blob of the shown images. `broken` images lack rows or blobs, or cannot be opened. `orphans` are blobs of
 * unknown images.
 */
export async function verifyImages(portal: Portal, { onBroken, onProgress }: Watcher = {}) {
  const { read } = portal.database;
  const stored = new Set<BlobName>();
  for await (const name of portal.blobs.names()) stored.add(name);
  const all = { kept: 0, broken: [] as string[] };
  const total = (await rowsIn(portal, "candidate")) + (await rowsIn(portal, "post"));
  let seen = 0;
  const verify = async (owner: ImageOwner | undefined, readAgain: () => Promise<ImageOwner | undefined>) => {
    let { kept, broken } = await openImages(portal, owner);
    // The owner may have been changed or deleted between its row and its blobs.
    if (broken.length > 0) ({ kept, broken } = await openImages(portal, await readAgain()));
    all.kept += kept;
    all.broken.push(...broken);
    for (const id of broken) onBroken?.(id);
    seen += 1;
    onProgress?.(seen, total);
  };
  for await (const row of everyRow((after, atMost) => recordsInOrder(read, after, atMost))) {
    await verify(await recordWithImages(portal, row), async () =>
      recordWithImages(portal, await rowById(read, "candidate", row.id)),
    );
  }
  for await (const row of everyRow((after, atMost) => postsInOrder(read, after, atMost))) {
    await verify(postWithImages(portal, row), async () => postWithImages(portal, await rowById(read, "post", row.id)));
  }
  const known = new Set(await imageIds(read));
  const orphans = [...stored].filter((name) => !known.has(name.split(".")[0] ?? ""));
  return { ...all, orphans };
}

async function recordWithImages(portal: Portal, row: RecordRow | undefined): Promise<ImageOwner | undefined> {
  const { read } = portal.database;
  const found = row && (await revisedById(portal, read, [row])).get(row.id);
  if (!found) return undefined;
  const { record, revision } = found;
  const pages = pagesIn(contentsOf(record, revision?.edits));
  const rows = () => imagesOfRecord(read, row.id);
  return { registry: row.registry, pages, key: recordKey(portal, row), rows };
}

function postWithImages(portal: Portal, row: PostRow | undefined): ImageOwner | undefined {
  if (!row) return undefined;
  const rows = () => imagesOfPost(portal.database.read, row.id);
  return { registry: row.registry, pages: shownPages(row), key: postKey(portal, row), rows };
}

async function openImages(portal: Portal, owner: ImageOwner | undefined): Promise<{ kept: number; broken: string[] }> {
  const shown = new Set(owner?.pages.map(({ image }) => imageOfPage(image) ?? image));
  const broken: string[] = [];
  if (!owner || shown.size === 0) return { kept: 0, broken };
  const rows = new Map((await owner.rows()).map((row) => [row.id, row]));
  for (const id of shown) if (!(await doesImageOpen(portal, rows.get(id), owner))) broken.push(id);
  return { kept: shown.size - broken.length, broken };
}

async function doesImageOpen(portal: Portal, row: ImageRow | undefined, owner: ImageOwner): Promise<boolean> {
  const wrapped = row?.wrapped_key;
  const key = wrapped && openedOrNull(() => keyUnderOwner(owner.key, row.id, wrapped));
  if (!key || row.state !== "kept" || (row.candidate_id === null) === (row.post_id === null)) return false;
  const facts = factsAsInRow(row, key);
  if (!facts || !isHashedRight(portal, owner.registry, row, facts.sha256)) return false;
  for (const blob of everyBlob(row.id, row.page_count)) if (!(await openBlob(portal.blobs, key, blob))) return false;
  return true;
}

/** Rows of which the audit log tells whether they are there, and how often they were changed. */
const loggedRows = {
  post: { table: "post", begins: ["post-added"], changes: "post-edited", ends: "post-deleted" },
  class: { table: "class", begins: ["class-added"], ends: "class-deleted" },
  staff: {
    table: "person",
    // Not with the registration: an account whose address nobody confirms ends without an event.
    begins: [
      "account-made",
      "invitation-taken",
      "address-confirmed",
      "staff-confirmed",
      "password-reset",
      "provider-linked",
    ],
    ends: "staff-deleted",
  },
  settings: { table: "settings", begins: ["settings-changed"], changes: "settings-changed" },
} as const satisfies Partial<Record<AuditSubject, LoggedRow>>;

type LoggedRow = { table: TableWithId; begins: readonly AuditAction[]; changes?: AuditAction; ends?: AuditAction };

const isLoggedRow = (subject: string): subject is keyof typeof loggedRows => Object.hasOwn(loggedRows, subject);

/**
 * Finds records that were added, deleted or changed without an audit event, or put back as they were before one. Of
 * other rows that have events, those that are gone, or back, or have another number of versions.
 */
export async function verifyStates(portal: Portal, { onBroken, onProgress }: Watcher = {}): Promise<string[]> {
  const { read } = portal.database;
  const records = new Set<string>();
  const others = new Map<string, keyof typeof loggedRows>();
  for await (const { id } of everyRow((after, atMost) => recordsInOrder(read, after, atMost))) records.add(id);
  for await (const { subject, subject_id: id } of everyRow((after, atMost) => auditEventsAfter(read, after, atMost))) {
    if (subject === "candidate") records.add(id);
    else if (isLoggedRow(subject)) others.set(id, subject);
  }
  const suspects: string[] = [];
  let done = 0;
  const check = async (name: string, isLogged: () => Promise<boolean>) => {
    onProgress?.(done, records.size + others.size);
    done += 1;
    // A change may happen between the two queries of one check, so the check is repeated.
    if ((await isLogged()) || (await isLogged())) return;
    suspects.push(name);
    onBroken?.(name);
  };
  for (const id of records) await check(`Record ${id}`, () => isStateLogged(portal, id));
  for (const [id, subject] of others)
    await check(`The row "${loggedRows[subject].table} ${id}"`, () => isRowLogged(portal, subject, id));
  return suspects;
}

async function isRowLogged({ database: { read } }: Portal, subject: keyof typeof loggedRows, id: string) {
  const { table, begins, changes, ends }: LoggedRow = loggedRows[subject];
  const row = await rowById(read, table, id);
  const actions = (await auditEventsOf(read, subject, id)).map(({ action }) => action);
  const begun = actions.findLastIndex((action) => begins.includes(action));
  const ended = actions.findLastIndex((action) => action === ends);
  const hasEvents = begun !== ended;
  if (!hasEvents) return true;
  if (!row) return ended > begun;
  const version = 1 + actions.filter((action) => action === changes).length;
  return begun > ended && (changes === undefined || ("version" in row && row.version === version));
}
