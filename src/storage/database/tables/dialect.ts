export type Engine = "sqlite" | "postgres";

/** The words of SQL that differ between the engines: what replaces `{code}`, `{big}` and so on. */
const dialects: Record<Engine, Readonly<Record<string, string>>> = {
  sqlite: {
    code: "text",
    text: "text",
    bytes: "blob",
    flag: "integer",
    count: "integer",
    big: "integer",
    counted: "autoincrement",
    rows: "strict",
    rowsByKey: "strict, without rowid",
    emptyHash: "zeroblob(32)",
  },
  postgres: {
    code: 'text collate "C"',
    text: "text",
    bytes: "bytea",
    flag: "smallint",
    count: "integer",
    big: "bigint",
    counted: "generated always as identity",
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
