import { imageOfPage } from "#core/images/image-id.ts";
import type { DocumentPage } from "#core/records/candidate-record.ts";
import { chainStart } from "#sealing/chain.ts";
import { wrappedUnder } from "#sealing/data-keys.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { SealBroken } from "#sealing/seal.ts";
import type { BlobName } from "#storage/blobs/blob-store.ts";
import { auditEventsAfter, auditHead } from "#storage/database/audit.ts";
import { imageIds, type ImageRow, imagesOfPost, imagesOfRecord } from "#storage/database/images.ts";
import { lookupBatchesAfter, lookupLogEnd } from "#storage/database/lookups/lookup-log.ts";
import { postsInOrder } from "#storage/database/posts.ts";
import { recordsInOrder, type RecordRow } from "#storage/database/records.ts";
import { hashOfEvent } from "./audit/log-audit-event.ts";
import { everyBlob } from "./images/stored-image.ts";
import { hashOfBatch } from "./lookups/flush-lookups.ts";
import { unpackEntries } from "./lookups/lookup-log.ts";
import { everyRow } from "./paging.ts";
import type { Portal } from "./portal.ts";
import { shownPages } from "./posts/read-posts.ts";
import { openRecord } from "./records/sealed-record.ts";

type Link = { seq: number; hash: Uint8Array };

type Chain<Row extends Link> = {
  start: Link;
  /** Read before the rows: rows may be added meanwhile, but the chain may not end before it. */
  head: Link;
  rows: AsyncIterable<Row>;
  hashOf: (previous: Uint8Array, row: Row) => Buffer;
};

/** `brokenAt` is the first row that is changed, missing or out of place; `last` is the one before it. */
async function verifyChain<Row extends Link>(
  { start, head, rows, hashOf }: Chain<Row>,
  onVerified?: (row: Row) => void,
): Promise<{ last: number; brokenAt: number | null }> {
  let last = start;
  for await (const row of rows) {
    const isNext = row.seq === last.seq + 1 && hashOf(last.hash, row).equals(row.hash);
    if (!isNext) return { last: last.seq, brokenAt: last.seq + 1 };
    onVerified?.(row);
    last = row;
  }
  const reachesHead = last.seq > head.seq || (last.seq === head.seq && Buffer.from(head.hash).equals(last.hash));
  return { last: last.seq, brokenAt: reachesHead ? null : last.seq + 1 };
}

export async function verifyAudit({
  database: { read },
}: Portal): Promise<{ events: number; brokenAt: number | null }> {
  const head = await auditHead(read);
  const rows = everyRow((after, atMost) => auditEventsAfter(read, after, atMost));
  const start = { seq: 0, hash: chainStart };
  const { last, brokenAt } = await verifyChain({ start, head, rows, hashOf: hashOfEvent });
  return { events: last, brokenAt };
}

type LookupLogVerdict = { lookups: number; lost: number; brokenAt: number | null };

export async function verifyLookupLog(portal: Portal): Promise<LookupLogVerdict> {
  const { read } = portal.database.lookups;
  const head = await lookupLogEnd(read, "last");
  const start = await lookupLogEnd(read, "removed");
  const rows = everyRow((after, atMost) => lookupBatchesAfter(read, after, atMost));
  const seen = { lookups: 0, lost: 0 };
  const { brokenAt } = await verifyChain({ start, head, rows, hashOf: hashOfBatch }, ({ entries, lost }) => {
    seen.lookups += unpackEntries(entries).length;
    seen.lost += lost;
  });
  // Old batches may be deleted meanwhile: then verifying starts again from those that are left.
  const wasRemoved = brokenAt !== null && (await lookupLogEnd(read, "removed")).seq !== start.seq;
  return wasRemoved ? verifyLookupLog(portal) : { ...seen, brokenAt };
}

/** Opens every record and checks that its numbers are indexed as they are written. */
export async function verifyRecords(portal: Portal): Promise<{ opened: number; broken: string[] }> {
  const { read } = portal.database;
  const broken: string[] = [];
  let opened = 0;
  for await (const row of everyRow((after, atMost) => recordsInOrder(read, after, atMost))) {
    if (isRecordWhole(portal, row)) opened += 1;
    else broken.push(row.id);
  }
  return { opened, broken };
}

function isRecordWhole(portal: Portal, row: RecordRow): boolean {
  const keySet = portal.keyring.all.find(({ id }) => id === row.key_set);
  if (!keySet || wrappedUnder(row.wrapped_key) !== row.key_set) return false;
  try {
    const { registry, passportNumber, irccNumber } = openRecord(portal, row);
    return (
      numberIndex(keySet, registry, "passport", passportNumber).equals(row.passport_index) &&
      numberIndex(keySet, registry, "ircc", irccNumber).equals(row.ircc_index)
    );
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

/** Compares shown images with stored blobs. `broken` lack rows or blobs; `orphans` are blobs of unknown images. */
export async function verifyImages(portal: Portal) {
  const { read } = portal.database;
  const stored = new Set<BlobName>();
  for await (const { name } of portal.blobs.list()) stored.add(name);
  let kept = 0;
  const broken: string[] = [];
  const compare = async (pages: readonly DocumentPage[], imagesOfOwner: () => Promise<ImageRow[]>) => {
    const shown = new Set(pages.map(({ image }) => imageOfPage(image) ?? image));
    if (shown.size === 0) return;
    const missing = missingOf(shown, await imagesOfOwner(), stored);
    kept += shown.size - missing.length;
    broken.push(...missing);
  };
  for await (const row of everyRow((after, atMost) => recordsInOrder(read, after, atMost))) {
    await compare(Object.values(openRecord(portal, row).documents).flat(), () => imagesOfRecord(read, row.id));
  }
  for await (const row of everyRow((after, atMost) => postsInOrder(read, after, atMost))) {
    await compare(shownPages(row.images), () => imagesOfPost(read, row.id));
  }
  const known = new Set(await imageIds(read));
  const orphans = [...stored].filter((name) => !known.has(name.split(".")[0] ?? ""));
  return { kept, broken, orphans };
}

/** Of the shown images, those with missing rows or blobs. */
function missingOf(shown: ReadonlySet<string>, rows: readonly ImageRow[], stored: ReadonlySet<BlobName>): string[] {
  const images = new Map(rows.map((image) => [image.id, image]));
  const isWhole = (id: string) =>
    everyBlob(id, images.get(id)?.page_count ?? 0).every(({ name }) => images.has(id) && stored.has(name));
  return [...shown].filter((id) => !isWhole(id));
}
