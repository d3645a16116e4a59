import { mkdirSync } from "node:fs";
import { dirname, format, parse } from "node:path";
import { StartRefused } from "#core/errors.ts";
import type { Database, KeyedSelect, PreparedSelect, Reader, Writer } from "../database.ts";
import { lookupMigrations, migrations } from "../migrations/steps.ts";
import type { LookupSchema, Schema } from "../tables/schema.ts";
import { asSqlValues, translated } from "./node-sqlite.ts";
import { openSqliteFile, type SqliteFile } from "./sqlite-file.ts";

/** Older versions can lose committed rows when the write-ahead log is reset. */
const oldestVersion = [3, 51, 3] as const;

/** SQLite in two files: `attestry.db`, and `attestry-lookups.db` beside it. */
export async function openSqlite(file: string): Promise<Database> {
  refuseOldVersion();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await using opening = new AsyncDisposableStack();
  const lookups = opening.use(await openLookups(besides(file, "lookups")));
  const records = opening.use(
    await openSqliteFile<Schema>(file, { synchronous: "full", readCacheKb: 65_536, migrations }),
  );
  return new SqliteDatabase(records, lookups, opening.move());
}

async function openLookups(file: string): Promise<SqliteFile<LookupSchema>> {
  try {
    return await openSqliteFile<LookupSchema>(file, {
      synchronous: "normal",
      readCacheKb: 8192,
      migrations: lookupMigrations,
    });
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartRefused(
      `The log of lookups cannot be opened (${reason}): check ${file}. No records are in it; if it is moved away, the log begins anew.`,
      { cause },
    );
  }
}

function besides(file: string, what: string): string {
  const { dir, name, ext } = parse(file);
  return format({ dir, name: `${name}-${what}`, ext });
}

class SqliteDatabase implements Database {
  readonly engine = "sqlite";
  readonly read: Reader;
  readonly lookups: SqliteFile<LookupSchema>;
  readonly #records: SqliteFile<Schema>;
  readonly #opened: AsyncDisposableStack;
  readonly #prepared = new Map<PreparedSelect<unknown>, (values: readonly unknown[]) => unknown>();

  constructor(records: SqliteFile<Schema>, lookups: SqliteFile<LookupSchema>, opened: AsyncDisposableStack) {
    this.read = records.read;
    this.lookups = lookups;
    this.#records = records;
    this.#opened = opened;
  }

  write<Result>(work: (writer: Writer) => Promise<Result>): Promise<Result> {
    return this.#records.write(work);
  }

  async find<Row>(select: PreparedSelect<Row>, values: readonly unknown[]): Promise<Row | undefined> {
    const known = this.#prepared.get(select) ?? this.#prepare(select);
    return translated(() => known(values) as Row | undefined);
  }

  findByKey<Row>({ one }: KeyedSelect<Row>, key: Uint8Array): Promise<Row | undefined> {
    return this.find(one, [key]);
  }

  #prepare<Row>(select: PreparedSelect<Row>): (values: readonly unknown[]) => unknown {
    const statement = this.#records.prepare(select.build(this.read).compile().sql);
    const run = (values: readonly unknown[]) => statement.get(...asSqlValues(values));
    this.#prepared.set(select, run);
    return run;
  }

  async ping(): Promise<void> {
    this.#records.ping();
    this.lookups.ping();
  }

  async forgetDeleted(): Promise<void> {
    await this.#records.emptyLog();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
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
