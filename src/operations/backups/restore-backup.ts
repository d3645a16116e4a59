import { z } from "zod";
import { StartRefused } from "#core/errors.ts";
import { inHex } from "#verify/in-hex.ts";
import { forEachConcurrently } from "#core/semaphore.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { BlobName, BlobStore } from "#storage/blobs/blob-store.ts";
import { checksumOf, isSameChecksum } from "#storage/blobs/checksum.ts";
import type { ErasureRow } from "#storage/database/erasures.ts";
import {
  type Column,
  everyTable,
  type NewDatabase,
  type TableName,
  type Value,
} from "#storage/database/tables/copied-tables.ts";
import { freeMemoryWhenSent } from "../images/stored-image.ts";
import { fileBlob, readImages, type SavedFile } from "./at-target.ts";
import { BackupDamaged } from "./backup-damaged.ts";
import { copyBlobs } from "./copy-blobs.ts";
import { type LinkedErasure, linkErasures, noErasures, sealHead } from "./erasure-chain.ts";
import type { BackupProgress } from "./make-backup.ts";
import { isInFuture, type Manifest, manifestName, manifestsAt, readManifest, timeOfManifest } from "./manifest.ts";
import { checkedText, chunkBlob, unpacked } from "./row-chunks.ts";

export type FoundBackup = { name: BlobName; manifest: Manifest };

type RestoreOptions = {
  /** The name of the place, for people to read. */
  location?: string;
  /** Takes the newest backup from before this moment and skips damaged ones. */
  before?: number | undefined;
  /** The backup of a restore that was stopped: tried first, because its documents may be there. If it is damaged, all are tried. */
  stopped?: string | null;
  /** Takes only the database, from any backup. Otherwise, backups that were made without documents are skipped. */
  isDatabaseAlone?: boolean;
  onDamaged?: (name: BlobName, damage: BackupDamaged) => void;
  onProgress?: BackupProgress | undefined;
  /** Names of chunks and images whose files are read. All, if it is omitted. */
  isRead?: (name: string) => boolean;
  /** Reads every document once, and fails at the first damaged one. A restore also writes each document here. */
  readDocuments?: (place: RestorePlace) => Promise<void>;
};

/**
 * Returns the newest backup after reading it once to its end. Throws if it is damaged: an older backup is taken only if
 * the caller sets `before`.
 */
export async function findBackup(
  target: BlobStore,
  keyring: Keyring,
  wanted: RestoreOptions = {},
): Promise<FoundBackup> {
  const {
    location = "this place",
    before = Infinity,
    stopped = null,
    isDatabaseAlone = false,
    onDamaged,
    onProgress,
    isRead = () => true,
    readDocuments = (place) => checkDocuments(place, isRead),
  } = wanted;
  const names = (await manifestsAt(target)).filter((name) => timeOfManifest(name) <= before);
  const triedFirst = names.filter((name) => name === stopped);
  let toCome = "";
  for (const [at, name] of [...triedFirst, ...names.toReversed()].entries()) {
    try {
      const { manifest: whole, isOurs } = await readManifest(target, keyring, name);
      if (before === Infinity && isOurs && isInFuture(name)) {
        toCome = name;
        continue;
      }
      if (whole.documents === null && !isDatabaseAlone) continue;
      const manifest = isDatabaseAlone ? { ...whole, documents: null } : whole;
      refuseOtherSecret(manifest, keyring, isOurs);
      const place = { target, manifest, onProgress };
      await checkRows(place, isRead);
      await refuseMissing(place);
      await readDocuments(place);
      return { name, manifest };
    } catch (error) {
      if (!(error instanceof BackupDamaged) || (before === Infinity && at >= triedFirst.length)) throw error;
      onDamaged?.(name, error);
    }
  }
  if (toCome !== "") {
    throw new StartRefused(
      `${toCome} was made in the future: is the clock of this machine right? To use it anyway, give a later time with --at.`,
    );
  }
  const which = before === Infinity ? "no backup" : "no complete backup before that time";
  throw new StartRefused(`There is ${which} at ${location}.`);
}

/** The list of contents of the backup that `findBackup` takes if it is whole; null if there is none. */
export async function newestManifest(target: BlobStore, keyring: Keyring) {
  for (const name of (await manifestsAt(target)).toReversed()) {
    const found = await readManifest(target, keyring, name);
    if (found.manifest.documents !== null && !(found.isOurs && isInFuture(name))) return found;
  }
  return null;
}

