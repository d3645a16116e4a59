import { addLook, type Look } from "#core/holders/looks.ts";
import { officeDay, officeHour, startOfDay, type Zone } from "#core/office-clock.ts";
import type { LookupEntry } from "./lookup-log.ts";

type Channel = LookupEntry["channel"];

export type FoundRecord = {
  id: string;
  hits: number;
  /** When the record was first found. */
  from: number;
  /** The looks that its holder is told of. Their state is the time at which the record had last changed. */
  looks: Look<number>[];
};

export type LookedUp = { seq: number; record: { id: string; changedAt: number } };

export type DayTally = {
  day: string;
  hits: Record<Channel, number>;
  misses: Record<Channel, number>;
  /** One bit for each hour of the office in which a wave of misses ran. */
  waveHours: number;
  /** The keys are the `seq` of the records. */
  found: Map<number, FoundRecord>;
};

/** The most records that are counted one by one between two writes, ten seconds apart. */
const maxRecords = 100_000;
/** How many records are written in one transaction. It takes a few milliseconds. */
const recordsAtOnce = 1000;

const emptyTally = (day: string): DayTally => ({
  day,
  hits: { web: 0, api: 0 },
  misses: { web: 0, api: 0 },
  waveHours: 0,
  found: new Map(),
});

/** The lookups of this process since the last write, by day. */
export class LookupTally {
  #days = new Map<string, DayTally>();
  #open: { zone: Zone; from: number; until: number; tally: DayTally } | null = null;
  readonly #zone: () => Zone;

  constructor(zone: () => Zone) {
    this.#zone = zone;
  }

  get isEmpty(): boolean {
    return this.#days.size === 0;
  }

  add(at: number, channel: Channel, isHit: boolean): void {
    this.#tallyAt(at)[isHit ? "hits" : "misses"][channel] += 1;
  }

  /** Counts that a record was found. Without a look, its holder is not told. */
  addFound(
    at: number,
    { seq, record: { id, changedAt } }: LookedUp,
    look: Omit<Look<number>, "state" | "times"> | null,
  ) {
    const one = foundIn(this.#tallyAt(at), seq, id, at);
    if (!one) return;
    one.hits += 1;
    if (look) addLook(one.looks, look, changedAt, 1);
  }

  addWave(at: number): void {
    this.#tallyAt(at).waveHours |= 1 << officeHour(this.#zone(), at);
  }

  /** Takes out what was counted, in parts for one transaction each. */
  take(): DayTally[] {
    const parts = [...this.#days.values()].flatMap(partsOf);
    this.#days = new Map();
    this.#open = null;
    return parts;
  }

  putBack(parts: readonly DayTally[]): void {
    for (const { day, hits, misses, waveHours, found } of parts) {
      const tally = this.#tallyOf(day);
      for (const channel of ["web", "api"] as const) {
        tally.hits[channel] += hits[channel];
        tally.misses[channel] += misses[channel];
      }
      tally.waveHours |= waveHours;
      for (const [seq, { id, hits: times, from, looks }] of found) {
        const one = foundIn(tally, seq, id, from);
        if (!one) continue;
        one.hits += times;
        one.from = Math.min(one.from, from);
        for (const look of looks) addLook(one.looks, look, look.state, look.times);
      }
    }
  }

  forgetRecord(seq: number): void {
    for (const { found } of this.#days.values()) found.delete(seq);
  }

  #tallyAt(at: number): DayTally {
    const [open, zone] = [this.#open, this.#zone()];
    if (open?.zone === zone && at >= open.from && at < open.until) return open.tally;
    const day = officeDay(zone, at);
    const tally = this.#tallyOf(day);
    this.#open = { zone, from: startOfDay(zone, day), until: startOfDay(zone, day, 1), tally };
    return tally;
  }

  #tallyOf(day: string): DayTally {
    const tally = this.#days.get(day) ?? emptyTally(day);
    this.#days.set(day, tally);
    return tally;
  }
}

/** Null if there are too many records already. */
function foundIn({ found }: DayTally, seq: number, id: string, from: number): FoundRecord | null {
  const known = found.get(seq);
  if (known) return known;
  if (found.size === maxRecords) return null;
  const one = { id, hits: 0, from, looks: [] };
  found.set(seq, one);
  return one;
}

/** Splits a tally into parts. Neighbouring records are written together, because they share pages of the database. */
function partsOf(tally: DayTally): DayTally[] {
  const records = [...tally.found].toSorted(([one], [other]) => one - other);
  const [first = new Map<number, FoundRecord>(), ...more] = Array.from(
    { length: Math.ceil(records.length / recordsAtOnce) },
    (_, at) => new Map(records.slice(at * recordsAtOnce, (at + 1) * recordsAtOnce)),
  );
  return [{ ...tally, found: first }, ...more.map((found) => ({ ...emptyTally(tally.day), found }))];
}
