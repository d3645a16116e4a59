import type pg from "pg";
import { beatNow } from "../lookups/processes.ts";
import { Connections } from "./connections.ts";
import { queryInTime } from "./translate.ts";

/** For so long after a beat began, a replica that shows it may be read. */
const freshMs = 900;

/** Whoever waits for it is answered by the writer then, within the time that anybody may wait. */
const answerMs = 500;

/** One server that follows the writer. */
export class Replica {
  readonly host: string;
  readonly #connections: Connections;
  /** The newest beat that it has shown. */
  #shown = -Infinity;
  #failedAt = -Infinity;
  #looking: Promise<void> | undefined;

  constructor(url: string) {
    this.host = new URL(url).host;
    this.#connections = new Connections(url);
  }

  get isFresh(): boolean {
    return this.#shown > this.#failedAt && beatNow() - this.#shown < freshMs * 1000;
  }

  shows(beat: number): boolean {
    return this.#shown >= beat;
  }

  /** Who fails is left out until it shows a later beat. */
  async query(query: pg.QueryConfig): Promise<pg.QueryResultRow[]> {
    try {
      return await queryInTime(this.#connections, query, answerMs);
    } catch (error) {
      this.#failedAt = beatNow();
      throw error;
    }
  }

  /** Finds out which beat of this process it has by now. One look at a time. */
  look(process: string): Promise<void> {
    this.#looking ??= this.#look(process).finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(process: string): Promise<void> {
    const query = { name: "beat", text: "select beat from process where id = $1", values: [process] };
    const [row] = await this.query(query).catch(() => []);
    this.#shown = Math.max(this.#shown, Number(row?.["beat"] ?? -Infinity));
  }

  end(): Promise<void> {
    return this.#connections.end();
  }
}
