import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import { PortalError } from "#core/errors.ts";
import type { Store, Writer } from "../database.ts";
import type { Migrations } from "../migrations/migration.ts";
import { asKyselyDatabase, isBusy, translated } from "./node-sqlite.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import { endOfPatience, patienceMs, retryWhileBusy } from "./retry-while-busy.ts";
import { Turns } from "./turns.ts";

/** How long whoever deleted waits for those who read. What is left then, a job removes. */
const readersPatienceMs = 1000;
const pauseMs = 20;

type FileWishes = {
  /** `full`: what is written outlives the machine. `normal`: it outlives the process, and waits for no disk. */
  synchronous: "full" | "normal";
  /** The most that the reading connection keeps of it in memory. */
  readCacheKb: number;
  migrations: Migrations;
};

/** One file: a connection that writes, in turns, and one that reads what is committed. */
export async function openSqliteFile<Tables>(file: string, wishes: FileWishes): Promise<SqliteFile<Tables>> {
  const writing = await retryWhileBusy(() => openWriting(file, wishes));
  try {
    await migrateSqlite(writing, wishes.migrations);
    return new SqliteFile<Tables>(file, writing, openReading(file, wishes));
  } catch (error) {
    writing.close();
    throw error;
  }
}

function openWriting(file: string, { synchronous }: FileWishes): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: patienceMs, enableForeignKeyConstraints: true });
  connection.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma secure_delete = on;`);
  // From here on waiting is done by retryWhileBusy, which does not hold up the whole process.
  connection.exec("pragma busy_timeout = 0; pragma cache_size = -8192;");
  return connection;
}

function openReading(file: string, { readCacheKb }: FileWishes): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: patienceMs, readOnly: true });
  connection.exec(`pragma cache_size = -${readCacheKb};`);
  return connection;
}

export class SqliteFile<Tables> implements Store<Tables>, AsyncDisposable {
  readonly engine = "sqlite";
  readonly read: Kysely<Tables>;
  readonly #writer: Kysely<Tables>;
  readonly #file: string;
  readonly #fileId: number;
  readonly #writing: DatabaseSync;
  readonly #reading: DatabaseSync;
  readonly #turns = new Turns();

  constructor(file: string, writing: DatabaseSync, reading: DatabaseSync) {
    this.#file = file;
    this.#fileId = statSync(file).ino;
    this.#writing = writing;
    this.#reading = reading;
    this.#writer = kyselyOver(writing);
    this.read = kyselyOver(reading);
  }

  write<Result>(work: (writer: Writer<Tables>) => Promise<Result>): Promise<Result> {
    // From its arrival, not from its turn: of several that wait for another process none waits longer than the first.
    const giveUpAt = endOfPatience();
    return this.#turns.take(() => this.#transaction(work, giveUpAt));
  }

  async #transaction<Result>(work: (writer: Writer<Tables>) => Promise<Result>, giveUpAt: number): Promise<Result> {
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

  /** Of what is committed. */
  prepare(sql: string): StatementSync {
    return this.#reading.prepare(sql);
  }

  ping(): void {
    translated(() => this.#reading.prepare("select 1 from schema_version").get());
    // A file that was moved away goes on taking writes that nobody will find.
    const found = statSync(this.#file, { throwIfNoEntry: false });
    if (found?.ino !== this.#fileId) throw new PortalError("unavailable");
  }

  /** Removes what deleting left behind in the write-ahead log, unless somebody goes on reading there. */
  async emptyLog(): Promise<void> {
    const giveUpAt = performance.now() + readersPatienceMs;
    while (!(await this.#turns.take(async () => this.#isLogEmptied())) && performance.now() < giveUpAt) {
      await delay(pauseMs);
    }
  }

  #isLogEmptied(): boolean {
    try {
      return this.#writing.prepare("pragma wal_checkpoint(truncate)").get()?.["busy"] === 0;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#turns.take(async () => {
      this.#reading.close();
      this.#writing.close();
    });
  }
}

const kyselyOver = <Tables>(connection: DatabaseSync) =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKyselyDatabase(connection) }) });
