import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { type CompiledQuery, Kysely, SqliteDialect } from "kysely";
import { PortalError, StartRefused } from "#core/errors.ts";
import type { Database, PreparedSelect, Survives, Writer } from "../database.ts";
import type { Schema } from "../schema.ts";
import { asKyselyDatabase, asSqlValues, isBusy, translated } from "./node-sqlite.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import { Turns } from "./turns.ts";

/** Older ones can lose committed rows when the write-ahead log is reset. */
const oldestVersion = [3, 51, 3] as const;
const patienceMs = 5000;

/** SQLite in one file: one connection that writes, in turns, and one that reads what is committed. */
export async function openSqlite(file: string): Promise<Database> {
  refuseOldVersion();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const writing = await retryWhileBusy(() => openWriting(file));
  try {
    await migrateSqlite(writing, retryWhileBusy);
    return new SqliteStore(file, writing, openReading(file));
  } catch (error) {
    writing.close();
    throw error;
  }
}

function openWriting(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: patienceMs, enableForeignKeyConstraints: true });
  connection.exec("pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;");
  // From here on waiting is done by retryWhileBusy, which does not hold up the whole process.
  connection.exec("pragma busy_timeout = 0; pragma cache_size = -8192;");
  return connection;
}

function openReading(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: patienceMs, readOnly: true });
  connection.exec("pragma cache_size = -65536;");
  return connection;
}

class SqliteStore implements Database {
  readonly engine = "sqlite";
  readonly read: Kysely<Schema>;
  readonly #writer: Kysely<Schema>;
  readonly #file: string;
  readonly #fileId: number;
  readonly #writing: DatabaseSync;
  readonly #reading: DatabaseSync;
  readonly #turns = new Turns();
  readonly #prepared = new Map<PreparedSelect<unknown>, (values: readonly unknown[]) => unknown>();

  constructor(file: string, writing: DatabaseSync, reading: DatabaseSync) {
    this.#file = file;
    this.#fileId = statSync(file).ino;
    this.#writing = writing;
    this.#reading = reading;
    this.#writer = kyselyOver(writing);
    this.read = kyselyOver(reading);
  }

  write<Result>(work: (writer: Writer) => Promise<Result>, survives: Survives = "disk"): Promise<Result> {
    // From its arrival, not from its turn: of several that wait for another process none waits longer than the first.
    const giveUpAt = endOfPatience();
    return this.#turns.take(async () => {
      if (survives === "disk") return this.#transaction(work, giveUpAt);
      this.#writing.exec("pragma synchronous = normal");
      try {
        return await this.#transaction(work, giveUpAt);
      } finally {
        this.#writing.exec("pragma synchronous = full");
      }
    });
  }

  async #transaction<Result>(work: (writer: Writer) => Promise<Result>, giveUpAt: number): Promise<Result> {
    await this.#begin(giveUpAt);
    try {
      const result = await work(this.#writer);
      translated(() => this.#writing.exec("commit"));
      return result;
    } catch (error) {
      // Some failures, a full disk among them, have rolled back already.
      if (this.#writing.isTransaction) this.#writing.exec("rollback");
      throw error;
    }
  }

  async #begin(giveUpAt: number): Promise<void> {
    try {
      await retryWhileBusy(() => this.#writing.exec("begin immediate"), giveUpAt);
    } catch (error) {
      translated(() => {
        throw error;
      });
    }
  }

  async find<Row>(select: PreparedSelect<Row>, values: readonly unknown[]): Promise<Row | undefined> {
    const known = this.#prepared.get(select) ?? this.#prepare(select);
    return translated(() => known(values) as Row | undefined);
  }

  #prepare<Row>(select: PreparedSelect<Row>): (values: readonly unknown[]) => unknown {
    const { sql }: CompiledQuery<Row> = select.build(this.read).compile();
    const statement = this.#reading.prepare(sql);
    const run = (values: readonly unknown[]) => statement.get(...asSqlValues(values));
    this.#prepared.set(select, run);
    return run;
  }

  async ping(): Promise<void> {
    translated(() => this.#reading.prepare("select 1 from settings").get());
    // A file that was moved away goes on taking writes that nobody will find.
    const found = statSync(this.#file, { throwIfNoEntry: false });
    if (found?.ino !== this.#fileId) throw new PortalError("unavailable");
  }

  async forgetDeleted(): Promise<void> {
    await this.#turns.take(async () => {
      await retryWhileBusy(() => this.#writing.prepare("pragma wal_checkpoint(truncate)").get());
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#turns.take(async () => {
      this.#reading.close();
      this.#writing.close();
    });
  }
}

const kyselyOver = (connection: DatabaseSync) =>
  new Kysely<Schema>({ dialect: new SqliteDialect({ database: asKyselyDatabase(connection) }) });

const endOfPatience = () => performance.now() + patienceMs;

/** Another process holds the lock for milliseconds as a rule; ask again until patience ends. */
async function retryWhileBusy<Result>(attempt: () => Result, giveUpAt = endOfPatience()): Promise<Result> {
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
    }
    await delay(pause);
  }
}

function refuseOldVersion(): void {
  const found = process.versions["sqlite"] ?? "0";
  const parts = found.split(".").map(Number);
  const firstDifference = oldestVersion.findIndex((part, index) => part !== parts[index]);
  if (firstDifference === -1 || Number(parts[firstDifference]) > Number(oldestVersion[firstDifference])) return;
  throw new StartRefused(
    `This Node carries SQLite ${found}; Attestry needs ${oldestVersion.join(".")} or newer: use Node 26.10 or newer.`,
  );
}
