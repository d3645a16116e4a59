import { hash } from "node:crypto";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { z } from "zod";
import { listOf, number, orNull, textOr } from "#core/stored/decoders.ts";
import { type BlobName, blobName } from "#storage/blobs/blob-store.ts";
import type { Column, Value } from "#storage/database/tables/copied-tables.ts";
import { BackupDamaged } from "./backup-damaged.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * Some rows of a table, in order. The text has one JSON line per row, after a first line with the names of the columns.
 * Bytes are in hexadecimal.
 */
export type RowChunk = { sha256: string; rows: number; text: string };

/** None of our chunks is nearly this large. The limit protects the memory if somebody replaces a chunk at the place. */
const maxOutputLength = 64 * 2 ** 20;

const maxRows = 1024;
const maxLength = 4_000_000;

/**
 * Splits rows by their keys, not by count. So an added or deleted row changes only one chunk, and the chunks after it
 * are found in the backup again.
 */
export async function* chunksOf(
  columns: readonly Column[],
  keys: readonly number[],
  batches: AsyncIterable<readonly Value[][]>,
): AsyncGenerator<RowChunk, void> {
  const head = JSON.stringify(columns.map(({ name, isBytes }) => (isBytes ? `${name}:bytes` : name)));
  let lines = [head];
  let length = 0;
  for await (const rows of batches) {
    for (const row of rows) {
      const line = JSON.stringify(row);
      lines.push(line);
      length += line.length;
      if (!isLastOfChunk(keys.map((at) => row[at])) && lines.length <= maxRows && length < maxLength) continue;
      yield chunkOf(lines);
      lines = [head];
      length = 0;
    }
  }
  if (lines.length > 1) yield chunkOf(lines);
}

function chunkOf(lines: readonly string[]): RowChunk {
  const text = lines.join("\n");
  return { sha256: hash("sha256", text), rows: lines.length - 1, text };
}

/**
 * True for about every 256th key. Rows with a number as their key are split by that number, so that new rows change
 * only the last chunk.
 */
function isLastOfChunk(key: readonly (Value | undefined)[]): boolean {
  const [first] = key;
  if (key.length === 1 && typeof first === "number") return first % 256 === 0;
  let mixed = 0x811c9dc5;
  for (const part of key) {
    for (const byte of Buffer.from(String(part))) {
      mixed = Math.imul(mixed ^ byte, 0x01000193);
    }
  }
  return ((mixed >>> 8) & 255) === 0;
}

export const chunkBlob = (sha256: string): BlobName => blobName(`rows-${sha256}`);

export const packed = (chunk: RowChunk): Promise<Buffer> => compress(chunk.text, fast);

const valuesOfRow = listOf(orNull(textOr(number)));

export type UnpackedChunk = { columns: Column[]; rows: (readonly Value[])[] };

/** Returns the text of a chunk. Throws if a single bit of it has changed. */
export async function checkedText(sha256: string, bytes: Uint8Array | null): Promise<Buffer> {
  const text = bytes && (await decompress(bytes, { maxOutputLength }).catch(() => null));
  if (!text || hash("sha256", text) !== sha256) throw new BackupDamaged(chunkBlob(sha256));
  return text;
}

export async function unpacked(sha256: string, bytes: Uint8Array | null): Promise<UnpackedChunk> {
  const [head = "[]", ...lines] = (await checkedText(sha256, bytes)).toString().split("\n");
  const columns = z
    // Names become a part of SQL.
    .array(z.string().regex(/^\w+(:bytes)?$/))
    .parse(JSON.parse(head))
    .map((column) => ({ name: column.replace(/:bytes$/, ""), isBytes: column.endsWith(":bytes") }));
  return { columns, rows: lines.map((line) => valuesOfRow(JSON.parse(line))) };
}
