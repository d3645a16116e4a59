import type { Migration } from "./migration.ts";

/** What visitors report: mistakes, and records that should be taken down. The words are sealed under a key of their own. */
export const reports: Migration = {
  sqlite: `
    create table report (
      seq integer primary key autoincrement,
      id text not null unique,
      reference text not null unique,
      registry text not null,
      received_at integer not null,
      closed_at integer,
      closed_by text,
      key_set text not null,
      wrapped_key blob not null,
      sealed blob not null
    ) strict;
    create index report_open on report (registry, received_at, seq) where closed_at is null;
    create index report_closed on report (registry, closed_at, seq) where closed_at is not null;
    create index report_by_key_set on report (key_set);
  `,
  postgres: `
    create table report (
      seq bigint generated always as identity primary key,
      id text collate "C" not null unique,
      reference text collate "C" not null unique,
      registry text collate "C" not null,
      received_at bigint not null,
      closed_at bigint,
      closed_by text collate "C",
      key_set text collate "C" not null,
      wrapped_key bytea not null,
      sealed bytea not null
    );
    create index report_open on report (registry, received_at, seq) where closed_at is null;
    create index report_closed on report (registry, closed_at, seq) where closed_at is not null;
    create index report_by_key_set on report (key_set);
  `,
};
