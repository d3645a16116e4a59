import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive. A hostile entry may contradict its real content. */
export type Packed = {
  /** Bytes for a name that is not UTF-8. */
  name: string | Buffer;
  content?: string | Uint8Array;
  /** The uncompressed size that the archive claims. */
  claims?: number;
  isEncrypted?: boolean;
  isLink?: boolean;
  /** The index of the entry whose bytes this one shares. */
  over?: number;
};

const header = (length: number, fields: readonly (readonly [at: number, bytes: 2 | 4, value: number])[]) => {
  const bytes = Buffer.alloc(length);
  for (const [at, size, value] of fields) bytes.writeUIntLE(value, at, size);
  return bytes;
};

/** Writes an archive byte by byte, because libraries write no hostile ones. */
export function zip(entries: readonly Readonly<Packed>[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const { name, content = "", claims, isEncrypted = false, isLink = false, over } of entries) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const size = claims ?? plain.length;
    const common = (from: number) =>
      [
        [from, 2, isEncrypted ? 1 : 0],
        [from + 2, 2, 8],
        [from + 8, 4, crc32(plain)],
        [from + 12, 4, packed.length],
        [from + 16, 4, size],
        [from + 20, 2, Buffer.byteLength(name)],
      ] as const;
    const start = over === undefined ? at : (starts[over] ?? 0);
    starts.push(start);
    if (over === undefined) {
      const local = Buffer.concat([
        header(30, [[0, 4, 0x04034b50], [4, 2, 20], ...common(6)]),
        Buffer.from(name),
        packed,
      ]);
      parts.push(local);
      at += local.length;
    }
    const attributes = isLink ? 0o120777 * 65_536 : 0;
    const row = header(46, [[0, 4, 0x02014b50], [6, 2, 20], ...common(8), [38, 4, attributes], [42, 4, start]]);
    list.push(row, Buffer.from(name));
  }
  const directory = Buffer.concat(list);
  const end = [
    [0, 4, 0x06054b50],
    [8, 2, entries.length],
    [10, 2, entries.length],
    [12, 4, directory.length],
    [16, 4, at],
  ] as const;
  return Buffer.concat([...parts, directory, header(22, end)]);
}
