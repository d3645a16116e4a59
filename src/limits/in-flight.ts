/** Questions that are asked and not answered yet. They count as misses until they are not, so that many at once gain nothing. */
export class InFlight {
  readonly #counts = new Map<string, number>();

  count(who: string): number {
    return this.#counts.get(who) ?? 0;
  }

  begin(who: string): void {
    this.#counts.set(who, this.count(who) + 1);
  }

  end(who: string): void {
    const left = this.count(who) - 1;
    if (left > 0) this.#counts.set(who, left);
    else this.#counts.delete(who);
  }
}
