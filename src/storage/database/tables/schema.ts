import type { AccountTables } from "./account-tables.ts";
import type { BackupTables } from "./backup-tables.ts";
import type { BulkTables } from "./bulk-tables.ts";
import type { ClassTables } from "./class-tables.ts";
import type { LogTables } from "./log-tables.ts";
import type { ProofTables } from "./proof-tables.ts";
import type { RecordTables } from "./record-tables.ts";
import type { SiteTables } from "./site-tables.ts";

/** All tables except those of lookups, which SQLite stores in a separate file. */
export type Schema = AccountTables &
  BackupTables &
  BulkTables &
  ClassTables &
  LogTables &
  ProofTables &
  RecordTables &
  SiteTables;

export type LookupSchema = {
  lookup_batch: {
    seq: number;
    at: number;
    /** The lookups, packed. */
    entries: Uint8Array;
    /** The number of lookups that were lost while the database was unreachable. */
    lost: number;
    hash: Uint8Array;
  };

  lookup_end: {
    id: "last" | "removed";
    seq: number;
    hash: Uint8Array;
  };

  lookup_misses: {
    kind: "network" | "number" | "everyone";
    slot: number;
    key: Uint8Array;
    misses: number;
  };

  /** Used proofs and tickets, until they expire. */
  lookup_spent: {
    id: Uint8Array;
    until: number;
  };

  /** The counts of the lookups of a day. */
  lookup_day: {
    registry: string;
    /** By the server's clock, such as "2026-03-31". */
    day: string;
    web_hits: number;
    web_misses: number;
    api_hits: number;
    api_misses: number;
    /** A bit for each hour in which a wave of misses ran. */
    wave_hours: number;
  };

  /** How often a record was found on a day. */
  lookup_record_day: {
    day: string;
    record_seq: number;
    hits: number;
  };

  /** The processes that serve. A process that was silent for some seconds is dead. */
  process: {
    id: string;
    /** When the process began to write this row, by its own clock. */
    /** By the clock of the database. */
    seen_at: number;
  };

  /** Jobs that only one process runs at a time. */
  job_lease: {
    job: string;
    /** The process that runs the job now; "" for none. */
    process: string;
    /** By the clock of the database. */
    done_at: number;
  };
};