function refuseOtherSecret({ keySets }: Manifest, keyring: Keyring, isOurs: boolean): void {
  const given = new Set(keyring.all.map(({ id }) => id));
  if (keySets.some((id) => !given.has(id))) {
    throw new StartRefused(
      "This backup was made with a secret that was not given. Give the secret that was in use when the backup was made.",
    );
  }
  if (!isOurs) {
    throw new StartRefused("This backup was not made with a given secret, or somebody has changed it. It is not used.");
  }
}

/** How many files are read at once. */
const atOnce = 16;

export type RestorePlace = { target: BlobStore; manifest: Manifest; onProgress?: BackupProgress | undefined };

const checkRows = ({ target, manifest }: RestorePlace, isRead: (sha256: string) => boolean): Promise<void> =>
  forEachConcurrently(
    manifest.tables.flatMap(({ chunks }) => chunks).filter(isRead),
    atOnce,
    async (sha256) => void (await checkedText(sha256, await target.read(chunkBlob(sha256)))),
  );

/** Throws, before anything is written, if a document or its list is missing or cut off. Changed bits are found only later. */
async function refuseMissing(place: RestorePlace): Promise<void> {
  if (place.manifest.documents === null) return;
  const sizes = await sizesAt(place.target);
  for await (const [name, { size }] of filesIn(place)) if (sizes.get(name) !== size) throw new BackupDamaged(name);
}

const sizesAt = async (store: BlobStore): Promise<Map<BlobName, number>> =>
  new Map(await Array.fromAsync(store.list(), ({ name, size }) => [name, size] as const));

async function* filesIn({ target, manifest }: RestorePlace): AsyncGenerator<[BlobName, SavedFile], void> {
  for (const chunk of manifest.documents?.chunks ?? []) {
    for (const [image, files] of await readImages(target, chunk)) {
      for (const file of files) yield [fileBlob(image, file), file];
    }
  }
}

const checkDocuments = (place: RestorePlace, isRead: (image: string) => boolean): Promise<void> =>
  eachImage(place, (files) => checkFiles(place, files), isRead);

type ListedFile = { name: BlobName; expected: SavedFile };

async function checkFiles({ target }: RestorePlace, files: readonly ListedFile[]): Promise<void> {
  for (const { name, expected } of files) {
    const bytes = await target.read(name);
    if (!bytes || !isSameChecksum(checksumOf(bytes), expected)) throw new BackupDamaged(name);
    freeMemoryWhenSent(bytes);
  }
}

/** Passes on the list of each image's files. */
async function eachImage(
  { target, manifest: { documents }, onProgress }: RestorePlace,
  take: (files: readonly ListedFile[]) => Promise<void>,
  isTaken: (image: string) => boolean = () => true,
): Promise<void> {
  let done = 0;
  for (const chunk of documents?.chunks ?? []) {
    const images = (await readImages(target, chunk)).filter(([image]) => isTaken(image));
    await forEachConcurrently(images, atOnce, async ([image, files]) => {
      await take(files.map((expected) => ({ name: fileBlob(image, expected), expected })));
      onProgress?.("documents", (done += 1), documents?.images);
    });
  }
}

async function hasOtherFiles(place: RestorePlace, there: ReadonlySet<BlobName>): Promise<boolean> {
  const others = new Set(there);
  if (others.size > 0) for await (const [name] of filesIn(place)) others.delete(name);
  return others.size > 0;
}

/** Files that already exist may come from a restore that was stopped. Any other files belong to somebody, so this throws. */
async function refuseOtherFiles(place: RestorePlace, there: ReadonlySet<BlobName>): Promise<void> {
  if (await hasOtherFiles(place, there)) throw documentsThere();
}

export const documentsThere = () =>
  new StartRefused("The place for documents (BLOB_URL) has documents already. They are not overwritten.");

/**
 * Checks each document and writes it at once, so that it is read only once. The database that names the documents is
 * written after this. If a document is damaged, all that were written are removed again.
 */
export async function restoreDocuments(place: RestorePlace, blobs: BlobStore): Promise<void> {
  const there = new Set(await Array.fromAsync(blobs.names()));
  await refuseOtherFiles(place, there);
  const batch = blobs.beginBatch();
  const written: BlobName[] = [];
  try {
    await eachImage(place, async (files) => {
      for (const { name } of files) if (!there.has(name)) written.push(name);
      const copied = await copyBlobs(place.target, { store: blobs, batch, there }, files);
      const damaged = files.find((_, at) => copied[at]?.isAsExpected !== true);
      if (damaged) throw new BackupDamaged(damaged.name);
    });
    await batch.finish();
  } catch (error) {
    if (error instanceof BackupDamaged) for (const name of written) await blobs.remove(name);
    throw error;
  }
}

