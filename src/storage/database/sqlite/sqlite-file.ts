import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Kysely, SqliteDialect } from "kysely";
import { retry } from "#core/backoff.ts";
import { codeOf, PortalError } from "#core/errors.ts";
import { openSemaphore } from "#core/semaphore.ts";
import { ownLikeFolder } from "../../durable-files.ts";
import type { Store, Writer } from "../database.ts";
import {
  earlierTable,
  type Migration,
  type MigrationMode,
  type NotedStep,
  readSteps,
  refuseEarlier,
  type SchemaPart,
  stateTable,
  takeSteps,
} from "../migrations/migration.ts";
import { refuseNewerStep } from "../migrations/newer-step.ts";
import { reportQuery } from "../query-times.ts";
import { Saving } from "../saving.ts";
import {
  asKyselyDatabase,
  isBusy,
  isDamage,
  lacksRoomToShare,
  timed,
  translated,
  translatedError,
} from "./node-sqlite.ts";

/** How long to wait for another process to release the file. */
const timeoutMs = 5000;

/** How long one try to open the file may block the event loop. */
const openingMs = 250;

/** How long a start waits for another start that saves and migrates the database. */
const migrationTimeoutMs = 30 * 60_000;

/** How long a deletion waits for readers. A job removes what is left then. */
const readersTimeoutMs = 1000;
const pauseMs = 20;

/** How long another process' write may stay unseen by reads that share a transaction. */
const sharedMs = 1;

type FileOptions = {
  /** `full`: a write survives a power failure. `normal`: it survives the process, but does not wait for the disk. */
  synchronous: "full" | "normal";
  /** The page cache of the reading connection. */
  readCacheKb: number;
  part: SchemaPart;
  migrations: readonly Migration[];
  mode: MigrationMode;
};

/** Opens a file with two connections: one for writes, one at a time, and one that reads committed data. */
export async function openSqliteFile<Tables>(file: string, options: FileOptions): Promise<SqliteFile<Tables>> {
  await makeFile(file);
  try {
    return await openAt<Tables>(file, file, options);
  } catch (error) {
    if (!lacksRoomToShare(error)) throw error;
    return await openAt<Tables>(file, aloneAt(file), options);
  }
}

/**
 * Processes share a file in the folder, for which a full disk has no room. Without it, one process can read, and it can
 * write once there is room. It keeps all other processes out until it ends.
 */
function aloneAt(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set("vfs", "unix-excl");
  return url;
}

async function openAt<Tables>(file: string, at: string | URL, options: FileOptions): Promise<SqliteFile<Tables>> {
  const writing = await retryWhileBusy(() => openWriting(at, options));
  try {
    if (options.mode !== "unchecked") await migrate(writing, options);
    const opened = new SqliteFile<Tables>(file, writing, openReading(at, options));
    opened.saving.isRefused = at !== file;
    return opened;
  } catch (error) {
    writing.close();
    throw error;
  }
}

