import { imageSizes } from "#core/images/image-links.ts";
import { uploadLifetimeMs } from "#core/images/upload-limits.ts";
import { seal, SealBroken } from "#sealing/seal.ts";
import type { BlobName, StoredBlob } from "#storage/blobs/blob-store.ts";
import { noteHolderStates, wrongHolderStates } from "#storage/database/holders/holders.ts";
import { endAsLogged } from "#storage/database/proofs/withdrawals.ts";
import { registriesIn } from "#storage/database/registries.ts";
import { putLastDays, recordsInOrder } from "#storage/database/records/records.ts";
import { rowById, rowForChange, updateRow } from "#storage/database/rows.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import type { ImageRow } from "#storage/database/records/images.ts";
import { hashFile, isHashedRight } from "./same-files.ts";
import { everyBlob, factsAsInRow, keyUnderOwner, openBlob, originalBlob, pageBlob } from "../images/stored-image.ts";
import { endOlderState, logFaults } from "../log/log-fault.ts";
import type { Portal } from "../portal/portal.ts";
import { postKey } from "../posts/read-posts.ts";
import { checkedStatements } from "../proofs/verify-statements.ts";
import { openedRecord, recordKey } from "../sealed/sealed-record.ts";
import { hashAgain, wronglyHashed } from "../sealed/own-hashes.ts";
import { rightDays, rightIndexes, rightlyIndexed } from "../sealed/record-indexes.ts";
import { repairRevision } from "../revisions/check-revisions.ts";
import { revisedById } from "../sealed/revised-record.ts";

export type Damage = {
  /** Records that cannot be opened, or whose indexes do not match their numbers. */
  records: readonly string[];
  images: readonly string[];
  orphans: readonly BlobName[];
  /** What is wrong with the database itself, or why it could not be checked. Null if it is whole. */
  database: string | null;
};

/** What of the damage can be repaired from data that is whole. `lost` are the records and images that cannot. */
export type Repairs = Omit<Damage, "orphans"> & {
  /** Statements that stand in the database, although the public log has their withdrawal. */
  undone: readonly number[];
  /** The registries whose public log had more lines, because somebody put an older database back. */
  older: readonly string[];
  /** The records whose revision cannot be opened: it is thrown away. */
  revisions: readonly string[];
  orphans: readonly StoredBlob[];
  lost: readonly string[];
};

/** Finds what can be repaired. Changes nothing. */
export async function findRepairs(portal: Portal, damage: Damage): Promise<Repairs> {
  const records: string[] = [];
  const revisions: string[] = [];
  const images: string[] = [];
  for (const id of damage.records) {
    const opened = await openedParts(portal, id);
    if (opened) (opened === "record" ? revisions : records).push(id);
  }
  for (const id of damage.images) if (await openOriginal(portal, id)) images.push(id);
  const whole = new Set([...records, ...revisions, ...images]);
  return {
    records,
    revisions,
    images,
    ...(await repairsOfLogs(portal)),
    orphans: await oldBlobs(portal, new Set(damage.orphans)),
    database: damage.database,
    lost: [...damage.records, ...damage.images].filter((id) => !whole.has(id)),
  };
}

async function repairsOfLogs(portal: Portal): Promise<{ undone: number[]; older: string[] }> {
  const undone: number[] = [];
  const older: string[] = [];
  for (const registry of await registriesIn(portal.database.read)) {
    const one = { ...portal, registry };
    for await (const { row } of checkedStatements(one, { isStanding: true }))
      if (row.is_withdrawn === 1) undone.push(row.seq);
    if ((await logFaults(one)).some(({ kind }) => kind === "older")) older.push(registry);
  }
  return { undone, older };
}

/** A recent blob may belong to an upload that still runs. */
async function oldBlobs({ blobs, now }: Portal, names: ReadonlySet<string>): Promise<StoredBlob[]> {
  if (names.size === 0) return [];
  const before = now() - uploadLifetimeMs;
  const found: StoredBlob[] = [];
  for await (const blob of blobs.list()) if (names.has(blob.name) && blob.writtenAt < before) found.push(blob);
  return found;
}

/**
 * Repairs damage, and returns what this changed. The lookup log stays as it is; the audit log gets an event for each revision
 * that is thrown away. `onFailed` is called with what could not be repaired after all.
 */
export async function repair(
  portal: Portal,
  { records, revisions, images, undone, older, orphans, database }: Repairs,
  onFailed: (what: string, error: unknown) => void,
): Promise<Repairs> {
  const trying = async (what: string, work: () => Promise<boolean | void>): Promise<boolean> => {
    try {
      return (await work()) !== false;
    } catch (error) {
      onFailed(what, error);
      return false;
    }
  };
  const each = async <One>(all: readonly One[], repairOne: (one: One) => Promise<boolean>): Promise<One[]> => {
    const repaired: One[] = [];
    for (const one of all) if (await repairOne(one)) repaired.push(one);
    return repaired;
  };
  const rebuild = () => trying("The indexes of the database", () => portal.database.rebuildIndexes());
  const repairRecords = (ids: readonly string[]) =>
    each(ids, (id) => trying(`Record ${id}`, () => indexAgain(portal, id)));
  const repaired = {
    database: database !== null && (await rebuild()) ? database : null,
    records: await repairRecords(records),
    revisions: await repairRecords(revisions),
    undone: await each(undone, (seq) =>
      trying(`Statement ${seq}`, () => portal.database.write((writer) => endAsLogged(writer, seq, portal.now()))),
    ),
    older: await each(older, (registry) =>
      trying(`The public log of ${registry}`, () => endOlderState({ ...portal, registry })),
    ),
    images: await each(images, (id) => trying(`Image ${id}`, () => remakeImage(portal, id))),
    orphans: await each(orphans, ({ name }) => trying(`Blob ${name}`, () => portal.blobs.remove(name))),
    lost: [],
  };
  await trying("Unfinished files", () => removeHalfWritten(portal));
  return repaired;
}

