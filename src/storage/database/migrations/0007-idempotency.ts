import type { Migration } from "./migration.ts";

/** Requests that may come again. Nothing in them can be read: key and body are there as keyed hashes only. */
export const idempotency: Migration = {
  sqlite: `
    create table idempotency (
      key_index blob primary key,
      body_index blob not null,
      claim text not null,
      claimed_at integer not null,
      answer text
    ) strict, without rowid;
    create index idempotency_by_time on idempotency (claimed_at);
  `,
  postgres: `
    create table idempotency (
      key_index bytea primary key,
      body_index bytea not null,
      claim text collate "C" not null,
      claimed_at bigint not null,
      answer text collate "C"
    );
    create index idempotency_by_time on idempotency (claimed_at);
  `,
};
