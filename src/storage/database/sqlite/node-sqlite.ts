import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { PortalError } from "#core/errors.ts";
import type { SqliteDatabase, SqliteStatement } from "kysely";
import { reportQuery } from "../query-times.ts";
import { movedError } from "../tables/move-mark.ts";

/** Adapts `node:sqlite` to the interface that Kysely's SQLite driver expects. Statements are prepared once. */
export function asKyselyDatabase(connection: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare(text) {
      const known = prepared.get(text);
      if (known) return known;
      const statement = asKyselyStatement(connection.prepare(text), text);
      if (prepared.size < 300) prepared.set(text, statement);
      return statement;
    },
  };
}

function asKyselyStatement(statement: StatementSync, text: string): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => timed(text, () => statement.all(...asSqlValues(values))),
    run: (values) => timed(text, () => statement.run(...asSqlValues(values))),
    iterate: (values) => statement.iterate(...asSqlValues(values)) as IterableIterator<unknown>,
  };
}

/** Refuses values that node:sqlite misreads: a first value that is an object as named parameters, undefined as NULL. */
export function asSqlValues(values: readonly unknown[]): SQLInputValue[] {
  return values.map((value) => {
    if (isSqlValue(value)) return value;
    throw new TypeError(`${typeof value} cannot be stored in SQLite`);
  });
}

const isSqlValue = (value: unknown): value is SQLInputValue =>
  value === null ||
  typeof value === "string" ||
  typeof value === "number" ||
  typeof value === "bigint" ||
  value instanceof Uint8Array;

/** BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB: the database cannot be reached. Other codes are bugs. */
const unreachable = new Set([5, 8, 10, 11, 13, 14, 26]);

/** IOERR_SHMSIZE: no room for the file that processes share. */
const noSharedFile = 4874;

/** READONLY, IOERR_WRITE, FULL. */
const ofWrites = new Set([8, 778, 13, noSharedFile]);

export const translatedError = (cause: unknown): unknown =>
  unreachable.has(sqliteCode(cause) ?? 0)
    ? new PortalError("unavailable", { cause, savesNothing: ofWrites.has(extendedCode(cause) ?? 0), away: "database" })
    : ((isRefusedByTrigger(cause) ? movedError(cause) : null) ?? cause);

export function translated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw translatedError(cause);
  }
}

export function timed<Result>(text: string, run: () => Result): Result {
  const start = performance.now();
  try {
    return translated(run);
  } finally {
    reportQuery("sqlite", text, start);
  }
}

/** Only a database whose records were moved away has triggers that refuse changes. */
const isRefusedByTrigger = (error: unknown) => extendedCode(error) === 1811;

export const lacksRoomToShare = (error: unknown): boolean => extendedCode(error) === noSharedFile;

export const isBusy = (error: unknown): boolean => sqliteCode(error) === 5;

export const isDamage = (error: unknown): error is Error => sqliteCode(error) === 11;

/** True if the file itself may be intact, but another process, the disk or its permissions block access. */
export const isOutOfReach = (error: unknown): boolean => [5, 8, 10, 13, 14].includes(sqliteCode(error) ?? 0);

/** SQLite's primary result code, or undefined for errors of another origin. */
function sqliteCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
}

const extendedCode = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : undefined;
