import type { AccountTables } from "./account-tables.ts";
import type { BackupTables } from "./backup-tables.ts";
import type { BulkTables } from "./bulk-tables.ts";
import type { ClassTables } from "./class-tables.ts";
import type { LogTables } from "./log-tables.ts";
import type { ProofTables } from "./proof-tables.ts";
import type { RecordTables } from "./record-tables.ts";
import type { SiteTables } from "./site-tables.ts";

/** All tables but those of lookups, which SQLite stores in a file of their own. */
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
    /** How many lookups were lost while the database was unreachable. */
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

  /** What the lookups of a day came to. */
  lookup_day: {
    registry: string;
    /** On the server's clock: "2026-03-31". */
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

  /** Who serves. Those that were silent for some seconds are dead. */
  process: {
    id: string;
    /** When it began to write this row, by a clock of its own. */
    beat: number;
    /** By the clock of the database. */
    seen_at: number;
  };

  /** Jobs that one of all processes runs. */
  job_lease: {
    job: string;
    /** Who runs it now; empty for nobody. */
    process: string;
    /** By the clock of the database. */
    done_at: number;
  };
};
