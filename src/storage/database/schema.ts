import type { Generated } from "kysely";
import type { AuditAction, AuditSubject } from "#core/audit/audit-event.ts";
import type { Approval } from "#core/records/candidate-record.ts";
import type { AccountTables } from "./account-tables.ts";
import type { ClassTables } from "./class-tables.ts";
import type { Flag } from "./flag.ts";

type RecordTable = {
  /** Orders rows that are equal otherwise, and joins the name index. */
  seq: Generated<number>;
  id: string;
  registry: string;
  name: string;
  name_folded: string;
  nationality: string;
  approval: Approval;
  hidden: Flag;
  added_by: string;
  added_at: number;
  changed_at: number;
  approved_at: number | null;
  approved_by: string | null;
  version: number;
  /** Which key set made the two indexes and wrapped the key. */
  key_set: string;
  passport_index: Uint8Array;
  ircc_index: Uint8Array;
  wrapped_key: Uint8Array;
  sealed: Uint8Array;
};

type SettingsTable = {
  id: "settings";
  version: number;
  changed_at: number;
  body: string;
  key_set: string;
  wrapped_key: Uint8Array;
};

type AuditEventTable = {
  seq: number;
  at: number;
  actor: string;
  action: AuditAction;
  subject: AuditSubject;
  subject_id: string;
  changed_fields: string;
  sealed_details: Uint8Array;
  hash: Uint8Array;
};

type AuditHeadTable = {
  id: "head";
  seq: number;
  hash: Uint8Array;
};

type ImageTable = {
  id: string;
  state: "arriving" | "waiting" | "kept" | "leaving";
  /** The record that keeps it. */
  candidate_id: string | null;
  /** The post that keeps it. */
  post_id: Generated<string | null>;
  uploaded_by: string;
  uploaded_at: number;
  /** A sheet is shown whole, a portrait cropped to the face. */
  published_for: "paper" | "portrait";
  page_count: number;
  /** Which key set wrapped the key; null once it is wrapped under the record's key. */
  key_set: string | null;
  /** Null once it is leaving: its blobs open no more, even before they are removed. */
  wrapped_key: Uint8Array | null;
  sealed: Uint8Array | null;
};

type IdempotencyTable = {
  /** Stands for who asked and the key that they gave. */
  key_index: Uint8Array;
  /** Stands for what they sent. */
  body_index: Uint8Array;
  /** Whoever works on it; another one when that took too long. */
  claim: string;
  claimed_at: number;
  /** Null while it is worked on. */
  answer: string | null;
};

type LookupBatchTable = {
  seq: number;
  at: number;
  /** The lookups, packed. */
  entries: Uint8Array;
  /** How many more there were than could be kept while the database was out of reach. */
  lost: number;
  hash: Uint8Array;
};

type LookupEndTable = {
  id: "last" | "removed";
  seq: number;
  hash: Uint8Array;
};

type LookupMissesTable = {
  kind: "network" | "number" | "everyone";
  slot: number;
  key: Uint8Array;
  misses: number;
};

/** Proofs and tickets that were used, for as long as they would still be good. */
type LookupSpentTable = {
  id: Uint8Array;
  until: number;
};

type ReportTable = {
  /** Orders what came in the same millisecond. */
  seq: Generated<number>;
  id: string;
  /** What the person was given to name it by. */
  reference: string;
  registry: string;
  received_at: number;
  /** Null while it waits for staff. */
  closed_at: number | null;
  closed_by: string | null;
  key_set: string;
  wrapped_key: Uint8Array;
  sealed: Uint8Array;
};

type PostTable = {
  /** Orders what came in the same millisecond. */
  seq: Generated<number>;
  id: string;
  registry: string;
  title: string;
  text: string;
  /** The two pages that are shown, as JSON. */
  images: string;
  added_at: number;
  added_by: string;
  changed_at: number;
  changed_by: string;
  version: number;
  key_set: string;
  wrapped_key: Uint8Array;
  /** Its words, folded, with spaces between them. */
  search_words: string;
};

type FormDraftTable = {
  id: string;
  person_id: string;
  /** Which form it was typed into. */
  form: string;
  /** Which opened page saved it last, and how often it was saved. */
  opening: string;
  version: number;
  saved_at: number;
  /** These are null once it is done with. */
  key_set: string | null;
  wrapped_key: Uint8Array | null;
  sealed: Uint8Array | null;
};

/** An upload that waits for as long as the draft does. */
type FormDraftImageTable = {
  image_id: string;
  draft_id: string;
};

type MailTable = {
  id: string;
  posted_at: number;
  /** From then on it is not worth sending any more. */
  useless_at: number;
  tries: number;
  next_try_at: number;
  /** Which key set wrapped the key. */
  key_set: string;
  wrapped_key: Uint8Array;
  sealed: Uint8Array;
};

type LimitCounterTable = {
  key: string;
  tries: number;
  ends_at: number;
};

export type Schema = AccountTables &
  ClassTables & {
    candidate: RecordTable;
    settings: SettingsTable;
    audit_event: AuditEventTable;
    audit_head: AuditHeadTable;
    image: ImageTable;
    idempotency: IdempotencyTable;
    report: ReportTable;
    post: PostTable;
    form_draft: FormDraftTable;
    form_draft_image: FormDraftImageTable;
    letter: MailTable;
    limit_counter: LimitCounterTable;
  };

export type LookupSchema = {
  lookup_batch: LookupBatchTable;
  lookup_end: LookupEndTable;
  lookup_misses: LookupMissesTable;
  lookup_spent: LookupSpentTable;
};
