import type { Engine } from "../database.ts";

/** The text that replaces `{code}`, `{big}` and so on in the tables, for each engine. */
const dialects: Record<Engine, Readonly<Record<string, string>>> = {
  sqlite: {
    code: "text",
    text: "text",
    bytes: "blob",
    flag: "integer",
    count: "integer",
    big: "integer",
    sequence: "integer primary key autoincrement",
    rows: "strict",
    rowsByKey: "strict, without rowid",
    emptyHash: "zeroblob(32)",
  },
  postgres: {
    /** Compared byte by byte: ids, states, folded names. */
    code: 'text collate "C"',
    /** Text that people wrote. */
    text: "text",
    bytes: "bytea",
    flag: "smallint",
    count: "integer",
    /** Times in milliseconds, amounts, and numbers that may grow large. */
    big: "bigint",
    sequence: "bigint generated always as identity primary key",
    rows: "",
    rowsByKey: "",
    emptyHash: "decode(repeat('00', 32), 'hex')",
  },
};

export const inDialect = (engine: Engine, text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const written = dialects[engine][word];
    if (written === undefined) throw new TypeError(`no dialect has a word for ${word}`);
    return written;
  });
