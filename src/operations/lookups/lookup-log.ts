import type { NumberPolicy } from "#core/records/lookup-policy.ts";

/** What is logged of one lookup. Number and network are keyed hashes. */
export type LookupEntry = {
  at: number;
  channel: "web" | "api";
  policy: NumberPolicy;
  found: boolean;
  number: Buffer;
  network: Buffer;
  /** How many lookups it stands for, a power of two: 1 but for repeats. */
  times: number;
};

const keyLength = 16;
const timeLength = 6;
const numberAt = timeLength + 1;
const networkAt = numberAt + keyLength;

/** Time (6, big-endian) · flags (1) · number (16) · network (16). */
const entryLength = networkAt + keyLength;

const [isFound, isGuarded, isApi] = [1, 2, 4];
/** The other five bits of the flags: the exponent of `times`. */
const timesShift = 3;

function packEntry(entry: LookupEntry, into: Buffer, place: number): void {
  const flags =
    (entry.found ? isFound : 0) | (entry.policy === "guarded" ? isGuarded : 0) | (entry.channel === "api" ? isApi : 0);
  const exponent = 31 - Math.clz32(entry.times);
  into.writeUIntBE(entry.at, place, timeLength);
  into[place + timeLength] = flags | (exponent << timesShift);
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
      times: 2 ** (flags >> timesShift),
      number: bytes.subarray(place + numberAt, place + networkAt),
      network: bytes.subarray(place + networkAt, place + entryLength),
    };
  });
}

/** A minute of a thousand lookups a second, 2 MB: more are dropped while the database is slow. */
const mostEntries = 60_000;
const mostInBatch = 10_000;

const hourMs = 3_600_000;
const loggedOneByOne = 8;
/** A power of two. A pair that comes to the place of another is counted anew, and logged. */
const places = 65_536;

/**
 * Hits cost nothing, so one client can make the same one without end. The same number, found from the same network, is logged eight
 * times in an hour one by one, then at 16, 32, 64 …: each of these entries stands for the half before it.
 */
class Repeats {
  #hour = 0;
  readonly #pairs = new Uint32Array(places);
  readonly #counts = new Uint32Array(places);

  /** How many lookups an entry for this one stands for; 0 where it needs none. */
  timesOf({ at, number, network }: Pick<LookupEntry, "at" | "number" | "network">): number {
    const hour = Math.floor(at / hourMs);
    if (hour !== this.#hour) this.#counts.fill(0);
    this.#hour = hour;
    // Both are keyed hashes: nobody chooses their bits.
    const pair = (number.readUInt32LE(0) ^ network.readUInt32LE(0)) >>> 0;
    const place = (number.readUInt32LE(4) ^ network.readUInt32LE(4)) & (places - 1);
    const count = this.#pairs[place] === pair ? (this.#counts[place] ?? 0) + 1 : 1;
    this.#pairs[place] = pair;
    this.#counts[place] = count;
    if (count <= loggedOneByOne) return 1;
    return (count & (count - 1)) === 0 ? count / 2 : 0;
  }
}

export type LookupBatch = { entries: Uint8Array; lost: number };

export class LookupLog {
  // Both are made for the first lookup: many an open portal, as that of a command, has none.
  #bytes = Buffer.alloc(0);
  #count = 0;
  #lost = 0;
  #repeats: Repeats | null = null;

  add(lookup: Omit<LookupEntry, "times">): void {
    const times = lookup.found ? (this.#repeats ??= new Repeats()).timesOf(lookup) : 1;
    if (times === 0) return;
    if (this.#count === mostEntries) {
      this.#lost += 1;
      return;
    }
    if (this.#bytes.length === 0) this.#bytes = Buffer.alloc(mostEntries * entryLength);
    packEntry({ ...lookup, times }, this.#bytes, this.#count * entryLength);
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
