import type { Migration } from "./migration.ts";

/** How often something was tried in the window that ends at `ends_at`; `key` is an HMAC of what is counted. */
export const limits: Migration = {
  sqlite: `
    create table limit_counter (
      key text primary key,
      tries integer not null,
      ends_at integer not null
    ) strict, without rowid;
    create index limit_counter_by_end on limit_counter (ends_at);
  `,
  postgres: `
    create table limit_counter (
      key text collate "C" primary key,
      tries integer not null,
      ends_at bigint not null
    );
    create index limit_counter_by_end on limit_counter (ends_at);
  `,
};
