import type { Generated } from "kysely";
import type { AuditAction, AuditSubject } from "#core/audit/audit-event.ts";
import type { WebhookEvent } from "#core/settings/webhooks.ts";

export type SiteTables = {
  settings: {
    id: "settings";
    version: number;
    changed_at: number;
    body: string;
    key_set: string;
    wrapped_key: Uint8Array;
    /** Under the same key; null where none was set. */
    sealed_mail_server: Uint8Array | null;
  };

  audit_event: {
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

  audit_head: {
    id: "head";
    seq: number;
    hash: Uint8Array;
  };

  /** The last check of the chain. Null in `ended_at` while it goes on. */
  audit_check: {
    id: string;
    asked_by: string;
    begun_at: number;
    ended_at: number | null;
    /** Which process checks. */
    process: string;
    checked: number;
    /** How many there were when it began. */
    events: number;
    /** The first event that is changed, missing or out of place. */
    broken_at: number | null;
  };

  /** Moves away from this database; those of documents tell processes apart that began before and after. */
  move_mark: {
    subject: "records" | "documents";
    /** `unfinished`: the records are on their way to this database. */
    state: "moved" | "unfinished";
    /** The other place, without what signs in there. */
    place: string;
    at: number;
  };

  report: {
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

  post: {
    /** Orders what came in the same millisecond. */
    seq: Generated<number>;
    id: string;
    registry: string;
    title: string;
    text: string;
    /** Both empty where the post is in one language. */
    bangla_title: string;
    bangla_text: string;
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

  letter: {
    id: string;
    posted_at: number;
    /** From then on it is not sent any more. */
    useless_at: number;
    tries: number;
    next_try_at: number;
    key_set: string;
    wrapped_key: Uint8Array;
    sealed: Uint8Array;
  };

  webhook: {
    id: string;
    made_at: number;
    /** When a message was given up; null once one is taken again. */
    failing_since: number | null;
    key_set: string;
    wrapped_key: Uint8Array;
    /** Its address and secrets. */
    sealed: Uint8Array;
  };

  webhook_delivery: {
    /** The id of the message. */
    id: string;
    webhook_id: string;
    event: WebhookEvent;
    subject_id: string;
    happened_at: number;
    tries: number;
    /** Null once it is delivered or given up. */
    next_try_at: number | null;
    delivered_at: number | null;
    /** What came of the last try: a status, or a `DeliveryFailure`. */
    outcome: string;
  };

  limit_counter: {
    key: string;
    tries: number;
    ends_at: number;
  };

  idempotency: {
    /** A keyed hash of the actor and their key. */
    key_index: Uint8Array;
    /** A keyed hash of the body. */
    body_index: Uint8Array;
    /** The process that works on it, a colon, and a name of its own; another process takes over when that one is dead. */
    claim: string;
    claimed_at: number;
    /** Null until it is answered. */
    answer: string | null;
  };
};
