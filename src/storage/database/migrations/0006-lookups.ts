import type { Migration } from "./migration.ts";

/**
 * What lookups leave behind. Numbers and networks are keyed hashes.
 *
 * `lookup_batch` is the log: each row holds the lookups of a fraction of a second, packed, and the hash of all batches
 * before. `lookup_end` names the last batch, and the last of those that were old enough to be removed.
 * `lookup_misses` is what all processes counted together, `lookup_spent` what is good for one use only and was used.
 */
export const lookups: Migration = {
  sqlite: `
    create table lookup_batch (
      seq integer primary key,
      at integer not null,
      entries blob not null,
      lost integer not null,
      hash blob not null
    ) strict;
    create table lookup_end (
      id text primary key check (id in ('last', 'removed')),
      seq integer not null,
      hash blob not null
    ) strict;
    insert into lookup_end values ('last', 0, zeroblob(32)), ('removed', 0, zeroblob(32));
    create table lookup_misses (
      kind text not null check (kind in ('network', 'number', 'everyone')),
      slot integer not null,
      key blob not null,
      misses integer not null,
      primary key (kind, slot, key)
    ) strict, without rowid;
    create table lookup_spent (id blob primary key, until integer not null) strict, without rowid;
    create index lookup_spent_by_time on lookup_spent (until);
  `,
  postgres: `
    create table lookup_batch (
      seq bigint primary key,
      at bigint not null,
      entries bytea not null,
      lost bigint not null,
      hash bytea not null
    );
    create table lookup_end (
      id text collate "C" primary key check (id in ('last', 'removed')),
      seq bigint not null,
      hash bytea not null
    );
    insert into lookup_end values
      ('last', 0, decode(repeat('00', 32), 'hex')), ('removed', 0, decode(repeat('00', 32), 'hex'));
    create table lookup_misses (
      kind text collate "C" not null check (kind in ('network', 'number', 'everyone')),
      slot bigint not null,
      key bytea not null,
      misses bigint not null,
      primary key (kind, slot, key)
    );
    create table lookup_spent (id bytea primary key, until bigint not null);
    create index lookup_spent_by_time on lookup_spent (until);
  `,
};