/** Every blob of a backup. With the list of deletions, they are a place from which it can be restored. */
export async function* blobsOf(place: RestorePlace): AsyncGenerator<BlobName, void> {
  const { tables, documents, madeAt } = place.manifest;
  yield manifestName(madeAt);
  for (const sha256 of [...tables, { chunks: documents?.chunks ?? [] }].flatMap(({ chunks }) => chunks)) {
    yield chunkBlob(sha256);
  }
  for await (const [name] of filesIn(place)) yield name;
}

/** Removes the documents of a backup again, after a restore that failed. Beside any others they are not its own, and stay. */
export async function removeDocuments(place: RestorePlace, blobs: BlobStore): Promise<void> {
  if (await hasOtherFiles(place, new Set(await Array.fromAsync(blobs.names())))) return;
  for await (const [name] of filesIn(place)) await blobs.remove(name);
}

const isEqual = (one: Uint8Array | null, other: Uint8Array) => one !== null && Buffer.compare(one, other) === 0;

/**
 * Writes the rows, and adds the erasures of the ledger: the first start deletes what they name. Their chain is made anew.
 * If nothing was removed from it, it is the same as before.
 */
export async function restoreRows(
  { target, manifest, onProgress, keyring }: RestorePlace & { keyring: Keyring },
  database: NewDatabase,
  ledger: readonly LinkedErasure[],
): Promise<void> {
  let done = 0;
  const erasures = new Map<string, ErasureRow>();
  const add = (erasure: ErasureRow) => {
    const key = `${erasure.subject} ${erasure.erased_id}`;
    if (!erasures.has(key)) erasures.set(key, erasure);
  };
  const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  for (const { name, chunks } of manifest.tables) {
    if (!isTable(name)) throw new BackupDamaged(`the table ${name}`);
    for (const sha256 of chunks) {
      const { columns, rows } = await unpacked(sha256, await target.read(chunkBlob(sha256)));
      if (name === "erasure") for (const row of rows) add(erasureIn(columns, row));
      else if (name === "candidate") await database.insert(name, columns, withoutCards(columns, rows));
      else if (name !== "erasure_head") await database.insert(name, columns, rows);
      onProgress?.("rows", (done += rows.length), total);
    }
  }
  for (const erasure of ledger) add({ ...erasure, written_at: null });
  await insertErasures(database, keyring, [...erasures.values()]);
}

/** Backups leave out the cards that holders have not used yet, so no record has one offered. */
function withoutCards(columns: readonly Column[], rows: readonly (readonly Value[])[]): (readonly Value[])[] {
  const at = columns.findIndex(({ name }) => name === "holder_state");
  return rows.map((row) => (row[at] === "offered" ? row.with(at, "none") : row));
}

const erasureSchema = z.object({
  seq: z.int(),
  subject: z.enum(["candidate", "person", "post", "comment"]),
  erased_id: z.string(),
  at: z.int(),
  previous: z.string().transform((hex) => Buffer.from(hex, "hex")),
  written_at: z.int().nullable(),
});

const erasureIn = (columns: readonly Column[], row: readonly Value[]): ErasureRow =>
  erasureSchema.parse(Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])));

async function insertErasures(database: NewDatabase, keyring: Keyring, erasures: readonly ErasureRow[]): Promise<void> {
  const before = erasures.toSorted((one, other) => one.seq - other.seq);
  const { rows, head } = linkErasures(noErasures, before);
  const isAsWritten = (row: LinkedErasure, at: number) =>
    row.seq === before[at]?.seq && isEqual(before[at].previous, row.previous);
  const written = rows.map((row, at) => ({
    ...row,
    written_at: isAsWritten(row, at) ? (before[at]?.written_at ?? null) : null,
  }));
  await insertAll(database, "erasure", written);
  await insertAll(database, "erasure_head", [sealHead(keyring, head)]);
}

async function insertAll(database: NewDatabase, table: TableName, rows: readonly Record<string, Value | Uint8Array>[]) {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(first).map(([name, value]) => ({ name, isBytes: value instanceof Uint8Array }));
  const encoded = (value: Value | Uint8Array) => (value instanceof Uint8Array ? inHex(value).toUpperCase() : value);
  await database.insert(
    table,
    columns,
    rows.map((row) => Object.values(row).map(encoded)),
  );
}

const isTable = (name: string): name is TableName => (everyTable as readonly string[]).includes(name);
