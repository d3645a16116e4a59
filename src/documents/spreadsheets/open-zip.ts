import type { Readable } from "node:stream";
import {
  type Entry,
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  type RandomAccessReader,
  validateFileName,
  type ZipFile,
} from "yauzl";
import { type ErrorId, PortalError } from "#core/errors.ts";

export type ZipLimits = {
  entries: number;
  /** Of all entries, unpacked. */
  bytes: number;
  /** How many times its size an entry may become. What stays small may. */
  ratio: number;
  tooLarge: ErrorId;
  broken: ErrorId;
  /** Old programs of Windows write backslashes between folders. */
  takesBackslashes?: boolean;
};

export type ZipEntry = { name: string; bytes: number; read: () => Promise<Readable> };

/** In memory, or on a disk. */
export type ZipSource = Uint8Array | { reader: RandomAccessReader; size: number };

/** In bytes, folders included. */
const longestName = 1000;
const smallBytes = 1_000_000;
/** Signature, fields and lengths before the name of an entry. */
const headerBytes = 30;

/** What an archive holds, by its own list. Archives that are made to do harm are refused before anything is unpacked. */
export async function openZip(source: ZipSource, limits: ZipLimits): Promise<ZipEntry[]> {
  const { zip, entries } = await entriesOf(source, limits);
  if (entries.some((entry) => entry.isEncrypted())) throw new PortalError("locked-archive");
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (entries.length > limits.entries || unpacked > limits.bytes) throw new PortalError(limits.tooLarge);
  const names = entries.map((entry) => nameOf(entry, limits));
  const isUnsafe =
    entries.some((entry) => isLink(entry) || isBomb(entry, limits.ratio) || entry.fileNameLength > longestName) ||
    names.some((name) => validateFileName(name) !== null || /\p{Cc}/u.test(name)) ||
    new Set(names).size < names.length ||
    doOverlap(entries);
  if (isUnsafe) throw new PortalError("unsafe-archive");
  return entries.map((entry, at) => ({
    name: names[at] ?? "",
    bytes: entry.uncompressedSize,
    read: () => zip.openReadStreamPromise(entry),
  }));
}

async function entriesOf(source: ZipSource, { entries: atMost, broken }: ZipLimits) {
  const entries: Entry[] = [];
  // Names are decoded here: many archivers do not say how they wrote them.
  const options = { decodeStrings: false, autoClose: false };
  try {
    const zip: ZipFile =
      source instanceof Uint8Array
        ? await fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.byteLength), options)
        : await fromRandomAccessReaderPromise(source.reader, source.size, options);
    for await (const entry of zip.eachEntry()) if (entries.push(entry) > atMost) break;
    return { zip, entries };
  } catch (cause) {
    throw new PortalError(broken, { cause });
  }
}

const saysUtf8 = 0x800;
const unicodePath = 0x7075;
const utf8 = new TextDecoder("utf-8", { fatal: true });
const windows1252 = new TextDecoder("windows-1252");

function nameOf(entry: Entry, { takesBackslashes = false }: ZipLimits): string {
  const { generalPurposeBitFlag: flags, fileNameRaw: raw, extraFields } = entry;
  const isSaid = (flags & saysUtf8) !== 0 || extraFields.some(({ id }) => id === unicodePath);
  const name = isSaid ? getFileNameLowLevel(flags, raw, extraFields, true) : decoded(raw);
  return takesBackslashes ? name.replaceAll("\\", "/") : name;
}

/** Macs write UTF-8 and do not say so; Windows writes CP437, whose letters stand where Windows-1252 has signs. */
function decoded(raw: Buffer): string {
  try {
    return utf8.decode(raw);
  } catch {
    const isCp437 = raw.some((byte) => byte >= 0x80 && byte < 0xa0);
    return isCp437 ? getFileNameLowLevel(0, raw, [], true) : windows1252.decode(raw);
  }
}

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
