import { inflateSync } from "node:zlib";

/** Returns a WOFF file as the TrueType font that it packs, with all of its tables or only these. */
export function unpackedFont(woff: Buffer, only?: readonly string[]): Buffer {
  const tables = new Map<string, Buffer>();
  for (let at = 44; at < 44 + woff.readUInt16BE(12) * 20; at += 20) {
    const [start, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field));
    const name = woff.toString("latin1", at, at + 4);
    if (start === undefined || packed === undefined || length === undefined || only?.includes(name) === false) continue;
    const bytes = woff.subarray(start, start + packed);
    tables.set(name, packed < length ? inflateSync(bytes) : bytes);
  }
  return fontOf(tables);
}

/** Returns a TrueType font with these tables. */
export function fontOf(tables: ReadonlyMap<string, Buffer>): Buffer {
  const directory = Buffer.alloc(12 + tables.size * 16);
  const largest = Math.floor(Math.log2(tables.size));
  directory.writeUInt32BE(0x0001_0000, 0);
  directory.writeUInt16BE(tables.size, 4);
  directory.writeUInt16BE(16 * 2 ** largest, 6);
  directory.writeUInt16BE(largest, 8);
  directory.writeUInt16BE(16 * (tables.size - 2 ** largest), 10);
  const bodies = [...tables.values()].map(padToFourBytes);
  let start = directory.length;
  for (const [index, [name, table]] of [...tables].entries()) {
    const at = 12 + index * 16;
    directory.write(name, at, "latin1");
    directory.writeUInt32BE(checksum(bodies[index] ?? table), at + 4);
    directory.writeUInt32BE(start, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    start += bodies[index]?.length ?? 0;
  }
  return Buffer.concat([directory, ...bodies]);
}

export const padToFourBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

function checksum(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
