import { auditActions, auditSubjects } from "#core/audit/audit-event.ts";
import { urgentKinds } from "#core/reports/report.ts";
import { endedEvent, testEvent, webhookEvents } from "#core/settings/webhooks.ts";
import { addedBy, big, bytes, code, codeOf, count, oneOf, orNull, sequence, table, text } from "./table.ts";

export const siteTables = {
  settings: table({
    key: ["id"],
    columns: {
      id: oneOf("settings"),
      version: count(),
      changed_at: big(),
      key_set: code(),
      wrapped_key: bytes(),
      /** As JSON, for this version. */
      sealed: bytes(),
      /** The mail server, sealed under the same key; null if none was set. */
      sealed_mail_server: orNull(bytes()),
      /** The OpenID providers, sealed under the same key; null if none was set. */
      sealed_sign_in: orNull(bytes()),
    },
  }),

  /**
   * The audit chain. The index by time is for queries without an actor or an action. Its condition always holds. It
   * keeps the planners from walking along this index past a million events of other actors.
   */
  audit_event: table({
    key: ["seq"],
    columns: {
      seq: big(),
      at: big(),
      actor: code(),
      action: codeOf(Object.values(auditActions).flat()),
      subject: codeOf(auditSubjects),
      subject_id: code(),
      changed_fields: text(),
      sealed_details: bytes(),
      hash: bytes(),
    },
    indexes: {
      audit_event_by_subject: "(subject, subject_id, seq)",
      audit_event_by_time: "(at, seq) where seq > 0",
      audit_event_by_actor: "(actor, at, seq)",
      audit_event_by_action: "(action, at, seq)",
      audit_event_by_actor_action: "(actor, action, at, seq)",
    },
  }),

  audit_head: table({
    key: ["id"],
    columns: {
      id: oneOf("head"),
      seq: big(),
      hash: bytes(),
    },
    after: "insert into audit_head values ('head', 0, {emptyHash});",
  }),

  /** The last check of the audit chain. `ended_at` is null while the check runs. */
  audit_check: table({
    key: ["id"],
    leftOutOfBackups: true,
    columns: {
      id: code(),
      asked_by: code(),
      begun_at: big(),
      ended_at: orNull(big()),
      process: code(),
      checked: big(),
      /** The number of events when the check began. */
      events: big(),
      /** The first event that is changed, missing or out of place. */
      broken_at: orNull(big()),
    },
  }),

  report: table({
    key: ["seq"],
    columns: {
      /** Orders reports that arrived in the same millisecond. */
      seq: sequence(),
      id: code("unique"),
      /** The reference that was shown to the person. */
      reference: code("unique"),
      registry: code(),
      received_at: big(),
      /** Why it comes before the others; empty if it does not. */
      urgent_kind: addedBy("1.2", codeOf(["", ...urgentKinds]), "''"),
      /** Null while the report waits for staff. */
      closed_at: orNull(big()),
      closed_by: orNull(code()),
      key_set: code(),
      wrapped_key: bytes(),
      sealed: bytes(),
    },
    indexes: {
      report_open: "(registry, received_at, seq) where closed_at is null",
      report_urgent: {
        addedBy: "1.2",
        on: "(registry, received_at, seq) where closed_at is null and urgent_kind <> ''",
      },
      report_closed: "(registry, closed_at, seq) where closed_at is not null",
      report_by_key_set: "(key_set)",
    },
  }),

  /** Numbers that stand on false papers. Rows are added and deleted, never changed. */
  false_number: table({
    addedBy: "1.2",
    key: ["seq"],
    columns: {
      seq: sequence(),
      id: code("unique"),
      registry: code(),
      marked_at: big(),
      ends_at: big(),
      key_set: code(),
      wrapped_key: bytes(),
      /** The number, the reason, and who marked it. */
      sealed: bytes(),
    },
    indexes: { false_number_by_end: "(ends_at)", false_number_by_key_set: "(key_set)" },
  }),

  mail: table({
    key: ["id"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      id: code(),
      queued_at: big(),
      /** From this time on the mail is no longer sent. */
      useful_until: big(),
      tries: count(),
      next_try_at: big(),
      key_set: code(),
      wrapped_key: bytes(),
      sealed: bytes(),
    },
    indexes: { mail_by_next_try: "(next_try_at)", mail_by_tries: "(tries)" },
  }),

  /** Programs that are told what happens to records, and programs of organisations. */
  webhook: table({
    key: ["id"],
    columns: {
      id: code(),
      /** The organisation whose answers this program is told of; null for one that is told of records. */
      organisation_id: orNull(code("unique references organisation (id) on delete cascade")),
      made_at: big(),
      /** When a message was given up; null once the program accepts a message again. */
      failing_since: orNull(big()),
      key_set: code(),
      wrapped_key: bytes(),
      /** The address and the secrets of the webhook. They belong to the organisation. */
      sealed: bytes(),
    },
    indexes: { webhook_by_key_set: "(key_set)" },
  }),

  webhook_delivery: table({
    key: ["id"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      id: code(),
      webhook_id: code("references webhook (id) on delete cascade"),
      event: codeOf([...Object.values(webhookEvents), testEvent, endedEvent]),
      subject_id: code(),
      /** What else the message says, under the key of the webhook. */
      sealed: orNull(bytes()),
      happened_at: big(),
      tries: count(),
      /** Null once the message is delivered or given up. */
      next_try_at: orNull(big()),
      delivered_at: orNull(big()),
      /** The result of the last try: a status, or a `DeliveryFailure`. */
      outcome: code(),
    },
    indexes: {
      webhook_delivery_due: "(webhook_id, next_try_at) where next_try_at is not null",
      webhook_delivery_by_time: "(webhook_id, happened_at)",
    },
  }),

  limit_counter: table({
    key: ["key"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      /** A keyed hash. */
      key: code(),
      tries: count(),
      ends_at: big(),
    },
    indexes: { limit_counter_by_end: "(ends_at)" },
  }),

  /** Requests that may be repeated. */
  idempotency: table({
    key: ["key_index"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      /** A keyed hash of the actor and their idempotency key. */
      key_index: bytes(),
      /** A keyed hash of the body. */
      body_index: bytes(),
      /** The process that works on the request, a colon, and a unique name. Another one takes over if it is dead. */
      claim: code(),
      claimed_at: big(),
      /** Null until the request is answered. */
      answer: orNull(code()),
    },
    indexes: { idempotency_by_time: "(claimed_at)" },
  }),
};