/** Leaves the files of an upload that still runs. A served site calls this itself every ten minutes. */
export const removeHalfWritten = ({ blobs, now }: Portal): Promise<void> =>
  blobs.removeHalfWritten(now() - uploadLifetimeMs);

/** What of a record can be opened. Null if nothing can. */
async function openedParts(portal: Portal, id: string): Promise<"record" | "record and revision" | null> {
  const { read } = portal.database;
  const row = await rowById(read, "candidate", id);
  if (!row || !openedRecord(portal, row)) return null;
  const found = (await revisedById(portal, read, [row])).get(id);
  return found && !found.isDamaged ? "record and revision" : "record";
}

/** Returns false if nothing was wrong any more. */
async function indexAgain(portal: Portal, id: string): Promise<boolean> {
  const { database } = portal;
  return inTransaction(portal, async (within, writer) => {
    const row = await rowForChange(database, writer, "candidate", id);
    const site = await rightDays(within, writer);
    const right = row && rightIndexes(portal, row, site);
    if (!right) return false;
    const [indexed] = await recordsInOrder(writer, row.seq - 1, 1);
    const [wrongState] = await wrongHolderStates(writer, id);
    const isReserved = await repairRevision(within, writer, row);
    const [wrongHashes] = await wronglyHashed(portal, writer, [row]);
    if (indexed && rightlyIndexed(portal, indexed, site) && wrongState === undefined && !wrongHashes) return isReserved;
    await updateRow(writer, "candidate", id, right.indexes);
    await putLastDays(database, writer, [{ seq: row.seq, days: right.lastDays }]);
    await noteHolderStates(writer, [id]);
    if (wrongHashes) await hashAgain(portal, writer, row);
    return true;
  });
}

type Original = { row: ImageRow; key: Buffer; bytes: Buffer; isHashed: boolean };

/** Null unless the original opens under the key of the record or post that has the image, and its row is as sealed. */
async function openOriginal(portal: Portal, id: string): Promise<Original | null> {
  const row = await rowById(portal.database.read, "image", id);
  if (!row?.wrapped_key || row.state !== "kept") return null;
  try {
    const owner = await ownerOf(portal, row);
    if (!owner) return null;
    const key = keyUnderOwner(owner.key, id, row.wrapped_key);
    const facts = factsAsInRow(row, key);
    const bytes = facts && (await openBlob(portal.blobs, key, originalBlob(id)));
    return bytes && { row, key, bytes, isHashed: isHashedRight(portal, owner.registry, row, facts.sha256) };
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

async function ownerOf(portal: Portal, { candidate_id, post_id }: ImageRow) {
  const { read } = portal.database;
  const record = candidate_id === null ? undefined : await rowById(read, "candidate", candidate_id);
  if (record) return { registry: record.registry, key: recordKey(portal, record) };
  const post = post_id === null ? undefined : await rowById(read, "post", post_id);
  return post && { registry: post.registry, key: postKey(portal, post) };
}

/** Writes only what is missing or wrong, and returns false if nothing is. The facts of the pages in the row stay. */
async function remakeImage(portal: Portal, id: string): Promise<boolean> {
  const original = await openOriginal(portal, id);
  if (!original) return false;
  const isRemade = await remakePages(portal, original);
  if (!original.isHashed) await portal.database.write((writer) => hashFile(portal, writer, original.row));
  return isRemade || !original.isHashed;
}

async function remakePages(portal: Portal, { row, key, bytes }: Original): Promise<boolean> {
  const { id, published_for, page_count } = row;
  const broken = new Set<BlobName>();
  for (const blob of everyBlob(id, page_count)) if (!(await openBlob(portal.blobs, key, blob))) broken.add(blob.name);
  if (broken.size === 0) return false;
  const { pages } = await portal.imagePipeline.publish(async () => bytes, published_for);
  if (pages.length !== page_count) throw new Error(`its original has ${pages.length} pages, not ${page_count}`);
  for (const [at, page] of pages.entries()) {
    for (const size of imageSizes) {
      const blob = pageBlob({ image: id, page: at + 1 }, size);
      if (broken.has(blob.name)) await portal.blobs.write(blob.name, seal(key, blob.place, page[size]));
    }
  }
  await removeIfDeleted(portal, row);
  return true;
}

/** The image may have been deleted in the meantime. */
async function removeIfDeleted({ database, blobs }: Portal, { id, page_count }: ImageRow): Promise<void> {
  const row = await rowById(database.read, "image", id);
  if (row?.state === "kept") return;
  for (const { name } of everyBlob(id, page_count)) await blobs.remove(name);
}
