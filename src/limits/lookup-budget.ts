import { dayMs, hourMs } from "#core/durations.ts";
import type { JournalFiles } from "./journal-files.ts";
import { type LookupLimits, type Level, levelOf } from "./lookup-price.ts";
import { type MissBook, MissJournal, type MissRecord } from "./miss-journal.ts";
import { SlidingMisses } from "./sliding-misses.ts";

/** No neighbourhood has the name of a network. `key` is a keyed hash, and `id` the same as a text. */
type Counted = { name: string; key: Buffer; id: string };
export type Network = Counted & { neighbourhood: Counted };

/** The client of a lookup: its network, and the number if a name is required. */
export type Asker = {
  network: Network;
  /** Null if the number alone is enough. */
  guardedNumber: Buffer | null;
  /** Identifies the number together with the given name, in whatever order and spelling. */
  guess: string;
};

export type Price = { kind: "level"; level: Level } | { kind: "refused"; retryAfterSeconds: number };

export const missKinds = ["network", "number", "everyone"] as const;
export type MissKind = (typeof missKinds)[number];

const everyone = Buffer.alloc(16);

/** The level of a lookup, or "free" for a client that is known: waves and neighbours do not matter to it. */
type Paid = Level | "free";

type Counting = { countsInFlight: boolean };
const inAll: Counting = { countsInFlight: true };
const withoutInFlight: Counting = { countsInFlight: false };

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
  readonly #recentFinders = new RecentlySeen();
  /** Wrong names that were counted for their number: the same one again reveals nothing. Each process knows its own. */
  readonly #wrongGuesses = new RecentlySeen();
  /** Lookups that are not answered yet. They count as misses until then, so that parallel lookups gain nothing. */
  readonly #inFlight = new Map<string, number>();

  readonly #journal: MissJournal | null;

  constructor(limits: LookupLimits, together: Together | null = null) {
    this.limits = limits;
    const book: MissBook = {
      sums: ({ network, number, at }) => ({
        networkMisses: this.misses.network.countInSlot(network, at) + 1,
        numberMisses: number ? this.misses.number.countInSlot(number, at) + 1 : 0,
      }),
      learn: (record) => this.#learn(record, together?.now() ?? 0),
    };
    this.#journal = together && new MissJournal(together.files, book, together.report);
  }

  /** Returns the price of one more lookup. The caller must not await anything between this call and `missed` or `whileInFlight`. */
  priceOf(asker: Asker, now: number): Price {
    return this.#priceAt(asker, now, inAll);
  }

  #priceAt(asker: Asker, now: number, counting: Counting): Price {
    const { misses, limits } = this;
    const network = this.#missesOf(asker.network, now, counting);
    if (network >= limits.maxMisses) return { kind: "refused", retryAfterSeconds: this.#secondsToWait(asker, now) };
    const counts = {
      network,
      neighbourhood: this.#missesOf(asker.network.neighbourhood, now, counting),
      everyone: misses.everyone.count(everyone, now),
      wrongNames: this.#wrongNames(asker, now, counting),
      isRecentFinder: this.#recentFinders.has(asker.network.id, now),
    };
    return { kind: "level", level: levelOf(counts, limits) };
  }

  /** Counts a lookup as a miss until its outcome is there. */
  async whileInFlight<Outcome>(asker: Asker, outcome: Promise<Outcome>): Promise<Outcome> {
    this.#addInFlight(asker, 1);
    try {
      return await outcome;
    } finally {
      this.#addInFlight(asker, -1);
    }
  }

  /**
   * Counts a miss for which this was paid. False if other misses came first and raised the price: then the outcome
   * may not be given, whether it is a hit or a miss. Without a supervisor, nothing comes between price and outcome.
   */
  missed(asker: Asker, now: number, paid: Paid): boolean {
    const { network } = asker;
    const guardedNumber = this.#isGuessedAgain(asker, now) ? null : asker.guardedNumber;
    const [key, neighbourhood] = [network.key, network.neighbourhood.key];
    this.#journal?.sayAndHear({ kind: "missed", at: now, network: key, neighbourhood, number: guardedNumber });
    const isGiven = this.#isStill(paid, asker, now);
    this.misses.network.add(network.key, now);
    this.misses.network.add(network.neighbourhood.key, now);
    this.misses.everyone.add(everyone, now);
    if (guardedNumber) {
      this.misses.number.add(guardedNumber, now);
      this.#wrongGuesses.add(asker.guess, now);
    }
    return isGiven;
  }

  #isGuessedAgain({ guess }: Asker, now: number): boolean {
    return guess !== "" && this.#wrongGuesses.has(guess, now);
  }

  /** Does not lower the count of misses. False as for `missed`. */
  found(asker: Asker, now: number, paid: Paid): boolean {
    this.#journal?.hear();
    if (!this.#isStill(paid, asker, now)) return false;
    const place = asker.guardedNumber ? placeOf(asker) : asker.network.id;
    if (this.#journal && !this.#recentFinders.has(place, now)) {
      const { key: network, neighbourhood } = asker.network;
      const number = asker.guardedNumber && Buffer.from(asker.guess, "hex");
      this.#journal.sayAndHear({ kind: "found", at: now, network, neighbourhood: neighbourhood.key, number });
    }
    this.#recentFinders.add(asker.network.id, now);
    if (asker.guardedNumber) this.#recentFinders.add(place, now);
    return true;
  }

  /** Learns what the other processes of this supervisor have counted so far. */
  hear(): void {
    this.#journal?.hear();
  }

  /** How far the journal is read; null without one. */
  get journalEpoch(): number | null {
    return this.#journal?.epoch ?? null;
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
  #wrongNames(asker: Asker, now: number, { countsInFlight } = inAll): number {
    const { guardedNumber } = asker;
    if (!guardedNumber || this.#recentFinders.has(placeOf(asker), now)) return 0;
    return (
      this.misses.number.count(guardedNumber, now) + (countsInFlight ? this.#inFlightOf(nameOf(guardedNumber)) : 0)
    );
  }

  /** Lookups in flight do not matter here: whichever ends first comes first. */
  #isStill(paid: Paid, asker: Asker, now: number): boolean {
    if (!this.#journal) return true;
    if (paid === "free") return this.isFree(asker, now);
    const price = this.#priceAt(asker, now, withoutInFlight);
    return price.kind === "level" && price.level <= paid;
  }

  #learn({ kind, at, network, neighbourhood, number, ...sums }: MissRecord, now: number): void {
    if (kind === "found") {
      this.#recentFinders.add(idOf(network), now);
      if (number) this.#recentFinders.add(`${idOf(network)} ${number.toString("hex")}`, now);
    } else {
      this.misses.network.addOfAnother(network, at, now, sums.networkMisses);
      this.misses.network.addOfAnother(neighbourhood, at, now);
      this.misses.everyone.addOfAnother(everyone, at, now);
      if (number) this.misses.number.addOfAnother(number, at, now, sums.numberMisses);
    }
  }

  #inFlightOf(who: string): number {
    return this.#inFlight.get(who) ?? 0;
  }

  #missesOf({ name, key }: Counted, now: number, { countsInFlight } = inAll): number {
    return this.misses.network.count(key, now) + (countsInFlight ? this.#inFlightOf(name) : 0);
  }

  #addInFlight({ network, guardedNumber }: Asker, change: 1 | -1): void {
    this.#changeInFlight(network.name, change);
    this.#changeInFlight(network.neighbourhood.name, change);
    if (guardedNumber) this.#changeInFlight(nameOf(guardedNumber), change);
  }

  #changeInFlight(who: string, change: 1 | -1): void {
    const count = this.#inFlightOf(who) + change;
    if (count > 0) this.#inFlight.set(who, count);
    else this.#inFlight.delete(who);
  }

  #secondsToWait({ network }: Asker, now: number): number {
    const ms = this.misses.network.msUntilBelow(network.key, this.limits.maxMisses, now);
    return Math.max(1, Math.ceil(ms / 1000));
  }
}

export const countedAs = (name: string, key: Buffer): Counted => ({ name, key, id: idOf(key) });

const idOf = (key: Buffer) => key.toString("latin1");
const nameOf = (key: Buffer) => `key ${idOf(key)}`;
/** The guess is as long as in the journal. */
const placeOf = (asker: Asker) => `${asker.network.id} ${asker.guess.slice(0, 32)}`;

const periodMs = 12 * hourMs;
const maxSeen = 50_000;

/**
 * Who found a record, or what was guessed, within the last 12 to 24 hours. What is forgotten early costs only a proof of
 * work.
 */
class RecentlySeen {
  #period = 0;
  #current = new Set<string>();
  #previous = new Set<string>();

  has(who: string, now: number): boolean {
    this.#moveTo(now);
    return this.#current.has(who) || this.#previous.has(who);
  }

  add(who: string, now: number): void {
    this.#moveTo(now);
    if (this.#current.size < maxSeen) this.#current.add(who);
  }

  #moveTo(now: number): void {
    const period = Math.floor(now / periodMs);
    if (period <= this.#period) return;
    this.#previous = period === this.#period + 1 ? this.#current : new Set();
    this.#current = new Set();
    this.#period = period;
  }
}
