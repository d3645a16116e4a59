const rows = 4;
const most = 0xffff;

/**
 * Counts more keys than fit into memory: each has one cell in each of four rows, shared with strangers, and its count is
 * the smallest of the four. So nobody's count is ever too low or forgotten, however many others come; it is too high
 * only for who shares all four. Keys are keyed hashes, so nobody can choose whose cells to share.
 */
export class MissSketch {
  readonly #cells: Uint16Array;
  readonly #mask: number;

  /** `width` is a power of two. */
  constructor(width: number) {
    this.#cells = new Uint16Array(rows * width);
    this.#mask = width - 1;
  }

  count(key: Buffer): number {
    let smallest = most;
    for (let row = 0; row < rows; row += 1) {
      const cell = this.#cells[this.#cellOf(key, row)] ?? 0;
      if (cell < smallest) smallest = cell;
    }
    return smallest;
  }

  /** Makes the count of a key at least this high. */
  raise(key: Buffer, count: number): void {
    const wanted = Math.min(count, most);
    for (let row = 0; row < rows; row += 1) {
      const at = this.#cellOf(key, row);
      if ((this.#cells[at] ?? 0) < wanted) this.#cells[at] = wanted;
    }
  }

  #cellOf(key: Buffer, row: number): number {
    return (key.readUInt32LE(row * 4) & this.#mask) * rows + row;
  }
}
