import type { MoveMark } from "./move-mark.ts";
import type { LookupSchema, Schema } from "./schema.ts";

/** Without the move marks: they describe only this one database. */
export type TableName = Exclude<keyof Schema, "move_mark"> | keyof LookupSchema;

type CopiedTable = {
  /** Orders the rows in the same way on both engines. */
  key: readonly string[];
  /**
   * Set if the rows expire soon, and restored rows would let somebody in, or count or mail something again. Also set if
   * a job makes the rows again.
   */
  leftOutOfBackups?: true;
};

const byId = { key: ["id"] } as const;
const bySeq = { key: ["seq"] } as const;

/** Every table, listed after the tables to which its rows refer. */
const tables = {
  person: byId,
  staff: { key: ["person_id"] },
  session: { ...byId, leftOutOfBackups: true },
  sign_in_method: byId,
  totp: byId,
  passkey: byId,
  verification: { ...byId, leftOutOfBackups: true },
  mailed_link: { key: ["token_hash"], leftOutOfBackups: true },
  invitation: { ...byId, leftOutOfBackups: true },
  setup_link: { ...byId, leftOutOfBackups: true },
  api_key: { ...byId, leftOutOfBackups: true },
  alert: { ...byId, leftOutOfBackups: true },
  alert_choice: { key: ["person_id"] },
  alert_mark: { ...byId, leftOutOfBackups: true },
  candidate: bySeq,
  record_count: { key: ["registry", "public_state"], leftOutOfBackups: true },
  record_last_day: { key: ["record_seq", "day"] },
  record_comment: bySeq,
  retention_notice: { key: ["record_seq"], leftOutOfBackups: true },
  retention_hold: { key: ["record_seq"] },
  // A restored card would work again even if it was used after the backup.
  holder_link: { key: ["candidate_id"], leftOutOfBackups: true },
  holder: byId,
  // A restored code would work again even if it was ended after the backup.
  share_code: { ...byId, leftOutOfBackups: true },
  // People who were told after the backup, or stopped the mails, would be mailed again.
  watch: { ...byId, leftOutOfBackups: true },
  watch_stop: { key: ["mailbox_index"] },
  holder_look: { key: ["holder_id", "day"] },
  image: byId,
  record_view: byId,
  record_columns: { key: ["person_id"] },
  form_draft: byId,
  form_draft_image: { key: ["image_id", "draft_id"] },
  post: bySeq,
  class: bySeq,
  class_selection: { key: ["person_id", "class_id"] },
  enrolment: bySeq,
  payment: bySeq,
  receipt_end: { key: ["registry"] },
  settings: byId,
  audit_event: bySeq,
  audit_head: byId,
  log_tree: byId,
  log_checkpoint: { key: ["tree_id"] },
  log_leaf: { key: ["tree_id", "position"] },
  log_tile: { key: ["tree_id", "level", "place"], leftOutOfBackups: true },
  audit_check: { ...byId, leftOutOfBackups: true },
  report: bySeq,
  holder_report: { key: ["report_id"] },
  letter: { ...byId, leftOutOfBackups: true },
  webhook: byId,
  webhook_delivery: { ...byId, leftOutOfBackups: true },
  limit_counter: { key: ["key"], leftOutOfBackups: true },
  idempotency: { key: ["key_index"], leftOutOfBackups: true },
  erasure: bySeq,
  backup_run: { ...byId, leftOutOfBackups: true },
  bulk_run: { ...byId, leftOutOfBackups: true },
  bulk_item: { key: ["run_id", "seq"], leftOutOfBackups: true },
  import_file: { ...byId, leftOutOfBackups: true },
  import_part: { key: ["import_id", "part"], leftOutOfBackups: true },
  import_upload: { key: ["import_id", "seq"], leftOutOfBackups: true },
  import_column: { key: ["registry", "head"] },
  signing_key: byId,
  status_list: byId,
  open_status_list: { key: ["registry"], leftOutOfBackups: true },
  statement: bySeq,
  statement_sweep: { key: ["registry"], leftOutOfBackups: true },
  lookup_batch: bySeq,
  lookup_end: byId,
  lookup_misses: { key: ["kind", "slot", "key"], leftOutOfBackups: true },
  lookup_spent: { ...byId, leftOutOfBackups: true },
  lookup_day: { key: ["registry", "day"] },
  lookup_record_day: { key: ["day", "record_seq"] },
  process: { ...byId, leftOutOfBackups: true },
  job_lease: { key: ["job"], leftOutOfBackups: true },
} as const satisfies Record<TableName, CopiedTable>;

export const copiedTables: Readonly<Record<TableName, CopiedTable>> = tables;
export const everyTable = Object.keys(tables) as TableName[];
export const backedUpTables = everyTable.filter((name) => !copiedTables[name].leftOutOfBackups);

const ofLookups = {
  lookup_batch: true,
  lookup_end: true,
  lookup_misses: true,
  lookup_spent: true,
  lookup_day: true,
  lookup_record_day: true,
  process: true,
  job_lease: true,
} as const satisfies Record<keyof LookupSchema, true>;

/** True for the tables that SQLite stores in the separate file of lookups. */
export const isOfLookups = (table: TableName): boolean => Object.hasOwn(ofLookups, table);

/** Bytes are passed as upper-case hexadecimal digits: databases convert them faster than JavaScript does. */
export type Value = string | number | null;
export type Column = { name: string; isBytes: boolean };

/** All rows as of one moment; writes after that moment are not seen. SQLite's file of lookups has its own moment. */
export type Snapshot = AsyncDisposable & {
  readonly schemaVersion: number;
  /** Empty if this version of the schema lacks the table. Generated columns are left out. */
  columns(table: TableName): Promise<Column[]>;
  /** In the order of the table's key, in batches. */
  rows(table: TableName, columns: readonly Column[]): AsyncIterable<Value[][]>;
};

/** A database in which no other process can change a row until this is disposed. Reads still work. */
export type LockedDatabase = Snapshot & {
  readonly mark: MoveMark | null;
  /** From now on every change is refused, also in processes that are already running. */
  markMoved(place: string): Promise<void>;
  /** Undoes `markMoved`. */
  unmark(): Promise<void>;
};

/** A new database that other processes do not see before it is complete. */
export type NewDatabase = Pick<Snapshot, "rows"> & {
  insert(table: TableName, columns: readonly Column[], rows: readonly Value[][]): Promise<void>;
};

/** How a new database is made. */
export type NewDatabaseOptions = {
  schemaVersion: number;
  fill: (database: NewDatabase) => Promise<void>;
  /** Set if it takes over a site. `whenComplete` runs when all is on the disk; no server starts before it ends. */
  takeOver?: { from: string; whenComplete: () => Promise<void> };
};

export const orderOf = (table: TableName): string => copiedTables[table].key.map((column) => `"${column}"`).join(", ");
export const listed = (columns: readonly Pick<Column, "name">[]): string => columns.map(quoted).join(", ");
export const quoted = ({ name }: Pick<Column, "name">): string => `"${name}"`;
