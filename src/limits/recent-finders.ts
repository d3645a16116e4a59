const stretchMs = 12 * 3_600_000;
const mostKept = 50_000;

/** Who found something within the last half day or day. To be forgotten costs no more than a proof of work. */
export class RecentFinders {
  #stretch = 0;
  #current = new Set<string>();
  #previous = new Set<string>();

  has(who: string, now: number): boolean {
    this.#moveTo(now);
    return this.#current.has(who) || this.#previous.has(who);
  }

  add(who: string, now: number): void {
    this.#moveTo(now);
    if (this.#current.size < mostKept) this.#current.add(who);
  }

  #moveTo(now: number): void {
    const stretch = Math.floor(now / stretchMs);
    if (stretch <= this.#stretch) return;
    this.#previous = stretch === this.#stretch + 1 ? this.#current : new Set();
    this.#current = new Set();
    this.#stretch = stretch;
  }
}
