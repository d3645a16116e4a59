import { dayMs, hourMs } from "#core/durations.ts";
import type { Awaitable } from "#core/awaitable.ts";
import type { JournalFiles } from "./journal-files.ts";
import { type LookupLimits, type Level, levelOf } from "./lookup-price.ts";
import { MissJournal, type MissRecord } from "./miss-journal.ts";
import { SlidingMisses } from "./sliding-misses.ts";

/** No neighbourhood has the name of a network. Keys are keyed hashes. */
type Counted = { name: string; key: Buffer };
export type Network = Counted & { neighbourhood: Counted };

/** The client of a lookup: its network, and the number if a name is required. */
export type Asker = {
  network: Network;
  /** Null if the number alone is enough. */
  guardedNumber: Buffer | null;
  /** Identifies the number together with the given name. */
  guess: string;
};

export type Price = { kind: "level"; level: Level } | { kind: "refused"; retryAfterSeconds: number };

export const missKinds = ["network", "number", "everyone"] as const;
export type MissKind = (typeof missKinds)[number];

const everyone = Buffer.alloc(16);

/** The journal that the processes of a supervisor share. `report` gets the failure after which this one counts alone. */
export type Together = { files: JournalFiles; report: (error: unknown) => void; now: () => number };

/**
 * The cost of lookups. Everything is kept in memory. The counts are shared with other processes every second; those of one
 * supervisor count together by a journal, as if they were one.
 */
export class LookupBudget {
  readonly limits: LookupLimits;
  /** `network` counts neighbourhoods, too. */
  readonly misses: Readonly<Record<MissKind, SlidingMisses>> = {
    network: new SlidingMisses({ windowMs: hourMs, width: 2 ** 18 }),
    number: new SlidingMisses({ windowMs: dayMs, width: 2 ** 16 }),
    everyone: new SlidingMisses({ windowMs: hourMs / 6, width: 1 }),
  };
  readonly #recentFinders = new RecentFinders();
  /**
   * Lookups that are not answered yet, of this process and of the others. They count as misses until then, so that
   * parallel lookups gain nothing.
   */
  readonly #inFlight = new InFlight();
  readonly #inFlightElsewhere = new Map<number, InFlight>();
  readonly #journal: MissJournal | null;

  constructor(limits: LookupLimits, together: Together | null = null) {
    this.limits = limits;
    const learn = (record: MissRecord) => this.#learn(record, together?.now() ?? 0);
    const reader = { learn, lost: () => this.#inFlightElsewhere.clear() };
    this.#journal = together && new MissJournal(together.files, reader, together.report);
  }

  /**
   * Returns the price of one more lookup, which begins. The caller must not await anything between this call and
   * `whileInFlight`, which has to follow.
   */
  priceOf(asker: Asker, now: number): Price {
    this.begin(asker, now);
    const { misses, limits } = this;
    const network = this.#missesOf(asker.network, now);
    if (network >= limits.maxMisses) return { kind: "refused", retryAfterSeconds: this.#secondsToWait(asker, now) };
    const counts = {
      network,
      neighbourhood: this.#missesOf(asker.network.neighbourhood, now),
      everyone: misses.everyone.count(everyone, now),
      wrongNames: this.#wrongNames(asker, now),
      isRecentFinder: this.#recentFinders.has(finderOf(asker), now),
    };
    return { kind: "level", level: levelOf(counts, limits) };
  }

  /** From now on, the lookup counts as a miss in the other processes of this supervisor. `end` has to follow. */
  begin({ network, guardedNumber }: Asker, now: number): void {
    this.#journal?.say(factOf("begun", network, guardedNumber, now));
  }

  /** Counts a lookup as a miss until its outcome is there. */
  whileInFlight<Outcome>(asker: Asker, now: number, work: () => Awaitable<Outcome>): Awaitable<Outcome> {
    let isOver = true;
    try {
      const outcome = work();
      // Nothing else runs in this process before an outcome that is there.
      isOver = !(outcome instanceof Promise);
      return outcome instanceof Promise ? this.#untilSettled(asker, now, outcome) : outcome;
    } finally {
      if (isOver) this.end(asker, now);
    }
  }

  async #untilSettled<Outcome>(asker: Asker, now: number, outcome: Promise<Outcome>): Promise<Outcome> {
    this.#inFlight.change(asker, 1);
    try {
      return await outcome;
    } finally {
      this.#inFlight.change(asker, -1);
      this.end(asker, now);
    }
  }

  end({ network, guardedNumber }: Asker, now: number): void {
    this.#journal?.sayLater(factOf("ended", network, guardedNumber, now));
  }

  /** How far the journal is read; null without one. */
  get journalEpoch(): number | null {
    return this.#journal?.epoch ?? null;
  }

  /** Learns what the other processes of this supervisor have counted so far. */
  catchUp(): void {
    this.#journal?.catchUp();
  }

  missed({ network, guardedNumber }: Asker, now: number): void {
    this.misses.network.add(network.key, now);
    this.misses.network.add(network.neighbourhood.key, now);
    this.misses.everyone.add(everyone, now);
    if (guardedNumber) this.misses.number.add(guardedNumber, now);
    this.#journal?.sayLater(factOf("missed", network, guardedNumber, now));
  }

  /** Does not lower the count of misses. */
  found(asker: Asker, now: number): void {
    this.#recentFinders.add(finderOf(asker), now);
    if (asker.guardedNumber) this.#recentFinders.add(placeOf(asker), now);
    const guessed = asker.guardedNumber && Buffer.from(asker.guess, "hex");
    this.#journal?.sayLater(factOf("found", asker.network, guessed, now));
  }

  /** True if there are so many misses that lookups cost more for all networks that miss. */
  isWave(now: number): boolean {
    return this.misses.everyone.count(everyone, now) >= this.limits.calmMisses;
  }

  /** True if the next miss costs this client nothing. Waves and neighbours do not matter to clients that are known. */
  isFree(asker: Asker, now: number): boolean {
    return this.#missesOf(asker.network, now) < this.limits.freeMisses && !this.isNumberGuessed(asker, now);
  }

  /** True if somebody guesses the name that belongs to the number. */
  isNumberGuessed(asker: Asker, now: number): boolean {
    return this.#wrongNames(asker, now) >= this.limits.freeWrongNames;
  }

  /**
   * Returns the wrong names that this lookup has to pay for. A client that found the record by this name does not pay for
   * the guesses of others. Another name from the same network does pay, or it would reveal the record.
   */
  #wrongNames(asker: Asker, now: number): number {
    const { guardedNumber } = asker;
    if (!guardedNumber || this.#recentFinders.has(placeOf(asker), now)) return 0;
    return this.misses.number.count(guardedNumber, now) + this.#inFlightOf(guardedNumber);
  }

  #inFlightOf(key: Buffer): number {
    const own = this.#inFlight.of(key);
    return this.#inFlightElsewhere.size === 0
      ? own
      : this.#inFlightElsewhere.values().reduce((sum, lookups) => sum + lookups.of(key), own);
  }

