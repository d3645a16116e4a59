import type { MoveMark } from "./move-mark.ts";
import type { LookupSchema, Schema } from "./schema.ts";

/** Not the marks of moves: they say something of this one database. */
export type TableName = Exclude<keyof Schema, "move_mark"> | keyof LookupSchema;

type CopiedTable = {
  /** Orders the rows, alike on both engines. */
  key: readonly string[];
  /** Its rows end by themselves soon, and would let somebody in, or count or mail again, if they came back; or a job makes them anew. */
  leftOutOfBackups?: true;
};

const byId = { key: ["id"] } as const;
const bySeq = { key: ["seq"] } as const;

/** Every table, after those that its rows refer to. */
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
  // A card that was used since would work again.
  holder_link: { key: ["candidate_id"], leftOutOfBackups: true },
  holder: byId,
  // One that was ended since would work again.
  share_code: { ...byId, leftOutOfBackups: true },
  // Who was told since, or stopped it, would be mailed again.
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

/** SQLite stores these in a file of their own. */
export const isOfLookups = (table: TableName): boolean => Object.hasOwn(ofLookups, table);

/** Bytes travel as hexadecimal digits in capitals: databases write and read them faster than we do. */
export type Value = string | number | null;
export type Column = { name: string; isBytes: boolean };

/** Everything as it was at one moment, whatever is written meanwhile. SQLite's log of lookups has a moment of its own. */
export type Snapshot = AsyncDisposable & {
  readonly schemaVersion: number;
  /** None if this version of the schema lacks the table. Columns that the database makes itself are left out. */
  columns(table: TableName): Promise<Column[]>;
  /** In the order of the table's key, in batches. */
  rows(table: TableName, columns: readonly Column[]): AsyncIterable<Value[][]>;
};

/** A database of which nobody else changes a row until this ends. Readers go on. */
export type LockedDatabase = Snapshot & {
  readonly mark: MoveMark | null;
  /** From now on every change is refused, also to processes that run already. */
  markMoved(place: string): Promise<void>;
  /** Undoes it. */
  unmark(): Promise<void>;
};

/** A new database that nobody sees before it is complete. */
export type NewDatabase = Pick<Snapshot, "rows"> & {
  insert(table: TableName, columns: readonly Column[], rows: readonly Value[][]): Promise<void>;
};

/** What a new database is made of. */
export type Making = {
  schemaVersion: number;
  fill: (database: NewDatabase) => Promise<void>;
  /** Where it takes a site over: no server starts on it before `whenComplete`, called once all is on the disk, has ended. */
  takeOver?: { from: string; whenComplete: () => Promise<void> };
};

export const orderOf = (table: TableName): string => copiedTables[table].key.map((column) => `"${column}"`).join(", ");
export const listed = (columns: readonly Pick<Column, "name">[]): string => columns.map(quoted).join(", ");
export const quoted = ({ name }: Pick<Column, "name">): string => `"${name}"`;
