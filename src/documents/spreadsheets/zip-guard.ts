import { type Entry, fromBufferPromise } from "yauzl";
import { PortalError } from "#core/errors.ts";

export type ZipLimits = {
  entries: number;
  /** Of all entries, unpacked. */
  bytes: number;
  /** How many times its size an entry may become. What stays small may. */
  ratio: number;
};

export type ZipEntry = { name: string; bytes: number };

const smallBytes = 1_000_000;
/** Signature, fields and lengths before the name of an entry. */
const headerBytes = 30;

/** What an archive holds, by its own list. Archives that are made to do harm are refused before anything is unpacked. */
export async function listZip(bytes: Uint8Array, limits: ZipLimits): Promise<ZipEntry[]> {
  const entries = await entriesOf(bytes, limits.entries);
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const isUnsafe =
    entries.length > limits.entries ||
    unpacked > limits.bytes ||
    entries.some((entry) => entry.isEncrypted() || isLink(entry) || isBomb(entry, limits.ratio)) ||
    new Set(entries.map(({ fileName }) => fileName)).size < entries.length ||
    doOverlap(entries);
  if (isUnsafe) throw new PortalError("unsafe-archive");
  return entries.map(({ fileName, uncompressedSize }) => ({ name: fileName, bytes: uncompressedSize }));
}

async function entriesOf(bytes: Uint8Array, atMost: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    for await (const entry of zip.eachEntry()) if (entries.push(entry) > atMost) break;
  } catch (cause) {
    throw new PortalError(isOfNames(cause) ? "unsafe-archive" : "broken-file", { cause });
  }
  return entries;
}

/** Names that lead out of a folder are yauzl's to find. */
const isOfNames = (cause: unknown) =>
  cause instanceof Error &&
  /unsafe|absolute path|invalid relative path|invalid characters/.test(cause.message + cause.name);

const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/** Sizes that are left out could be anything. */
const isBomb = ({ compressedSize, uncompressedSize, compressionMethod }: Entry, ratio: number) =>
  uncompressedSize > Math.max(smallBytes, compressedSize * ratio) ||
  (compressionMethod !== 0 && (compressedSize === 0 || (uncompressedSize === 0 && compressedSize > 2)));

/** Whether two entries are made of the same bytes. */
function doOverlap(entries: readonly Entry[]): boolean {
  let end = 0;
  for (const entry of entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader < end) return true;
    end = entry.relativeOffsetOfLocalHeader + headerBytes + entry.fileNameLength + entry.compressedSize;
  }
  return false;
}
