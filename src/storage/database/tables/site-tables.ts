import type { Generated } from "kysely";
import type { AuditAction, AuditSubject } from "#core/audit/audit-event.ts";

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

type ReportTable = {
  /** Orders what came in the same millisecond. */
  seq: Generated<number>;
  id: string;
  /** The reference that the person was given. */
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

type MailTable = {
  id: string;
  posted_at: number;
  /** From then on it is not sent any more. */
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

type IdempotencyTable = {
  /** A keyed hash of the actor and their key. */
  key_index: Uint8Array;
  /** A keyed hash of the body. */
  body_index: Uint8Array;
  /** Names the process that works on it; another one takes over when that takes too long. */
  claim: string;
  claimed_at: number;
  /** Null until it is answered. */
  answer: string | null;
};

export type SiteTables = {
  settings: SettingsTable;
  audit_event: AuditEventTable;
  audit_head: AuditHeadTable;
  report: ReportTable;
  post: PostTable;
  letter: MailTable;
  limit_counter: LimitCounterTable;
  idempotency: IdempotencyTable;
};
