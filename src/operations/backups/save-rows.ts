import { dayMs } from "#core/durations.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import {
  allTables,
  backedUpTables,
  type Column,
  columnsOf,
  everyRow,
  type Snapshot,
  type TableName,
  type Value,
} from "#storage/database/tables/copied-tables.ts";
import type { AtTarget } from "./at-target.ts";
import type { Manifest } from "./manifest.ts";
import { checkedText, chunkBlob, chunksOf, packed, type RowChunk } from "./row-chunks.ts";

type SavedTable = Manifest["tables"][number];

export type SavingTo = { target: BlobStore; there: AtTarget; sent: (bytes: number) => void };

export type ImageToSave = { id: string; pages: number };

export type SavedRows = {
  tables: SavedTable[];
  keySets: string[];
  images: ImageToSave[];
  lastErasure: number;
};

/** Writes the rows of one moment: those chunks that the target lacks. */
export async function saveRows(snapshot: Snapshot, to: SavingTo, onRows: (rows: number) => void): Promise<SavedRows> {
  const saved: SavedRows = { tables: [], keySets: [], images: [], lastErasure: 0 };
  const keySets = new Set<string>();
  for (const table of backedUpTables) {
    const columns = await columnsOf(snapshot, table);
    if (columns.length === 0) continue;
    const see = observer(table, columns, saved, keySets);
    const seen = observed(everyRow(snapshot, table, columns), (rows) => {
      for (const row of rows) see(row);
      onRows(rows.length);
    });
    saved.tables.push(await saveChunks(table, chunksOf(columns, keysAt(table, columns), seen), to));
  }
  return { ...saved, keySets: [...keySets].toSorted() };
}

export const keysAt = (table: TableName, columns: readonly Column[]) =>
  allTables[table].key.map((key) => columns.findIndex(({ name }) => name === key));

export async function* observed<Rows>(
  batches: AsyncIterable<Rows>,
  see: (rows: Rows) => void | Promise<void>,
): AsyncGenerator<Rows, void> {
  for await (const rows of batches) {
    await see(rows);
    yield rows;
  }
}

/** Collects from each row what the rest of the backup needs: key sets, images and the last erasure. */
function observer(table: TableName, columns: readonly Column[], saved: SavedRows, keySets: Set<string>) {
  const at = (column: string) => columns.findIndex(({ name }) => name === column);
  const keySetAt = at("key_set");
  const [idAt, stateAt, pagesAt, seqAt] = ["id", "state", "page_count", "seq"].map(at) as [
    number,
    number,
    number,
    number,
  ];
  return (row: readonly Value[]) => {
    const keySet = row[keySetAt];
    if (typeof keySet === "string") keySets.add(keySet);
    if (table === "image" && (row[stateAt] === "kept" || row[stateAt] === "waiting")) {
      saved.images.push({ id: String(row[idAt]), pages: Number(row[pagesAt]) });
    }
    if (table === "erasure") saved.lastErasure = Number(row[seqAt]);
  };
}

/** How many chunks are packed and written at once. */
const atOnce = 4;

export async function saveChunks(name: string, chunks: AsyncIterable<RowChunk>, to: SavingTo): Promise<SavedTable> {
  const saved: SavedTable = { name, rows: 0, chunks: [] };
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const chunk of chunks) {
    saved.rows += chunk.rows;
    saved.chunks.push(chunk.sha256);
    if (to.there.chunks.has(chunk.sha256) && !(await isDamagedAtTarget(chunk, to))) continue;
    to.there.chunks.add(chunk.sha256);
    const writing: Promise<void> = writeChunk(chunk, to)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
    if (underWay.size >= atOnce) await Promise.race(underWay);
    if (failures.length > 0) break;
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
  return saved;
}

/**
 * True if the chunk at the target is damaged, so that it is sent again. Each day, another sixteenth of the chunks is
 * read and checked.
 */
async function isDamagedAtTarget({ sha256 }: RowChunk, { target }: SavingTo): Promise<boolean> {
  if (Number.parseInt(sha256.slice(0, 1), 16) !== Math.floor(Date.now() / dayMs) % 16) return false;
  return checkedText(sha256, await target.read(chunkBlob(sha256))).then(
    () => false,
    () => true,
  );
}

async function writeChunk(chunk: RowChunk, { target, there, sent }: SavingTo): Promise<void> {
  const bytes = await packed(chunk);
  there.written.chunks.add(chunk.sha256);
  await target.write(chunkBlob(chunk.sha256), bytes);
  sent(bytes.byteLength);
}
