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
    /** The mail server, sealed under the same key; null if none was set. */
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

  /** The last check of the audit chain. `ended_at` is null while the check runs. */
  audit_check: {
    id: string;
    asked_by: string;
    begun_at: number;
    ended_at: number | null;
    process: string;
    checked: number;
    /** The number of events when the check began. */
    events: number;
    /** The first event that is changed, missing or out of place. */
    broken_at: number | null;
  };

  /** Moves away from this database. By the mark of the documents, a process sees that they moved after it started. */
  move_mark: {
    subject: "records" | "documents";
    /** `unfinished`: the records are on their way to this database. */
    state: "moved" | "unfinished";
    /** The other place, without credentials. */
    place: string;
    at: number;
  };

  report: {
    /** Orders reports that arrived in the same millisecond. */
    seq: Generated<number>;
    id: string;
    /** The reference that was shown to the person. */
    reference: string;
    registry: string;
    received_at: number;
    /** Null while the report waits for staff. */
    closed_at: number | null;
    closed_by: string | null;
    key_set: string;
    wrapped_key: Uint8Array;
    sealed: Uint8Array;
  };

  post: {
    /** Orders posts that were added in the same millisecond. */
    seq: Generated<number>;
    id: string;
    registry: string;
    title: string;
    text: string;
    /** Both empty if the post is in one language. */
    bangla_title: string;
    bangla_text: string;
    /** The two images of the post, as JSON. */
    images: string;
    added_at: number;
    added_by: string;
    changed_at: number;
    changed_by: string;
    version: number;
    key_set: string;
    wrapped_key: Uint8Array;
    /** The words of the post, folded and separated by spaces. */
    search_words: string;
  };

  letter: {
    id: string;
    posted_at: number;
    /** From this time on the mail is no longer sent. */
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
    /** When a message was given up; null once the program accepts a message again. */
    failing_since: number | null;
    key_set: string;
    wrapped_key: Uint8Array;
    /** The address and the secrets of the webhook. */
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
    /** Null once the message is delivered or given up. */
    next_try_at: number | null;
    delivered_at: number | null;
    /** The result of the last try: a status, or a `DeliveryFailure`. */
    outcome: string;
  };

  limit_counter: {
    key: string;
    tries: number;
    ends_at: number;
  };

  idempotency: {
    /** A keyed hash of the actor and their idempotency key. */
    key_index: Uint8Array;
    /** A keyed hash of the body. */
    body_index: Uint8Array;
    /** The process that works on the request, a colon, and a unique name. Another one takes over if it is dead. */
    claim: string;
    claimed_at: number;
    /** Null until the request is answered. */
    answer: string | null;
  };
};
