import type { Generated } from "kysely";
import { type Engine, inDialect } from "./dialect.ts";

/** A column as SQL stores it. `Value` is the type of its values in TypeScript. */
export type Column<Value> = {
  readonly type: string;
  readonly isNullable: boolean;
  /** The rest of the definition. `{column}` is the name. */
  readonly rest: string;
  /** The migration step that adds the column to a table that was there before. */
  readonly addedBy?: string;
  /** Only for the compiler. It is never set. */
  readonly of?: (value: Value) => void;
};

const column = (type: string, rest: string) => ({ type: `{${type}}`, isNullable: false, rest });

/** Text that is compared byte by byte: ids, states, folded names. */
export const code = (rest = ""): Column<string> => column("code", rest);

/** A code that is one of these, without a check in SQL: a new version may add more. */
export const codeOf = <const Value extends string>(_values: readonly Value[]): Column<Value> => column("code", "");

/** A code that is one of these. SQL checks it. */
export const oneOf = <const Value extends string>(...values: readonly Value[]): Column<Value> =>
  column("code", `check ({column} in (${values.map((value) => `'${value}'`).join(", ")}))`);

/** Text that people wrote, or JSON. */
export const text = (rest = ""): Column<string> => column("text", rest);

export const bytes = (rest = ""): Column<Uint8Array> => column("bytes", rest);

export const flag = (): Column<0 | 1> => column("flag", "check ({column} in (0, 1))");

export const count = (rest = ""): Column<number> => column("count", rest);

/** Times in milliseconds, amounts, and numbers that may grow large. */
export const big = (rest = ""): Column<number> => column("big", rest);

/** Numbers the rows in the order in which they are inserted. It must be the key of its table. */
export const sequence = (): Column<Generated<number>> => column("big", "{counted}");

export const orNull = <Value>({ type, rest }: Column<Value>): Column<Value | null> => ({
  type,
  isNullable: true,
  rest,
});

/**
 * A column that the step adds to a table that was there before. `existing` is SQL: the value in the rows that are there, and
 * in those that a program inserts that does not know the column.
 */
export const addedBy = <Value>(
  step: string,
  { rest, ...declared }: Column<Value>,
  existing: string,
): Column<Value> => ({
  ...declared,
  rest: `default ${existing} ${rest}`.trimEnd(),
  addedBy: step,
});

/**
 * A keyed hash of the row, without the columns that `notBound` names: bound-rows.ts. A row that was changed past the program
 * opens nothing. Null in rows that version 1.0 wrote, until the first start after it.
 */
export const rowHash = addedBy("1.1", orNull(bytes()), "null");

type Sql = string | Readonly<Record<Engine, string>>;

type Columns = Readonly<Record<string, Column<never>>>;

/** Everything about one table. Its row type, its SQL and its place in copies are derived from this. */
export type Table<Declared extends Columns = Columns> = {
  readonly columns: Declared;
  /** The primary key. Copies have the rows in its order, which is the same on both engines. */
  readonly key: readonly string[];
  /** SQLite stores the rows in the order of the key. For rows that are short, or read in that order. */
  readonly withoutRowid?: true;
  /**
   * Set if the rows expire soon, and restored rows would let somebody in, or count or mail something again. Also set if
   * a job makes the rows again.
   */
  readonly leftOutOfBackups?: true;
  /** Set if the rows describe only this one database. */
  readonly neverCopied?: true;
  /** The columns that the keyed hash of a row leaves out: bound-rows.ts. */
  readonly notBound?: readonly string[];
  /** The migration step that makes the table. Not set for those of 1.0. */
  readonly addedBy?: string;
  /** Further lines of the definition: constraints, and columns that only SQL uses. */
  readonly lines?: Sql;
  /** The name of each index, and what follows `create index … on …`. */
  readonly indexes?: Readonly<Record<string, string | { addedBy: string; on: string }>>;
  /** SQL before and after the table. */
  readonly before?: Sql;
  readonly after?: Sql;
};

export const table = <Declared extends Columns>(
  declared: Table<Declared> & { key: readonly (keyof Declared)[] },
): Table<Declared> => declared;

type Tables = Readonly<Record<string, Pick<Table, "columns">>>;

/** The rows of each table, as Kysely knows them. */
export type RowsOf<Declared extends Tables> = {
  [Name in keyof Declared]: {
    [Field in keyof Declared[Name]["columns"]]: Declared[Name]["columns"][Field] extends Column<infer Value>
      ? Value
      : never;
  };
};

/** The first step. It makes what is not marked with a later one. */
export const firstStep = "1.0";

/**
 * The statements by which the step makes and changes tables, as these are declared. A table must come after those to which
 * it refers.
 */
export const sqlOf = (engine: Engine, tables: Readonly<Record<string, Table>>, step: string): string =>
  Object.entries(tables)
    .map(([name, declared]) =>
      (declared.addedBy ?? firstStep) === step ? tableSql(engine, name, declared) : additions(name, declared, step),
    )
    .filter(Boolean)
    .map((sql) => inDialect(engine, sql))
    .join("\n");

function tableSql(engine: Engine, name: string, { columns, key, indexes = {}, ...more }: Table): string {
  const written = (sql: Sql = "") => (typeof sql === "string" ? sql : sql[engine]);
  const [only] = key.length === 1 ? key : [];
  const lines = [
    ...Object.entries(columns)
      .filter(([, { addedBy: step }]) => step === undefined)
      .map(([field, declared]) => columnSql(field, declared, field === only)),
    only === undefined && `primary key (${key.join(", ")})`,
    written(more.lines),
  ].filter(Boolean);
  return [
    written(more.before),
    `create table ${name} (\n  ${lines.join(",\n  ")}\n) ${more.withoutRowid ? "{rowsByKey}" : "{rows}"};`,
    ...Object.entries(indexes).map(([index, on]) => typeof on === "string" && indexSql(index, name, on)),
    written(more.after),
  ]
    .filter(Boolean)
    .join("\n");
}

/** What the step adds to a table that was there before. */
function additions(name: string, { columns, indexes = {} }: Table, step: string): string {
  const added = Object.entries(columns).filter(([, declared]) => declared.addedBy === step);
  const indexed = Object.entries(indexes).map(
    ([index, on]) => typeof on !== "string" && on.addedBy === step && indexSql(index, name, on.on),
  );
  return [
    ...added.map(([field, declared]) => `alter table ${name} add column ${columnSql(field, declared)};`),
    ...indexed.filter(Boolean),
  ].join("\n");
}

const columnSql = (field: string, { type, isNullable, rest }: Column<never>, isKey = false): string =>
  [field, type, !isNullable && "not null", isKey && "primary key", rest.replaceAll("{column}", field)]
    .filter(Boolean)
    .join(" ");

const indexSql = (index: string, of: string, on: string): string => `create index ${index} on ${of} ${on};`;
