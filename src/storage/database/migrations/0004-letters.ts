import type { Migration } from "./migration.ts";

/** Mails that wait to go out, each under a key of its own. */
export const letters: Migration = {
  sqlite: `
    create table letter (
      id text primary key,
      posted_at integer not null,
      useless_at integer not null,
      tries integer not null,
      next_try_at integer not null,
      key_set text not null,
      wrapped_key blob not null,
      sealed blob not null
    ) strict, without rowid;
    create index letter_by_next_try on letter (next_try_at);
  `,
  postgres: `
    create table letter (
      id text collate "C" primary key,
      posted_at bigint not null,
      useless_at bigint not null,
      tries integer not null,
      next_try_at bigint not null,
      key_set text collate "C" not null,
      wrapped_key bytea not null,
      sealed bytea not null
    );
    create index letter_by_next_try on letter (next_try_at);
  `,
};
