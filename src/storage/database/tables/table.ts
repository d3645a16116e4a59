import type { Generated } from "kysely";
import { type Engine, inDialect } from "./dialect.ts";

/** A column as SQL stores it. `Value` is the type of its values in TypeScript. */
export type Column<Value> = {
  readonly type: string;
  readonly isNullable: boolean;
  /** The rest of the definition. `{column}` is the name. */
  readonly rest: string;
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
  /** Further lines of the definition: constraints, and columns that only SQL uses. */
  readonly lines?: Sql;
  /** The name of each index, and what follows `create index … on …`. */
  readonly indexes?: Readonly<Record<string, string>>;
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

/** The statements that make the tables. A table must come after those to which it refers. */
export const sqlOf = (engine: Engine, tables: Readonly<Record<string, Table>>): string =>
  Object.entries(tables)
    .map(([name, declared]) => inDialect(engine, tableSql(engine, name, declared)))
    .join("\n");

function tableSql(engine: Engine, name: string, { columns, key, ...more }: Table): string {
  const written = (sql: Sql = "") => (typeof sql === "string" ? sql : sql[engine]);
  const [only] = key.length === 1 ? key : [];
  const lines = [
    ...Object.entries(columns).map(([field, { type, isNullable, rest }]) =>
      [field, type, !isNullable && "not null", field === only && "primary key", rest.replaceAll("{column}", field)]
        .filter(Boolean)
        .join(" "),
    ),
    only === undefined && `primary key (${key.join(", ")})`,
    written(more.lines),
  ].filter(Boolean);
  return [
    written(more.before),
    `create table ${name} (\n  ${lines.join(",\n  ")}\n) ${more.withoutRowid ? "{rowsByKey}" : "{rows}"};`,
    ...Object.entries(more.indexes ?? {}).map(([index, on]) => `create index ${index} on ${name} ${on};`),
    written(more.after),
  ]
    .filter(Boolean)
    .join("\n");
}