/** Makes the file before SQLite does. SQLite gives the files beside it to the same owner. */
async function makeFile(file: string): Promise<void> {
  try {
    await using handle = await open(file, "wx", 0o600);
    await ownLikeFolder(file, handle);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

function openWriting(file: string | URL, { synchronous }: FileOptions): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: openingMs, enableForeignKeyConstraints: true });
  try {
    connection.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma secure_delete = on;`);
    // From here on retryWhileBusy waits, which does not block the event loop.
    connection.exec("pragma busy_timeout = 0; pragma cache_size = -8192;");
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function openReading(file: string | URL, { readCacheKb }: Pick<FileOptions, "readCacheKb">): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: timeoutMs, readOnly: true });
  connection.exec(`pragma cache_size = -${readCacheKb};`);
  return connection;
}

/** Runs all missing steps in one transaction. If several processes start at once, only one runs the steps. */
async function migrate(connection: DatabaseSync, { part, migrations, mode }: FileOptions): Promise<void> {
  const found = await retryWhileBusy(() => (hasTable(connection, "schema_step") ? stepNames(connection) : []));
  const isOutdated = found.length > 0 && migrations.some(({ name }) => !found.includes(name));
  // Nothing has to be written then, so a process that holds the lock does not keep others from reading.
  if (found.length > 0 && !isOutdated) {
    const noted = await retryWhileBusy(() => notedSteps(connection));
    return takeSteps({ part, noted, run: () => undefined }, "refused", migrations);
  }
  await retryWhileBusy(
    () => connection.exec("begin immediate"),
    newDeadline(isOutdated ? migrationTimeoutMs : undefined),
  );
  try {
    const noted = notedSteps(connection);
    await takeSteps({ part, noted, run: (statement) => connection.exec(statement) }, mode, migrations);
    connection.exec("commit");
  } catch (error) {
    if (connection.isTransaction) connection.exec("rollback");
    throw error;
  }
}

const hasTable = (connection: DatabaseSync, name: string): boolean =>
  connection.prepare("select 1 from sqlite_schema where name = ?").get(name) !== undefined;

export const stepNames = (connection: DatabaseSync): string[] =>
  connection
    .prepare(readSteps)
    .all()
    .map(({ name }) => String(name));

export function notedSteps(connection: DatabaseSync): NotedStep[] {
  refuseEarlier(hasTable(connection, earlierTable));
  connection.exec(stateTable);
  return connection
    .prepare(readSteps)
    .all()
    .map(({ name, checksum, additive }) => ({
      name: String(name),
      checksum: String(checksum),
      additive: Number(additive),
    }));
}

export class SqliteFile<Tables> implements Store<Tables>, AsyncDisposable {
  readonly engine = "sqlite";
  readonly read: Kysely<Tables>;
  readonly saving = new Saving();
  readonly file: string;
  readonly #writer: Kysely<Tables>;
  readonly #fileId: number;
  readonly #writing: DatabaseSync;
  readonly #reading: DatabaseSync;
  readonly #turns = openSemaphore(1);
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  #sharedSince = 0;

  constructor(file: string, writing: DatabaseSync, reading: DatabaseSync) {
    this.file = file;
    this.#fileId = statSync(file).ino;
    this.#writing = writing;
    this.#reading = reading;
    this.#begin = reading.prepare("begin");
    this.#commit = reading.prepare("commit");
    this.#writer = kyselyOver(writing);
    this.read = kyselyOver(reading);
  }

  write<Result>(work: (writer: Writer<Tables>) => Promise<Result>): Promise<Result> {
    return this.saving.note(this.#write(work));
  }

  async #write<Result>(work: (writer: Writer<Tables>) => Promise<Result>): Promise<Result> {
    // Counts from the call, not from its turn: no call waits longer for another process than the first call.
    const deadline = newDeadline();
    using _turn = await this.#turns.take();
    await this.#beginWrite(deadline);
    try {
      await refuseNewerStep("sqlite", this.#writer);
      const result = await work(this.#writer);
      // Before the commit, which copies the log back into the file as far as no reader needs it.
      this.endSharedReads();
      timed("commit", () => this.#writing.exec("commit"));
      return result;
    } catch (error) {
      // Some failures, such as a full disk, roll back automatically.
      if (this.#writing.isTransaction) this.#writing.exec("rollback");
      throw error;
    }
  }

  async #beginWrite(deadline: number): Promise<void> {
    const start = performance.now();
    try {
      await retryWhileBusy(() => this.#writing.exec("begin immediate"), deadline);
    } catch (error) {
      translated(() => {
        throw error;
      });
    } finally {
      reportQuery("sqlite", "begin immediate", start);
    }
  }

  /**
   * Lets the reads of this turn of the event loop share a transaction, for at most a millisecond: to begin and end a
   * transaction takes longer than to find a row. A write of this process ends it, so that reads see what was written.
   */
  shareReads(): void {
    const now = performance.now();
    if (this.#reading.isTransaction && now - this.#sharedSince < sharedMs) return;
    this.endSharedReads();
    timed("begin", () => this.#begin.run());
    this.#sharedSince = now;
    setImmediate(() => this.endSharedReads());
  }

  endSharedReads(): void {
    if (this.#reading.isOpen && this.#reading.isTransaction) this.#commit.run();
  }

  /** Prepares a statement that reads committed data. */
  prepare(sql: string): StatementSync {
    return this.#reading.prepare(sql);
  }

  /** Reads through a connection that has read nothing before: another one would not notice what the disk refuses. */
  ping(): void {
    translated(() => {
      using connection = openReading(this.file, { readCacheKb: 100 });
      connection.prepare("select 1 from schema_step").get();
    });
    // A file that was moved away would still accept writes, which would be lost.
    const found = statSync(this.file, { throwIfNoEntry: false });
    if (found?.ino !== this.#fileId) throw new PortalError("unavailable", { away: "database" });
  }

  /**
   * Returns the problems that SQLite's own checks find in the file. They have a connection of their own: a full-text table
   * that a connection has read before would be compared with what that connection remembers.
   */
  integrityProblems(): string[] {
    const found: string[] = [];
    using connection = openReading(this.file, { readCacheKb: 8192 });
    try {
      for (const row of connection.prepare("pragma integrity_check").iterate()) {
        found.push(String(row["integrity_check"]));
      }
      for (const { table, parent } of connection.prepare("pragma foreign_key_check").iterate())
        found.push(`a row of ${String(table)} refers to a row of ${String(parent)} that is missing`);
    } catch (error) {
      // Some damage ends the check itself.
      if (!isDamage(error)) throw error;
      found.push(error.message);
    }
    return found.filter((problem) => problem !== "ok");
  }

  /** Runs statements that change no rows. Returns the damage that they find, or null. */
  async maintain(statements: string): Promise<string | null> {
    try {
      await this.write(async () => this.#writing.exec(statements));
      return null;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return error.message;
    }
  }

  /** Removes deleted data from the write-ahead log, unless a reader still needs it. */
  async emptyLog(): Promise<void> {
    const deadline = performance.now() + readersTimeoutMs;
    while (!(await this.#isLogEmptied()) && performance.now() < deadline) await delay(pauseMs);
  }

  async #isLogEmptied(): Promise<boolean> {
    using _turn = await this.#turns.take();
    this.endSharedReads();
    try {
      return this.#writing.prepare("pragma wal_checkpoint(truncate)").get()?.["busy"] === 0;
    } catch (error) {
      if (isBusy(error)) return false;
      throw translatedError(error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    using _turn = await this.#turns.take();
    this.#reading.close();
    this.#writing.close();
  }
}

const kyselyOver = <Tables>(connection: DatabaseSync) =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKyselyDatabase(connection) }) });

const newDeadline = (waitMs = timeoutMs) => performance.now() + waitMs;

/** Retries until the deadline: another process usually holds the lock only for milliseconds. */
const retryWhileBusy = <Result>(attempt: () => Result, deadline = newDeadline()): Promise<Result> =>
  retry(attempt, { pauseMs: 1, maxPauseMs: 50, deadline, isTemporary: isBusy });
