/** Misses that are not shared with other processes yet. `slot` is the time window in which they happened. */
export type CountedMisses = { key: Buffer; slot: number; misses: number };

type Span = { windowMs: number; width: number };

/** The most keys that are shared each second. This process counts the misses of all keys. */
const maxUnshared = 50_000;

/** Misses of many keys within a sliding window, such as the last hour. */
export class SlidingMisses {
  readonly #span: Span;
  #slot = 0;
  #current: MissSketch;
  #previous: MissSketch;
  #unshared = new Map<number, CountedMisses>();

  constructor(span: Span) {
    this.#span = span;
    this.#current = new MissSketch(span.width);
    this.#previous = new MissSketch(span.width);
  }

  count(key: Buffer, now: number): number {
    this.#moveTo(now);
    const sum = this.#previous.count(key) * (1 - this.#passed(now)) + this.#current.count(key);
    // Prevents rounding errors from raising a whole number.
    return Math.ceil(sum - 1e-9);
  }

  add(key: Buffer, now: number): void {
    this.#moveTo(now);
    this.#current.raise(key, this.#current.count(key) + 1);
    this.#share(key, this.#slot, 1);
  }

  /** The misses in the time window that began last, which is a whole number. */
  countInSlot(key: Buffer, now: number): number {
    this.#moveTo(now);
    return this.#current.count(key);
  }

  /** Counts a miss that another process counted, and shares, at the time `at`. It knew of at least so many in that window. */
  addOfAnother(key: Buffer, at: number, now: number, least = 0): void {
    this.#moveTo(now);
    const slot = this.slotOf(at);
    const sketch = slot === this.#slot ? this.#current : slot === this.#slot - 1 ? this.#previous : null;
    sketch?.raise(key, Math.max(sketch.count(key) + 1, least));
  }

  /** Returns the milliseconds until the count of this key is below `limit`, if there are no further misses. */
  msUntilBelow(key: Buffer, limit: number, now: number): number {
    if (this.count(key, now) < limit) return 0;
    const { windowMs } = this.#span;
    const [before, lately] = [this.#previous.count(key), this.#current.count(key)];
    const room = limit - 1;
    const fallen = lately <= room ? 1 - (room - lately) / before : 2 - room / lately;
    return Math.max(1, Math.ceil((this.#slot + fallen) * windowMs - now));
  }

  takeUnshared(): CountedMisses[] {
    const taken = [...this.#unshared.values()];
    this.#unshared = new Map();
    return taken;
  }

  /** Takes back what takeUnshared returned, after sharing failed. */
  putBack(counted: readonly CountedMisses[]): void {
    for (const { key, slot, misses } of counted) this.#share(key, slot, misses);
  }

  #share(key: Buffer, slot: number, misses: number): void {
    // A number is found in a sixth of the time that a text takes. Another key that begins alike has the next place.
    let place = key.readUIntLE(0, 6);
    for (let known = this.#unshared.get(place); known; known = this.#unshared.get(place)) {
      if (known.slot === slot && known.key.equals(key)) return void (known.misses += misses);
      place += 1;
    }
    if (this.#unshared.size < maxUnshared) this.#unshared.set(place, { key, slot, misses });
  }

  /** Raises the counts to the sums of all processes. */
  learn(counted: readonly CountedMisses[], now: number): void {
    this.#moveTo(now);
    for (const { key, slot, misses } of counted) {
      if (slot === this.#slot) this.#current.raise(key, misses);
      if (slot === this.#slot - 1) this.#previous.raise(key, misses);
    }
  }

  slotOf(now: number): number {
    return Math.floor(now / this.#span.windowMs);
  }

  /** If the clock is set back, the newer slot stays current. */
  #moveTo(now: number): void {
    const slot = this.slotOf(now);
    if (slot <= this.#slot) return;
    this.#previous = slot === this.#slot + 1 ? this.#current : new MissSketch(this.#span.width);
    this.#current = new MissSketch(this.#span.width);
    this.#slot = slot;
  }

  #passed(now: number): number {
    const { windowMs } = this.#span;
    return Math.max(0, now - this.#slot * windowMs) / windowMs;
  }
}

const rows = 4;
const most = 0xffff;

/**
 * A count-min sketch: counts more keys than fit into memory. Each key has one cell in each of four rows and shares it with
 * others; its count is the smallest of the four. A count is never too low, and too high only if all four cells are shared.
 * Keys are keyed hashes, so nobody can choose cells.
 */
class MissSketch {
  readonly #width: number;
  /** Allocated for the first miss, because many windows have none. */
  #cells: Uint16Array | null = null;

  /** `width` must be a power of two. */
  constructor(width: number) {
    this.#width = width;
  }

  count(key: Buffer): number {
    if (!this.#cells) return 0;
    let smallest = most;
    for (let row = 0; row < rows; row += 1) {
      const cell = this.#cells[this.#cellOf(key, row)] ?? 0;
      if (cell < smallest) smallest = cell;
    }
    return smallest;
  }

  /** Makes the count of a key at least this high. */
  raise(key: Buffer, count: number): void {
    const least = Math.min(count, most);
    this.#cells ??= new Uint16Array(rows * this.#width);
    for (let row = 0; row < rows; row += 1) {
      const at = this.#cellOf(key, row);
      if ((this.#cells[at] ?? 0) < least) this.#cells[at] = least;
    }
  }

  #cellOf(key: Buffer, row: number): number {
    return (key.readUInt32LE(row * 4) & (this.#width - 1)) * rows + row;
  }
}
