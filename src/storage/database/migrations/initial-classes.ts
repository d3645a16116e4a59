/**
 * Classes, who selected them, who is enrolled, and what was paid. `taken` counts the enrolled people; the row is locked
 * while it grows, so that no seat is given twice. Cancelled enrolments stay, with their payments; both outlive the
 * account. Receipts are counted in a separate row, so that no number is given twice.
 */
export const classTables = `
  create table class (
    seq {sequence},
    id {code} not null unique,
    registry {code} not null,
    title {text} not null,
    place {text} not null,
    starts_at {code} not null,
    seats {count} not null,
    taken {count} not null check (taken between 0 and seats),
    fee {big} not null check (fee >= 0),
    currency {code} not null,
    closed_at {big},
    added_at {big} not null,
    added_by {code} not null,
    version {count} not null,
    key_set {code} not null,
    wrapped_key {bytes} not null
  ) {rows};
  create index class_by_start on class (registry, starts_at, seq);

  create table class_selection (
    person_id {code} not null references person (id) on delete cascade,
    class_id {code} not null references class (id) on delete cascade,
    selected_at {big} not null,
    primary key (person_id, class_id)
  ) {rowsByKey};
  create index class_selection_by_class on class_selection (class_id);

  create table enrolment (
    seq {sequence},
    id {code} not null unique,
    class_id {code} not null references class (id),
    person_id {code} not null,
    fee {big} not null check (fee >= 0),
    currency {code} not null,
    enrolled_at {big} not null,
    cancelled_at {big},
    cancelled_by {code},
    unique (class_id, person_id)
  ) {rows};
  create index enrolment_by_person on enrolment (person_id, seq);

  create table payment (
    seq {sequence},
    id {code} not null unique,
    enrolment_id {code} not null references enrolment (id),
    registry {code} not null,
    receipt {big} not null,
    amount {big} not null check (amount > 0),
    currency {code} not null,
    paid_on {code} not null,
    method {code} not null,
    recorded_at {big} not null,
    recorded_by {code} not null,
    voided_at {big},
    voided_by {code},
    sealed {bytes} not null,
    unique (registry, receipt)
  ) {rows};
  create index payment_by_enrolment on payment (enrolment_id, seq);
  create table receipt_end (registry {code} primary key, last {big} not null) {rowsByKey};
`;
