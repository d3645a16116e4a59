const rows = 4;
const most = 0xffff;

/**
 * A count-min sketch: counts more keys than fit into memory. Each key has one cell in each of four rows and shares it with
 * others; its count is the smallest of the four. A count is never too low, and too high only if all four cells are shared.
 * Keys are keyed hashes, so nobody can choose cells.
 */
export class MissSketch {
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
