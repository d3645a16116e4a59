import pg from "pg";
import { clientConfig, connectToWriter, examine, isDirect, refusesOptions, type ConnectOptions } from "./connect.ts";
import { serversOf } from "./servers.ts";
import { timeoutMs } from "./translate.ts";

const most = 10;

const wanted: ConnectOptions = {
  connectionTimeoutMillis: timeoutMs,
  query_timeout: timeoutMs,
  // Just-in-time compilation takes longer than these short queries.
  options: `-c jit=off -c statement_timeout=${timeoutMs}`,
};

/** Connections to one server. */
type ServerPool = { server: string; isPlain: boolean; pool: pg.Pool };

/** The connections that serve visitors, to the server that accepts writes, directly or through a pooler. */
export class Connections {
  readonly #servers: readonly string[];
  #way: ServerPool;
  #isInDoubt: boolean;
  #isDirect = true;
  #finding: Promise<void> | undefined;
  readonly #onFailure: () => void;

  constructor(url: string, onFailure: () => void = () => undefined) {
    this.#onFailure = onFailure;
    const servers = serversOf(url);
    this.#servers = servers;
    this.#way = this.#open(servers[0] ?? url, false);
    this.#isInDoubt = this.hasOthers;
  }

  get hasOthers(): boolean {
    return this.#servers.length > 1;
  }

  /** The number of connections that are available without waiting. */
  get idleCount(): number {
    return this.#isInDoubt ? 0 : this.#way.pool.idleCount;
  }

  count(): { busy: number; idle: number; waiting: number } {
    const { totalCount, idleCount: idle, waitingCount: waiting } = this.#way.pool;
    return { busy: totalCount - idle, idle, waiting };
  }

  get options(): pg.PoolOptions {
    return this.#way.pool.options;
  }

  /** For display: the server if there are several, and whether there is a pooler. */
  get description(): string {
    const words = this.hasOthers ? [`on ${new URL(this.#way.server).host}`] : [];
    return [...words, ...(this.#isDirect ? [] : ["through a pooler"])].join(" ");
  }

  /** Call this after a failure: another server may accept the writes now. */
  doubt(): void {
    this.#onFailure();
    this.#isInDoubt = this.hasOthers;
  }

  async connect(): Promise<pg.PoolClient> {
    if (this.#isInDoubt) await this.#find();
    const { pool } = this.#way;
    try {
      return await pool.connect();
    } catch (error) {
      if (this.hasOthers || refusesOptions(error)) await this.#find();
      if (pool === this.#way.pool) throw error;
      return this.#way.pool.connect();
    }
  }

  end(): Promise<void> {
    return this.#way.pool.end();
  }

  #find(): Promise<void> {
    this.#finding ??= this.#findWriter().finally(() => (this.#finding = undefined));
    return this.#finding;
  }

  async #findWriter(): Promise<void> {
    const { client, server, isPlain } = await connectToWriter(this.#servers, wanted);
    void client.end().catch(() => undefined);
    this.#isInDoubt = false;
    const { pool, ...old } = this.#way;
    if (server === old.server && isPlain === old.isPlain) return;
    this.#way = this.#open(server, isPlain);
    void pool.end().catch(() => undefined);
  }

  #open(server: string, isPlain: boolean): ServerPool {
    const onConnect = async (client: pg.ClientBase) => {
      if (!isPlain || this.hasOthers) await examine(client, !this.hasOthers, timeoutMs);
      this.#isDirect = isDirect(client);
    };
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not know
    const pool = new pg.Pool({ ...clientConfig(server, wanted, isPlain), max: most, onConnect });
    // A broken connection leaves the pool, and its query fails. Without error listeners the process would end. The pool
    // needs one for idle connections. Each client needs one for the moments in which its transaction runs no query.
    pool.on("error", () => this.doubt());
    pool.on("connect", (client) => void client.on("error", () => undefined));
    return { server, isPlain, pool };
  }
}
