/**
 * Settings, the audit chain, reports of visitors, mails that wait to be sent, rate limits, and requests that may be
 * repeated. Each report and each mail is sealed under its own key. The keys of counters and of repeated requests are
 * keyed hashes.
 */
export const siteTables = `
  create table settings (
    id text primary key check (id = 'settings'),
    version {count} not null,
    changed_at {big} not null,
    body text not null,
    key_set text not null,
    wrapped_key {bytes} not null
  ) {rows};

  create table audit_event (
    seq {big} primary key,
    at {big} not null,
    actor {code} not null,
    action {code} not null,
    subject {code} not null,
    subject_id {code} not null,
    changed_fields text not null,
    sealed_details {bytes} not null,
    hash {bytes} not null
  ) {rows};
  create index audit_event_by_subject on audit_event (subject, subject_id, seq);
  create table audit_head (
    id text primary key check (id = 'head'),
    seq {big} not null,
    hash {bytes} not null
  ) {rows};
  insert into audit_head values ('head', 0, {emptyHash});

  create table report (
    seq {sequence},
    id {code} not null unique,
    reference {code} not null unique,
    registry {code} not null,
    received_at {big} not null,
    closed_at {big},
    closed_by {code},
    key_set {code} not null,
    wrapped_key {bytes} not null,
    sealed {bytes} not null
  ) {rows};
  create index report_open on report (registry, received_at, seq) where closed_at is null;
  create index report_closed on report (registry, closed_at, seq) where closed_at is not null;
  create index report_by_key_set on report (key_set);

  create table letter (
    id {code} primary key,
    posted_at {big} not null,
    useless_at {big} not null,
    tries {count} not null,
    next_try_at {big} not null,
    key_set {code} not null,
    wrapped_key {bytes} not null,
    sealed {bytes} not null
  ) {rowsByKey};
  create index letter_by_next_try on letter (next_try_at);

  create table limit_counter (
    key {code} primary key,
    tries {count} not null,
    ends_at {big} not null
  ) {rowsByKey};
  create index limit_counter_by_end on limit_counter (ends_at);

  create table idempotency (
    key_index {bytes} primary key,
    body_index {bytes} not null,
    claim {code} not null,
    claimed_at {big} not null,
    answer {code}
  ) {rowsByKey};
  create index idempotency_by_time on idempotency (claimed_at);
`;
