import { setTimeout as delay } from "node:timers/promises";
import type { Replicas } from "../database.ts";
import { Replica } from "./replica.ts";
import { serversOf } from "./servers.ts";

/** A little longer than a replica may be read after a beat, because the clocks of two machines differ in speed. */
const catchUpMs = 1000;

const shortestPauseMs = 3;
const longestPauseMs = 40;

/**
 * The servers of DATABASE_READ_URL, and whether they may be read.
 *
 * A process writes its beat to the writer several times a second. It reads a replica only within 0.9 s after the start
 * of a beat that this replica has shown. A replica applies all changes in the order of the writer. So a change that was
 * committed a second ago is older than any beat that still counts, and every replica that is read has it. Clocks of two
 * machines are never compared.
 */
export class PostgresReplicas implements Replicas {
  readonly #all: readonly Replica[];
  readonly #process: string;
  readonly #writeBeat: () => Promise<number>;
  #turn = 0;

  /** `writeBeat` resolves to the beat that it wrote into the row of the process. */
  constructor(url: string, process: string, writeBeat: () => Promise<number>) {
    this.#all = serversOf(url).map((server) => new Replica(server));
    this.#process = process;
    this.#writeBeat = writeBeat;
  }

  /** Returns the replicas that may be read now, in rotation. */
  next(): Replica | undefined {
    const used = this.#all.filter(({ state }) => state === "used");
    return used[(this.#turn += 1) % used.length];
  }

  async watch(): Promise<void> {
    await this.#writeBeat();
    // Not awaited: nothing has to wait for a silent replica.
    for (const replica of this.#all) void replica.look(this.#process);
  }

  async catchUp(): Promise<string[]> {
    const ending = new AbortController();
    const end = delay(catchUpMs, undefined, { signal: ending.signal }).catch(() => undefined);
    const late = new Set(this.#all);
    const shown = this.#writeBeat().then((beat) => this.#untilShown(beat, late, ending.signal));
    // If no beat can be written, only waiting helps.
    await Promise.race([end, shown.catch(() => end)]);
    ending.abort();
    return [...late].map(({ host }) => host);
  }

  async #untilShown(beat: number, late: Set<Replica>, ended: AbortSignal): Promise<void> {
    await Promise.all(
      this.#all.map(async (replica) => {
        for (let pauseMs = shortestPauseMs; !replica.shows(beat); pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
          if (ended.aborted) return;
          await replica.look(this.#process);
          if (!replica.shows(beat)) await delay(pauseMs);
        }
        late.delete(replica);
      }),
    );
  }

  count(): { used: number; writer: number; out: number } {
    const count = { used: 0, writer: 0, out: 0 };
    for (const { state } of this.#all) count[state] += 1;
    return count;
  }

  async end(): Promise<void> {
    await Promise.all(this.#all.map((replica) => replica.end()));
  }
}