  #missesOf({ key }: Counted, now: number): number {
    return this.misses.network.count(key, now) + this.#inFlightOf(key);
  }

  /** What another process of this supervisor said. */
  #learn({ kind, pid, at, network, neighbourhood, number }: MissRecord, now: number): void {
    if (kind === "gone") this.#inFlightElsewhere.delete(pid);
    else if (kind === "begun" || kind === "ended") {
      const lookups = this.#inFlightElsewhere.get(pid) ?? new InFlight();
      this.#inFlightElsewhere.set(pid, lookups);
      lookups.changeKeys([network, neighbourhood, number], kind === "begun" ? 1 : -1);
    } else if (kind === "found") {
      this.#recentFinders.add(idOf(network), now);
      if (number) this.#recentFinders.add(`${idOf(network)} ${number.toString("hex")}`, now);
    } else if (kind === "missed") {
      this.misses.network.addOfAnother(network, at, now);
      this.misses.network.addOfAnother(neighbourhood, at, now);
      this.misses.everyone.addOfAnother(everyone, at, now);
      if (number) this.misses.number.addOfAnother(number, at, now);
    }
  }

  #secondsToWait({ network }: Asker, now: number): number {
    const ms = this.misses.network.msUntilBelow(network.key, this.limits.maxMisses, now);
    return Math.max(1, Math.ceil(ms / 1000));
  }
}

const factOf = (kind: MissRecord["kind"], network: Network, number: Buffer | null, at: number) => ({
  kind,
  at,
  network: network.key,
  neighbourhood: network.neighbourhood.key,
  number,
});

const idOf = (key: Buffer) => key.toString("latin1");
const finderOf = ({ network }: Asker) => idOf(network.key);
/** As long as in the journal. */
const placeOf = (asker: Asker) => `${finderOf(asker)} ${asker.guess.slice(0, 32)}`;

/** Lookups of one process that are not answered yet, by network, neighbourhood and guarded number. */
class InFlight {
  readonly #counts = new Map<string, number>();

  of(key: Buffer): number {
    return this.#counts.size === 0 ? 0 : (this.#counts.get(idOf(key)) ?? 0);
  }

  change({ network, guardedNumber }: Asker, change: 1 | -1): void {
    this.changeKeys([network.key, network.neighbourhood.key, guardedNumber], change);
  }

  changeKeys(keys: readonly (Buffer | null)[], change: 1 | -1): void {
    for (const key of keys) {
      if (!key) continue;
      const count = this.of(key) + change;
      if (count > 0) this.#counts.set(idOf(key), count);
      else this.#counts.delete(idOf(key));
    }
  }
}

const periodMs = 12 * hourMs;
const maxFinders = 50_000;

/**
 * Networks that found a record within the last 12 to 24 hours. A network that is forgotten early only pays a proof of work.
 */
class RecentFinders {
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
