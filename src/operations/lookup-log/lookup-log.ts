import { hourMs } from "#core/durations.ts";
import type { NumberPolicy } from "#core/records/lookup-policy.ts";

/** What is logged of one lookup. The number and the network are keyed hashes. */
export type LookupEntry = {
  at: number;
  channel: "web" | "api";
  policy: NumberPolicy;
  found: boolean;
  number: Buffer;
  network: Buffer;
  /** How many lookups this entry stands for, a power of two: 1 except for repeats. */
  times: number;
};

const keyLength = 16;
const timeLength = 6;
const numberAt = timeLength + 1;
const networkAt = numberAt + keyLength;

/** The layout of an entry: time (6 bytes, big-endian) · flags (1) · number (16) · network (16). */
const entryLength = networkAt + keyLength;

const [isFound, isGuarded, isApi] = [1, 2, 4];
/** The other five bits of the flags are the exponent of `times`. */
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

/** Decodes the lookups of a batch, in the order in which they ended. */
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

/** A minute of a thousand lookups a second, 2 MB. Further lookups are dropped while the database is slow. */
const maxEntries = 60_000;
const maxInBatch = 10_000;

const loggedOneByOne = 8;
/** A power of two. If a pair takes the place of another pair, it is counted from 1 again, and logged. */
const places = 65_536;

/**
 * Hits cost nothing, so one client can repeat the same hit without end. If the same number is found from the same
 * network, the first eight lookups of an hour are logged one by one. After that, only the 16th, 32nd, 64th … are
 * logged. Each of these entries stands for all lookups since the entry before.
 */
class Repeats {
  #hour = 0;
  readonly #pairs = new Uint32Array(places);
  readonly #counts = new Uint32Array(places);

  /** How many lookups an entry for this lookup stands for. 0 if it needs no entry. */
  timesOf({ at, number, network }: Pick<LookupEntry, "at" | "number" | "network">): number {
    const hour = Math.floor(at / hourMs);
    if (hour !== this.#hour) this.#counts.fill(0);
    this.#hour = hour;
    // Both are keyed hashes: nobody can choose their bits.
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
  // The buffer and the repeats are made for the first lookup: many open portals, such as that of a command, have no lookups.
  #bytes = Buffer.alloc(0);
  #count = 0;
  #lost = 0;
  #repeats: Repeats | null = null;

  add(lookup: Omit<LookupEntry, "times">): void {
    const times = lookup.found ? (this.#repeats ??= new Repeats()).timesOf(lookup) : 1;
    if (times === 0) return;
    if (this.#count === maxEntries) {
      this.#lost += 1;
      return;
    }
    if (this.#bytes.length === 0) this.#bytes = Buffer.alloc(maxEntries * entryLength);
    packEntry({ ...lookup, times }, this.#bytes, this.#count * entryLength);
    this.#count += 1;
  }

  /** The batch to write next. It stays in memory until `forget`. */
  next(): LookupBatch | null {
    if (this.#count === 0) return null;
    const length = Math.min(this.#count, maxInBatch) * entryLength;
    return { entries: new Uint8Array(this.#bytes.subarray(0, length)), lost: this.#lost };
  }

  forget({ entries, lost }: LookupBatch): void {
    this.#bytes.copyWithin(0, entries.byteLength, this.#count * entryLength);
    this.#count -= entries.byteLength / entryLength;
    this.#lost -= lost;
  }
}
