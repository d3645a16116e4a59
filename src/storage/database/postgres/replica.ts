import type pg from "pg";
import { beatNow } from "../lookups/processes.ts";
import { Connections } from "./connections.ts";
import { queryInTime } from "./translate.ts";

/** A replica may be read for this long after the start of a beat that it has shown. */
const freshMs = 900;

/** A query waits this long for a replica. Then it goes to the writer. */
export const answerMs = 500;

const lookAt = "select beat, pg_is_in_recovery() as follows from process where id = $1";

/** One server of DATABASE_READ_URL. */
export class Replica {
  readonly host: string;
  readonly #connections: Connections;
  /** The newest beat that the replica has shown. */
  #shown = -Infinity;
  #failedAt = -Infinity;
  #isWriter = false;
  #looking: Promise<void> | undefined;

  constructor(url: string) {
    this.host = new URL(url).host;
    // A server that lost its connections may have restarted, and may show an older state for a moment.
    this.#connections = new Connections(url, () => (this.#failedAt = beatNow()));
  }

  /** A promoted server has all writes. It is not used as a replica, because it is already queried as the writer. */
  get state(): "used" | "writer" | "out" {
    const isFresh = this.#shown > this.#failedAt && beatNow() - this.#shown < freshMs * 1000;
    return isFresh ? (this.#isWriter ? "writer" : "used") : "out";
  }

  shows(beat: number): boolean {
    return this.#shown >= beat;
  }

  /** A replica that fails is left out until it shows a later beat. */
  async query(query: pg.QueryConfig): Promise<pg.QueryResultRow[]> {
    try {
      return await queryInTime(this.#connections, query, answerMs);
    } catch (error) {
      this.#failedAt = beatNow();
      throw error;
    }
  }

  /** Reads the newest beat of this process that the replica has. Only one look runs at a time. */
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
