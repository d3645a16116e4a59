import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { makeBriefAgain, misfits } from "../tables/brief-records.ts";
import type { Snapshot } from "../tables/copied-tables.ts";
import type {
  Database,
  Integrity,
  KeyedSelect,
  Keys,
  LockHolder,
  LookupStore,
  PreparedSelect,
  Store,
  Writer,
} from "../database.ts";
import type { Migration, MigrationMode } from "../migrations/migration.ts";
import { refuseNewerStep } from "../migrations/newer-step.ts";
import { Saving } from "../saving.ts";
import type { LookupSchema, Schema } from "../tables/schema.ts";
import { type Connections, openConnections } from "./connections.ts";
import { lockHolders } from "./lock-holders.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { openPostgresSnapshot, withLongConnection } from "./postgres-snapshot.ts";
import { PreparedReads } from "./prepared-reads.ts";
import { queryInTime, sqlState, translated, translatingPool } from "./translate.ts";

const attempts = 5;

export async function openPostgres(
  url: string,
  mode: MigrationMode,
  migrations: readonly Migration[],
): Promise<Database> {
  if (mode !== "unchecked") await translated(() => migratePostgres(url, mode, migrations));
  return new PostgresDatabase(url);
}

class PostgresStore<Tables> implements Store<Tables> {
  readonly engine = "postgres";
  readonly read: Kysely<Tables>;
  readonly saving = new Saving();
  readonly #waitsForDisk: boolean;

  constructor(connections: Connections, { waitsForDisk }: { waitsForDisk: boolean }) {
    this.read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: translatingPool(connections) }) });
    this.#waitsForDisk = waitsForDisk;
  }

  write<Result>(work: (writer: Writer<Tables>) => Promise<Result>): Promise<Result> {
    return this.saving.note(this.#write(work));
  }

  async #write<Result>(work: (writer: Writer<Tables>) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await translated(() =>
          this.read.transaction().execute(async (writer) => {
            if (!this.#waitsForDisk) await sql`set local synchronous_commit = off`.execute(writer);
            await refuseNewerStep("postgres", writer);
            return work(writer);
          }),
        );
      } catch (error) {
        if (attempt === attempts || !isConflict(error)) throw error;
      }
    }
  }
}

class PostgresDatabase extends PostgresStore<Schema> implements Database {
  readonly lookups: LookupStore;
  readonly #connections: Connections;
  readonly #url: string;
  readonly #reads: PreparedReads;

  constructor(url: string) {
    const connections = openConnections(url);
    super(connections, { waitsForDisk: true });
    this.lookups = new PostgresStore<LookupSchema>(connections, { waitsForDisk: false });
    this.#connections = connections;
    this.#url = url;
    const query = (config: pg.QueryConfig) => translated(() => queryInTime(connections, config));
    this.#reads = new PreparedReads(this.read, query);
  }

  async find<Row>(select: PreparedSelect<Row>, values: readonly unknown[]): Promise<Row | undefined> {
    const [row] = await this.findAll(select, values);
    return row;
  }

  findAll<Row>(select: PreparedSelect<Row>, values: readonly unknown[]): Promise<Row[]> {
    return this.#reads.findAll(select, values);
  }

  findByKeys<Row extends object>(select: KeyedSelect<Row>, keys: Keys): Promise<Row[]> {
    return this.#reads.findByKeys(select, keys);
  }

  connections(): { busy: number; idle: number; waiting: number } {
    const { totalCount, idleCount: idle, waitingCount: waiting } = this.#connections.pool;
    return { busy: totalCount - idle, idle, waiting };
  }

  savesNothing(): boolean {
    return this.saving.isRefused;
  }

  async ping(): Promise<void> {
    await translated(() => queryInTime(this.#connections, { text: "select 1 from settings" }));
  }

  lockHolders(): Promise<LockHolder[]> {
    return lockHolders(this.read);
  }

  checkIntegrity(): Promise<Integrity> {
    return translated(() => checkIndexes(this.#url));
  }

  snapshot(): Promise<Snapshot> {
    return translated(() => openPostgresSnapshot(this.#url));
  }

  rebuildIndexes(): Promise<void> {
    return translated(() => rebuildIndexes(this.#url));
  }

  /** Nothing to do: vacuum removes dead rows, and their content is sealed. */
  async forgetDeleted(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {
    // Kysely ends the pool only if Kysely has used it.
    await this.#connections.pool.end();
  }
}

/** True if a retry helps: serialization failure, deadlock, or a unique key that another process took first. */
const isConflict = (error: unknown) => ["40001", "40P01", "23505"].includes(sqlState(error));

const ourIndexes = `select i.indexrelid::regclass::text as name from pg_index i
  join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relnamespace = current_schema()::regnamespace`;

const damaged = ["XX001", "XX002"];

/** Why PostgreSQL did not check, by SQLSTATE: the user has no right to it, or the function does not exist. */
const reasonsUnchecked: Readonly<Record<string, string>> = {
  "42501": "the user of DATABASE_URL may not call amcheck's bt_index_check",
  "42883": "PostgreSQL's extension amcheck is not installed",
};

/** Checks the indexes against the tables, if PostgreSQL's extension amcheck is installed. */
const checkIndexes = (url: string): Promise<Integrity> =>
  withLongConnection(url, async (client) => {
    const problems: string[] = [];
    if ((await client.query(`${misfits} limit 1`)).rows.length > 0)
      problems.push("the narrow table of lists does not fit the records");
    for (const { name } of (await client.query<{ name: string }>(ourIndexes)).rows) {
      const failure = await failureOf(client.query("select bt_index_check($1::regclass, true)", [name]));
      const unchecked = reasonsUnchecked[failure];
      if (unchecked !== undefined) return { problems, unchecked };
      if (failure !== "") problems.push(`index ${name}: ${failure}`);
    }
    return { problems };
  });

const ourTables = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace`;

/** Builds new indexes beside the old ones. Queries use each old index until the new one is finished. */
const rebuildIndexes = (url: string): Promise<void> =>
  withLongConnection(url, async (client) => {
    await client.query(makeBriefAgain);
    for (const { name } of (await client.query<{ name: string }>(ourTables)).rows) {
      await client.query(`reindex table concurrently ${name}`);
    }
  });

/** Returns the SQLSTATE of damage or of a check that could not run, or "". */
async function failureOf(check: Promise<unknown>): Promise<string> {
  try {
    await check;
    return "";
  } catch (error) {
    const state = sqlState(error);
    if (damaged.includes(state) || state in reasonsUnchecked) return state;
    throw error;
  }
}
