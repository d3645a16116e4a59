import { counted } from "#core/counted.ts";
import { minuteMs, secondMs } from "#core/durations.ts";
import { type Away, failureName, isUnavailable } from "#core/errors.ts";
import type { Facts } from "./log-lines.ts";

type Failure = { cause: string; isOfRequest: boolean };

/** Counts of failures, in all or since the last line. */
type Counts = { requests: number; jobs: number; causes: Record<string, number> };

type Outage = { firstAt: number; lastAt: number; saidAt: number; all: Counts; unsaid: Counts };

/** Writes one line of the log. */
type Say = (level: "error" | "warn", facts: Facts, said: string) => void;

/** An outage is over when nothing has failed for this long. A job asks the database every second, or soon after a failure. */
const quietMs = (what: string) => (what === "database" ? 10 * secondMs : minuteMs);

const names: Readonly<Record<string, string>> = {
  database: "the database",
  files: "the store of files",
} satisfies Record<Away, string>;

const noCounts = (): Counts => ({ requests: 0, jobs: 0, causes: {} });

function count(counts: Counts, { cause, isOfRequest }: Failure): void {
  counts[isOfRequest ? "requests" : "jobs"] += 1;
  counts.causes[cause] = (counts.causes[cause] ?? 0) + 1;
}

/** Where an error was made that says nothing else. */
const placeOf = ({ stack = "" }: Error) => stack.split("\n")[1]?.trim() ?? "";

const inWords = ({ requests, jobs }: Counts) => `${counted(requests, "request")} and ${counted(jobs, "job")} failed`;

/** After the first failure of each cause, an outage is only counted. A line tells the counts once a minute, and at its end. */
export class Outages {
  readonly #open = new Map<string, Outage>();
  readonly #say: Say;
  readonly #now: () => number;

  constructor(say: Say, now = () => performance.now()) {
    this.#say = say;
    this.#now = now;
  }

  /** Counts the failure. Returns true if the log must have it whole: it is no outage, or the first of its cause in one. */
  note(error: unknown, isOfRequest: boolean): boolean {
    if (!isUnavailable(error)) return true;
    const cause = failureName(error);
    const now = this.#now();
    const isMoved = error.id === "moved";
    const what = isMoved ? error.message : (error.away ?? (error.cause === undefined ? placeOf(error) : cause));
    const outage = this.#open.get(what) ?? {
      firstAt: now,
      lastAt: now,
      saidAt: now,
      all: noCounts(),
      unsaid: noCounts(),
    };
    this.#open.set(what, outage);
    outage.lastAt = now;
    const isFirst = outage.all.causes[cause] === undefined;
    count(outage.all, { cause, isOfRequest });
    if (!isFirst) count(outage.unsaid, { cause, isOfRequest });
    return isFirst;
  }

  isAway(what: Away): boolean {
    return this.#open.has(what);
  }

  /** Call this every second. */
  tick(): void {
    const now = this.#now();
    for (const [what, outage] of this.#open) {
      if (now - outage.lastAt >= quietMs(what)) this.#end(what, outage);
      else if (now - outage.saidAt >= minuteMs) this.#sayAgain(what, outage, now);
    }
  }

  /** Tells what was only counted, before the process ends. */
  [Symbol.dispose](): void {
    for (const [what, outage] of this.#open) this.#sayAgain(what, outage, this.#now());
  }

  #sayAgain(what: string, outage: Outage, now: number): void {
    const { unsaid } = outage;
    if (unsaid.requests + unsaid.jobs === 0) return;
    const name = names[what];
    // Without a name, nothing is away: a queue or the disk is full, or the process ends.
    const said = name ? `${name}: still away, ${inWords(unsaid)}` : `${what}: ${inWords(unsaid)} in the same way`;
    this.#write("error", unsaid, said);
    Object.assign(outage, { saidAt: now, unsaid: noCounts() });
  }

  #end(what: string, { firstAt, lastAt, all }: Outage): void {
    this.#open.delete(what);
    const wereAllWhole = all.requests + all.jobs === Object.keys(all.causes).length;
    if (wereAllWhole) return;
    const seconds = Math.round((lastAt - firstAt) / secondMs);
    const isBack = what === "database" ? "answers again" : "no failure for a minute";
    this.#write("warn", all, `${names[what] ?? what}: ${isBack}, after ${seconds} s in which ${inWords(all)}`);
  }

  #write(level: "error" | "warn", counts: Counts, said: string): void {
    this.#say(level, { error: "unavailable", ...counts }, said);
  }
}
