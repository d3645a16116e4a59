/** Version 15: a post may be written in Bangla as well. */
export const postsInBangla = `
  alter table post add column bangla_title {text} not null default '';
  alter table post add column bangla_text {text} not null default '';`;

/** The mail server that an admin set, sealed under the settings' key. */
export const mailServerColumn = "alter table settings add column sealed_mail_server {bytes} default null;";

/**
 * The audit log is read by time, by actor and by action. The index by time is for queries without an actor or an
 * action. Its condition always holds. It keeps the planners from walking along this index past a million events of
 * other actors. `audit_check` has the progress or the result of the last check of the chain.
 */
export const auditPage = `
  create index audit_event_by_time on audit_event (at, seq) where seq > 0;
  create index audit_event_by_actor on audit_event (actor, at, seq);
  create index audit_event_by_action on audit_event (action, at, seq);
  create index audit_event_by_actor_action on audit_event (actor, action, at, seq);
  create table audit_check (
    id {code} primary key,
    asked_by {code} not null,
    begun_at {big} not null,
    ended_at {big},
    process {code} not null,
    checked {big} not null,
    events {big} not null,
    broken_at {big}
  ) {rows};`;

/** Programs that are told what happens to records, and the messages to each of them. */
export const webhookTables = `
  create table webhook (
    id {code} primary key,
    made_at {big} not null,
    failing_since {big},
    key_set {code} not null,
    wrapped_key {bytes} not null,
    sealed {bytes} not null
  ) {rows};
  create index webhook_by_key_set on webhook (key_set);
  create table webhook_delivery (
    id {code} primary key,
    webhook_id {code} not null references webhook (id) on delete cascade,
    event {code} not null,
    subject_id {code} not null,
    happened_at {big} not null,
    tries {count} not null,
    next_try_at {big},
    delivered_at {big},
    outcome {code} not null
  ) {rowsByKey};
  create index webhook_delivery_due on webhook_delivery (webhook_id, next_try_at) where next_try_at is not null;
  create index webhook_delivery_by_time on webhook_delivery (webhook_id, happened_at);`;
