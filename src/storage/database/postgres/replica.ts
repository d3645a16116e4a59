import type pg from "pg";
import { beatNow } from "../lookups/processes.ts";
import { Connections } from "./connections.ts";
import { queryInTime } from "./translate.ts";

/** For so long after a beat began, a replica that shows it may be read. */
const freshMs = 900;

/** For so long somebody waits for its answer, who then asks the writer. */
export const answerMs = 500;

const lookAt = "select beat, pg_is_in_recovery() as follows from process where id = $1";

/** One server of DATABASE_READ_URL. */
export class Replica {
  readonly host: string;
  readonly #connections: Connections;
  /** The newest beat that it has shown. */
  #shown = -Infinity;
  #failedAt = -Infinity;
  #isWriter = false;
  #looking: Promise<void> | undefined;

  constructor(url: string) {
    this.host = new URL(url).host;
    // A server that lost its connections may have started again, for a moment further back than it was.
    this.#connections = new Connections(url, () => (this.#failedAt = beatNow()));
  }

  /** A server that was promoted has all that was written, and is asked as the writer already. */
  get state(): "used" | "writer" | "out" {
    const isFresh = this.#shown > this.#failedAt && beatNow() - this.#shown < freshMs * 1000;
    return isFresh ? (this.#isWriter ? "writer" : "used") : "out";
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
    const [row] = await this.query({ name: "beat", text: lookAt, values: [process] }).catch(() => []);
    if (!row) return;
    this.#shown = Math.max(this.#shown, Number(row["beat"]));
    this.#isWriter = row["follows"] === false;
  }

  end(): Promise<void> {
    return this.#connections.end();
  }
}
