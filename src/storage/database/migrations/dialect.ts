/** How each engine writes what both mean. */
export type Dialect = {
  engine: "sqlite" | "postgres";
  /** Text that is compared byte by byte: ids, states, folded names. */
  code: string;
  /** Text that people wrote. */
  text: string;
  bytes: string;
  /** 0 or 1. */
  flag: string;
  /** A number that stays small. */
  count: string;
  /** A time in milliseconds, an amount, a number that may grow large. */
  big: string;
  /** A primary key that the database counts up. */
  sequence: string;
  /** What stands after the bracket of a table, and of one that is stored in the order of its primary key. */
  table: string;
  keyedTable: string;
  emptyHash: string;
};

export const sqlite: Dialect = {
  engine: "sqlite",
  code: "text",
  text: "text",
  bytes: "blob",
  flag: "integer",
  count: "integer",
  big: "integer",
  sequence: "integer primary key autoincrement",
  table: "strict",
  keyedTable: "strict, without rowid",
  emptyHash: "zeroblob(32)",
};

export const postgres: Dialect = {
  engine: "postgres",
  code: 'text collate "C"',
  text: "text",
  bytes: "bytea",
  flag: "smallint",
  count: "integer",
  big: "bigint",
  sequence: "bigint generated always as identity primary key",
  table: "",
  keyedTable: "",
  emptyHash: "decode(repeat('00', 32), 'hex')",
};
