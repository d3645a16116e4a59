import { big, bytes, code, count, oneOf, table } from "./table.ts";

/** The data that lookups write, in a separate file on SQLite. Numbers and networks are keyed hashes. */
export const lookupTables = {
  /** The log: each row has the lookups of a fraction of a second, and the hash of all batches before. */
  lookup_batch: table({
    key: ["seq"],
    columns: {
      seq: big(),
      at: big(),
      entries: bytes(),
      /** The number of lookups that were lost while the database was unreachable. */
      lost: big(),
      hash: bytes(),
    },
  }),

  /** The last batch, and the last batch that was removed for its age. */
  lookup_end: table({
    key: ["id"],
    columns: {
      id: oneOf("last", "removed"),
      seq: big(),
      hash: bytes(),
    },
    after: "insert into lookup_end values ('last', 0, {emptyHash}), ('removed', 0, {emptyHash});",
  }),

  /** The counts of all processes together. */
  lookup_misses: table({
    key: ["kind", "slot", "key"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      kind: oneOf("network", "number", "everyone"),
      slot: big(),
      key: bytes(),
      misses: big(),
    },
  }),

  /** Used proofs and tickets, until they expire. */
  lookup_spent: table({
    key: ["id"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      id: bytes(),
      until: big(),
    },
    indexes: { lookup_spent_by_time: "(until)" },
  }),

  lookup_day: table({
    key: ["registry", "day"],
    withoutRowid: true,
    columns: {
      registry: code(),
      /** The office's day, such as "2026-03-31". */
      day: code(),
      web_hits: big(),
      web_misses: big(),
      api_hits: big(),
      api_misses: big(),
      /** A bit for each hour in which a wave of misses ran. */
      wave_hours: count(),
    },
  }),

  /**
   * How often a record was found on a day. The key begins with the day, so rows that are written now are adjacent, and
   * so are rows that are deleted for their age. `record_seq` is short. So a random hit changes one page, and there are
   * few pages.
   */
  lookup_record_day: table({
    key: ["day", "record_seq"],
    withoutRowid: true,
    columns: {
      day: code(),
      record_seq: big(),
      hits: big(),
    },
  }),

  /** The processes that serve. A process that was silent for some seconds is dead. */
  process: table({
    key: ["id"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      id: code(),
      /** By the clock of the database. */
      seen_at: big(),
    },
  }),

  /** Jobs that only one process runs at a time. */
  job_lease: table({
    key: ["job"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      job: code(),
      /** The process that runs the job now; "" for none. */
      process: code(),
      /** By the clock of the database. */
      done_at: big(),
    },
  }),
};
