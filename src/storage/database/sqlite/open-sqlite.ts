import { existsSync } from "node:fs";
import { dirname, format, parse } from "node:path";
import type { SQLInputValue, StatementSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { StartRefused } from "#core/errors.ts";
import { moveMarkIn, readMoveMark, refuseMarked } from "../tables/move-mark.ts";
import type { Database, KeyedSelect, Keys, PreparedSelect } from "../database.ts";
import { inOrderOfKeys } from "../keyed-rows.ts";
import type { Migration, MigrationMode } from "../migrations/migration.ts";
import type { LookupSchema, Schema } from "../tables/schema.ts";
import { lockHolder } from "./lock-holder.ts";
import { asSqlValues, isBusy, isOutOfReach, timed, translated } from "./node-sqlite.ts";
import { makeFolder } from "../../make-folder.ts";
import { openSqliteSnapshot } from "./sqlite-snapshot.ts";
import { openSqliteFile, type SqliteFile } from "./sqlite-file.ts";

/** Older versions can lose committed rows when the write-ahead log is reset. */
const oldestVersion = "3.51.3";

/** Checks the full-text index: SQLite's own check does not compare it with its table. */
const checkNames = "insert into candidate_names (candidate_names, rank) values ('integrity-check', 1)";
const rebuildNames = "insert into candidate_names (candidate_names) values ('rebuild')";

/** Opens SQLite in two files: `attestry.db`, and `attestry-lookups.db` beside it. */
export async function openSqlite(
  file: string,
  mode: MigrationMode,
  migrations: readonly Migration[],
): Promise<Database> {
  refuseOldVersion();
  await makeFolder(dirname(file), "DATABASE_URL and DATA_DIR");
  await using opening = new AsyncDisposableStack();
  const options = { synchronous: "full", readCacheKb: 65_536, part: "sqlite", migrations, mode } as const;
  const records = opening.use(await openSqliteFile<Schema>(file, options).catch(explainBusy));
  if (mode !== "unchecked") refuseMarked(moveMarkIn(records.prepare(readMoveMark).get()));
  // After the records: a step that is noted here stops older programs, so the backup before it must have succeeded.
  const lookupsFile = lookupsFileOf(file);
  const lookups = opening.use(await openLookups(lookupsFile, mode, migrations));
  const snapshot = async () => translated(() => openSqliteSnapshot(file, lookupsFile));
  return { ...databaseOf(records, lookups, opening.move()), snapshot };
}

const heldByOther =
  "another process holds it. attestry doctor names a process that does not answer. A site that was started on a full disk holds it until it is started again.";

function explainBusy(cause: unknown): never {
  if (!isBusy(cause)) throw cause;
  throw new StartRefused(`The database cannot be opened: ${heldByOther}`, { cause });
}

export function lookupsFileOf(file: string): string {
  const { dir, name, ext } = parse(file);
  return format({ dir, name: `${name}-lookups`, ext });
}

/** Nothing is done before the steps of the lookups: the file of the records took them first. */
async function openLookups(
  file: string,
  mode: MigrationMode,
  migrations: readonly Migration[],
): Promise<SqliteFile<LookupSchema>> {
  const ownMode = typeof mode === "string" ? mode : { before: async () => undefined };
  if (mode === "refused" && !existsSync(file)) {
    throw new StartRefused(`The log of lookups, ${file}, is missing. Only attestry start begins a new one.`);
  }
  try {
    const options = { synchronous: "normal", readCacheKb: 8192, part: "sqliteLookups", migrations } as const;
    return await openSqliteFile<LookupSchema>(file, { ...options, mode: ownMode });
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const todo = isBusy(cause)
      ? heldByOther
      : isOutOfReach(cause)
        ? `check whether the disk is full and who may write to ${file}.`
        : `check ${file}. It contains no records. If you move it away, a new log is started.`;
    throw new StartRefused(`The log of lookups cannot be opened (${reason}): ${todo}`, { cause });
  }
}

function databaseOf(
  records: SqliteFile<Schema>,
  lookups: SqliteFile<LookupSchema>,
  opened: AsyncDisposableStack,
): Omit<Database, "snapshot"> {
  const prepared = new Map<PreparedSelect<unknown>, PreparedRows>();

  const rowsOf = (select: PreparedSelect<unknown>): PreparedRows =>
    prepared.getOrInsertComputed(select, () => {
      const text = select.build(records.read).compile().sql;
      return new PreparedRows(records.prepare(text), text);
    });

  async function find<Found>(select: PreparedSelect<Found>, values: readonly unknown[]): Promise<Found | undefined> {
    // Sessions, keys and settings are read as they are now.
    records.endSharedReads();
    return rowsOf(select).get(asSqlValues(values)) as Found | undefined;
  }

  async function findAll<Found>(select: PreparedSelect<Found>, values: readonly unknown[]): Promise<Found[]> {
    records.endSharedReads();
    return rowsOf(select).all(asSqlValues(values)) as Found[];
  }

  return {
    engine: "sqlite",
    read: records.read,
    find,
    findAll,
    findByKeys: <Found extends object>(select: KeyedSelect<Found>, keys: Keys) => {
      records.shareReads();
      return inOrderOfKeys(rowsOf(select.withKeys(keys)).having(keys) as Found[], select, keys);
    },
    lookups,
    write: (work) => records.write(work),
    savesNothing: () => records.saving.isRefused,
    async ping() {
      records.ping();
      lookups.ping();
    },
    async lockHolders() {
      const [ofRecords, ofLookups] = await Promise.all([lockHolder(records.file), lockHolder(lookups.file)]);
      const isSame = isDeepStrictEqual(ofRecords, ofLookups);
      return [ofRecords, isSame ? null : ofLookups].filter((holder) => holder !== null);
    },
    checkIntegrity: async () => {
      const damage = await records.maintain(checkNames);
      const ofNames = damage === null ? [] : [`the index of names does not fit the records: ${damage}`];
      return { problems: [...records.integrityProblems(), ...lookups.integrityProblems(), ...ofNames] };
    },
    rebuildIndexes: async () => {
      for (const damage of [await records.maintain(`reindex; ${rebuildNames}`), await lookups.maintain("reindex")]) {
        if (damage !== null) throw new Error(damage);
      }
    },
    forgetDeleted: () => records.emptyLog(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A statement. Node makes arrays faster than objects, and this makes the objects from them. */
class PreparedRows {
  readonly #statement: StatementSync;
  readonly #text: string;
  readonly #names: readonly string[];

  constructor(statement: StatementSync, text: string) {
    statement.setReturnArrays(true);
    this.#statement = statement;
    this.#text = text;
    this.#names = statement.columns().map(({ name }) => name);
  }

  get(values: readonly SQLInputValue[]): Record<string, unknown> | undefined {
    const found: unknown = timed(this.#text, () => this.#statement.get(...values));
    return Array.isArray(found) ? this.#rowOf(found) : undefined;
  }

  /** One key has one row at most, which is found faster alone. */
  having(keys: Keys): Record<string, unknown>[] {
    const given = keys.length === 1 ? (keys[0] ?? []) : keys.flat();
    if (given.length !== 1) return this.all(given);
    const found = this.get(given);
    return found ? [found] : [];
  }

  all(values: readonly SQLInputValue[]): Record<string, unknown>[] {
    const found: unknown[] = timed(this.#text, () => this.#statement.all(...values));
    return found.filter(Array.isArray).map((row) => this.#rowOf(row));
  }

  #rowOf(values: readonly unknown[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < values.length; at += 1) row[this.#names[at] ?? ""] = values[at];
    return row;
  }
}

function refuseOldVersion(): void {
  const found = process.versions["sqlite"] ?? "0";
  if (found.localeCompare(oldestVersion, "en", { numeric: true }) >= 0) return;
  throw new StartRefused(
    `This Node has SQLite ${found}, and Attestry needs ${oldestVersion} or newer. Use Node 26.10 or newer.`,
  );
}
