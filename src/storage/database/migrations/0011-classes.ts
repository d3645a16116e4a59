import type { Migration } from "./migration.ts";

/**
 * Classes, who selected them, who is enrolled, and what was paid. `taken` counts the enrolled, and the row is held
 * while it grows, so that no seat is given twice. An enrolment that was cancelled stays, with its payments; an
 * enrolment and a payment outlive the account. Receipts are counted in a row of their own, so that no number comes twice.
 */
export const classes: Migration = {
  sqlite: `
    create table class (
      seq integer primary key autoincrement,
      id text not null unique,
      registry text not null,
      title text not null,
      place text not null,
      starts_at text not null,
      seats integer not null,
      taken integer not null check (taken between 0 and seats),
      fee integer not null check (fee >= 0),
      currency text not null,
      closed_at integer,
      added_at integer not null,
      added_by text not null,
      version integer not null,
      key_set text not null,
      wrapped_key blob not null
    ) strict;
    create index class_by_start on class (registry, starts_at, seq);

    create table class_selection (
      person_id text not null references person (id) on delete cascade,
      class_id text not null references class (id) on delete cascade,
      selected_at integer not null,
      primary key (person_id, class_id)
    ) strict, without rowid;
    create index class_selection_by_class on class_selection (class_id);

    create table enrolment (
      seq integer primary key autoincrement,
      id text not null unique,
      class_id text not null references class (id),
      person_id text not null,
      fee integer not null check (fee >= 0),
      currency text not null,
      enrolled_at integer not null,
      cancelled_at integer,
      cancelled_by text,
      unique (class_id, person_id)
    ) strict;
    create index enrolment_by_person on enrolment (person_id, seq);

    create table payment (
      seq integer primary key autoincrement,
      id text not null unique,
      enrolment_id text not null references enrolment (id),
      registry text not null,
      receipt integer not null,
      amount integer not null check (amount > 0),
      currency text not null,
      paid_on text not null,
      method text not null,
      recorded_at integer not null,
      recorded_by text not null,
      voided_at integer,
      voided_by text,
      sealed blob not null,
      unique (registry, receipt)
    ) strict;
    create index payment_by_enrolment on payment (enrolment_id, seq);
    create table receipt_end (registry text primary key, last integer not null) strict, without rowid;
  `,
  postgres: `
    create table class (
      seq bigint generated always as identity primary key,
      id text collate "C" not null unique,
      registry text collate "C" not null,
      title text not null,
      place text not null,
      starts_at text collate "C" not null,
      seats integer not null,
      taken integer not null check (taken between 0 and seats),
      fee bigint not null check (fee >= 0),
      currency text collate "C" not null,
      closed_at bigint,
      added_at bigint not null,
      added_by text collate "C" not null,
      version integer not null,
      key_set text collate "C" not null,
      wrapped_key bytea not null
    );
    create index class_by_start on class (registry, starts_at, seq);

    create table class_selection (
      person_id text collate "C" not null references person (id) on delete cascade,
      class_id text collate "C" not null references class (id) on delete cascade,
      selected_at bigint not null,
      primary key (person_id, class_id)
    );
    create index class_selection_by_class on class_selection (class_id);

    create table enrolment (
      seq bigint generated always as identity primary key,
      id text collate "C" not null unique,
      class_id text collate "C" not null references class (id),
      person_id text collate "C" not null,
      fee bigint not null check (fee >= 0),
      currency text collate "C" not null,
      enrolled_at bigint not null,
      cancelled_at bigint,
      cancelled_by text collate "C",
      unique (class_id, person_id)
    );
    create index enrolment_by_person on enrolment (person_id, seq);

    create table payment (
      seq bigint generated always as identity primary key,
      id text collate "C" not null unique,
      enrolment_id text collate "C" not null references enrolment (id),
      registry text collate "C" not null,
      receipt bigint not null,
      amount bigint not null check (amount > 0),
      currency text collate "C" not null,
      paid_on text collate "C" not null,
      method text collate "C" not null,
      recorded_at bigint not null,
      recorded_by text collate "C" not null,
      voided_at bigint,
      voided_by text collate "C",
      sealed bytea not null,
      unique (registry, receipt)
    );
    create index payment_by_enrolment on payment (enrolment_id, seq);
    create table receipt_end (registry text collate "C" primary key, last bigint not null);
  `,
};
