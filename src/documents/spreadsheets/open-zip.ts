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
  /** The unpacked size of all entries. */
  bytes: number;
  /** The maximum ratio of unpacked to packed size of an entry. Entries of up to `smallBytes` unpacked are exempt. */
  ratio: number;
  tooLarge: ErrorId;
  broken: ErrorId;
  /** True to accept backslashes between folders, which old Windows programs write. */
  takesBackslashes?: boolean;
};

export type ZipEntry = { name: string; bytes: number; read: () => Promise<Readable> };

/** An archive in memory, or on a disk. */
export type ZipSource = Uint8Array | { reader: RandomAccessReader; size: number };

/** In bytes, including the folders. */
const maxNameLength = 1000;
const smallBytes = 1_000_000;
/** The size of the local header of an entry, up to its name. */
const headerBytes = 30;

/** Returns the entries that the archive lists. Malicious archives are refused before anything is unpacked. */
export async function openZip(source: ZipSource, limits: ZipLimits): Promise<ZipEntry[]> {
  const { zip, entries } = await entriesOf(source, limits);
  if (entries.some((entry) => entry.isEncrypted())) throw new PortalError("locked-archive");
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (entries.length > limits.entries || unpacked > limits.bytes) throw new PortalError(limits.tooLarge);
  const names = entries.map((entry) => nameOf(entry, limits));
  const isUnsafe =
    entries.some((entry) => isLink(entry) || isBomb(entry, limits.ratio) || entry.fileNameLength > maxNameLength) ||
    names.some((name) => validateFileName(name) !== null || /\p{Cc}/u.test(name)) ||
    new Set(names).size < names.length ||
    entriesOverlap(entries);
  if (isUnsafe) throw new PortalError("unsafe-archive");
  return entries.map((entry, at) => ({
    name: names[at] ?? "",
    bytes: entry.uncompressedSize,
    read: () => zip.openReadStreamPromise(entry),
  }));
}

async function entriesOf(source: ZipSource, { entries: atMost, broken }: ZipLimits) {
  const entries: Entry[] = [];
  // Names are decoded in this file: many archivers do not declare their encoding.
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

const utf8Flag = 0x800;
const unicodePath = 0x7075;
const utf8 = new TextDecoder("utf-8", { fatal: true });
const windows1252 = new TextDecoder("windows-1252");

function nameOf(entry: Entry, { takesBackslashes = false }: ZipLimits): string {
  const { generalPurposeBitFlag: flags, fileNameRaw: raw, extraFields } = entry;
  const isSaid = (flags & utf8Flag) !== 0 || extraFields.some(({ id }) => id === unicodePath);
  const name = isSaid ? getFileNameLowLevel(flags, raw, extraFields, true) : decoded(raw);
  return takesBackslashes ? name.replaceAll("\\", "/") : name;
}

/**
 * Macs write UTF-8 without declaring it. Windows writes CP437 or Windows-1252. Between 0x80 and 0x9f CP437 has letters,
 * while Windows-1252 has signs there.
 */
function decoded(raw: Buffer): string {
  try {
    return utf8.decode(raw);
  } catch {
    const isCp437 = raw.some((byte) => byte >= 0x80 && byte < 0xa0);
    return isCp437 ? getFileNameLowLevel(0, raw, [], true) : windows1252.decode(raw);
  }
}

const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/** A missing size counts as a bomb: the real size could be anything. */
const isBomb = ({ compressedSize, uncompressedSize, compressionMethod }: Entry, ratio: number) =>
  uncompressedSize > Math.max(smallBytes, compressedSize * ratio) ||
  (compressionMethod !== 0 && (compressedSize === 0 || (uncompressedSize === 0 && compressedSize > 2)));

/** True if two entries use the same bytes of the archive. */
function entriesOverlap(entries: readonly Entry[]): boolean {
  let end = 0;
  for (const entry of entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader < end) return true;
    end = entry.relativeOffsetOfLocalHeader + headerBytes + entry.fileNameLength + entry.compressedSize;
  }
  return false;
}
