import { hourMs } from "#core/durations.ts";
const periodMs = 12 * hourMs;
const maxFinders = 50_000;

/**
 * Networks that found a record within the last 12 to 24 hours. A network that is forgotten early only pays a proof of work.
 */
export class RecentFinders {
  #period = 0;
  #current = new Set<string>();
  #previous = new Set<string>();

  has(who: string, now: number): boolean {
    this.#moveTo(now);
    return this.#current.has(who) || this.#previous.has(who);
  }

  add(who: string, now: number): void {
    this.#moveTo(now);
    if (this.#current.size < maxFinders) this.#current.add(who);
  }

  #moveTo(now: number): void {
    const period = Math.floor(now / periodMs);
    if (period <= this.#period) return;
    this.#previous = period === this.#period + 1 ? this.#current : new Set();
    this.#current = new Set();
    this.#period = period;
  }
}
