import { entryLength, type LookupEntry, packEntry } from "./lookup-entry.ts";

/** A minute of a thousand lookups a second: 2 MB, and the most that a slow database can make us hold. */
const mostKept = 60_000;
const mostInBatch = 10_000;

export type LookupBatch = {
  entries: Uint8Array;
  /** How many there was no room for. */
  lost: number;
};

/** Lookups that are not written down yet, packed. */
export class LookupLog {
  readonly #bytes = Buffer.alloc(mostKept * entryLength);
  #kept = 0;
  #lost = 0;

  add(entry: LookupEntry): void {
    if (this.#kept === mostKept) {
      this.#lost += 1;
      return;
    }
    packEntry(entry, this.#bytes, this.#kept * entryLength);
    this.#kept += 1;
  }

  /** What to write next; it is kept until `forget`. */
  next(): LookupBatch | null {
    if (this.#kept === 0) return null;
    const length = Math.min(this.#kept, mostInBatch) * entryLength;
    return { entries: new Uint8Array(this.#bytes.subarray(0, length)), lost: this.#lost };
  }

  /** Of a batch that is written. */
  forget({ entries, lost }: LookupBatch): void {
    this.#bytes.copyWithin(0, entries.byteLength, this.#kept * entryLength);
    this.#kept -= entries.byteLength / entryLength;
    this.#lost -= lost;
  }
}
