import { serverDay } from "#core/server-clock.ts";
import type { LookupEntry } from "./lookup-log.ts";

type Channel = LookupEntry["channel"];

export type DayTally = {
  day: string;
  hits: Record<Channel, number>;
  misses: Record<Channel, number>;
  /** A bit for each hour in which a wave of misses ran. */
  waveHours: number;
  /** How often each record was found, by its `seq`. */
  recordHits: Map<number, number>;
};

/** The most records that are counted one by one in ten seconds. */
const mostRecords = 100_000;
/** Written in a few milliseconds. */
const recordsAtOnce = 1000;

const emptyTally = (day: string): DayTally => ({
  day,
  hits: { web: 0, api: 0 },
  misses: { web: 0, api: 0 },
  waveHours: 0,
  recordHits: new Map(),
});

/** The lookups of this process since the last write, by day. */
export class LookupTally {
  #days = new Map<string, DayTally>();
  #open: { from: number; until: number; tally: DayTally } | null = null;

  get isEmpty(): boolean {
    return this.#days.size === 0;
  }

  /** `seq` is that of the record that was found; null for a miss. */
  add(at: number, channel: Channel, seq: number | null): void {
    const tally = this.#tallyAt(at);
    tally[seq === null ? "misses" : "hits"][channel] += 1;
    if (seq !== null) addHits(tally, seq, 1);
  }

  addWave(at: number): void {
    this.#tallyAt(at).waveHours |= 1 << new Date(at).getHours();
  }

  /** Takes out what was counted, in parts for one transaction each. */
  take(): DayTally[] {
    const parts = [...this.#days.values()].flatMap(partsOf);
    this.#days = new Map();
    this.#open = null;
    return parts;
  }

  putBack(parts: readonly DayTally[]): void {
    for (const { day, hits, misses, waveHours, recordHits } of parts) {
      const tally = this.#tallyOf(day);
      for (const channel of ["web", "api"] as const) {
        tally.hits[channel] += hits[channel];
        tally.misses[channel] += misses[channel];
      }
      tally.waveHours |= waveHours;
      for (const [seq, count] of recordHits) addHits(tally, seq, count);
    }
  }

  forgetRecord(seq: number): void {
    for (const { recordHits } of this.#days.values()) recordHits.delete(seq);
  }

  #tallyAt(at: number): DayTally {
    const open = this.#open;
    if (open && at >= open.from && at < open.until) return open.tally;
    const midnight = new Date(at);
    const from = midnight.setHours(0, 0, 0, 0);
    const until = midnight.setDate(midnight.getDate() + 1);
    const tally = this.#tallyOf(serverDay(at));
    this.#open = { from, until, tally };
    return tally;
  }

  #tallyOf(day: string): DayTally {
    const tally = this.#days.get(day) ?? emptyTally(day);
    this.#days.set(day, tally);
    return tally;
  }
}

function addHits({ recordHits }: DayTally, seq: number, count: number): void {
  const before = recordHits.get(seq);
  if (before !== undefined || recordHits.size < mostRecords) recordHits.set(seq, (before ?? 0) + count);
}

/** Neighbours are written together: they share pages. */
function partsOf(tally: DayTally): DayTally[] {
  const records = [...tally.recordHits].toSorted(([one], [other]) => one - other);
  const [first = new Map<number, number>(), ...more] = Array.from(
    { length: Math.ceil(records.length / recordsAtOnce) },
    (_, at) => new Map(records.slice(at * recordsAtOnce, (at + 1) * recordsAtOnce)),
  );
  return [{ ...tally, recordHits: first }, ...more.map((recordHits) => ({ ...emptyTally(tally.day), recordHits }))];
}
