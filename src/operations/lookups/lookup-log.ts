import type { LookupPolicy } from "#core/records/lookup-policy.ts";

/** What is logged of one lookup. Number and network are keyed hashes. */
export type LookupEntry = {
  at: number;
  channel: "web" | "api";
  policy: LookupPolicy;
  found: boolean;
  number: Buffer;
  network: Buffer;
};

const keyLength = 16;
const timeLength = 6;
const numberAt = timeLength + 1;
const networkAt = numberAt + keyLength;

/** Time (6, big-endian) · flags (1) · number (16) · network (16). */
const entryLength = networkAt + keyLength;

const [isFound, isGuarded, isApi] = [1, 2, 4];

function packEntry(entry: LookupEntry, into: Buffer, place: number): void {
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

/** A minute of a thousand lookups a second, 2 MB: more are dropped while the database is slow. */
const mostEntries = 60_000;
const mostInBatch = 10_000;

export type LookupBatch = { entries: Uint8Array; lost: number };

export class LookupLog {
  readonly #bytes = Buffer.alloc(mostEntries * entryLength);
  #count = 0;
  #lost = 0;

  add(entry: LookupEntry): void {
    if (this.#count === mostEntries) {
      this.#lost += 1;
      return;
    }
    packEntry(entry, this.#bytes, this.#count * entryLength);
    this.#count += 1;
  }

  /** What to write next; it stays until `forget`. */
  next(): LookupBatch | null {
    if (this.#count === 0) return null;
    const length = Math.min(this.#count, mostInBatch) * entryLength;
    return { entries: new Uint8Array(this.#bytes.subarray(0, length)), lost: this.#lost };
  }

  /** Drops a batch that is written. */
  forget({ entries, lost }: LookupBatch): void {
    this.#bytes.copyWithin(0, entries.byteLength, this.#count * entryLength);
    this.#count -= entries.byteLength / entryLength;
    this.#lost -= lost;
  }
}
