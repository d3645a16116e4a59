import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import type { LookupChannel } from "./lookup-outcome.ts";

/** What is kept of one lookup. Keys are keyed hashes. */
export type LookupEntry = {
  at: number;
  channel: LookupChannel;
  policy: LookupPolicy;
  found: boolean;
  number: Buffer;
  network: Buffer;
};

const keyLength = 16;
const timeLength = 6;
const numberAt = timeLength + 1;
const networkAt = numberAt + keyLength;

/** Time (6, big-endian) · what is either-or (1) · number (16) · network (16). */
export const entryLength: number = networkAt + keyLength;

const [isFound, isGuarded, isApi] = [1, 2, 4];

export function packEntry(entry: LookupEntry, into: Buffer, place: number): void {
  const flags =
    (entry.found ? isFound : 0) | (entry.policy === "guarded" ? isGuarded : 0) | (entry.channel === "api" ? isApi : 0);
  into.writeUIntBE(entry.at, place, timeLength);
  into[place + timeLength] = flags;
  entry.number.copy(into, place + numberAt);
  entry.network.copy(into, place + networkAt);
}

/** The lookups of a batch, in the order in which they ended. */
export function unpackEntries(packed: Uint8Array): LookupEntry[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: Math.floor(bytes.byteLength / entryLength) }, (_, index) => {
    const place = index * entryLength;
    const flags = bytes.readUInt8(place + timeLength);
    return {
      at: bytes.readUIntBE(place, timeLength),
      channel: flags & isApi ? "api" : "web",
      policy: flags & isGuarded ? "guarded" : "open",
      found: (flags & isFound) !== 0,
      number: bytes.subarray(place + numberAt, place + networkAt),
      network: bytes.subarray(place + networkAt, place + entryLength),
    };
  });
}
