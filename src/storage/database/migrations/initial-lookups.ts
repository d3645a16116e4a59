/**
 * The data that lookups write. Numbers and networks are keyed hashes.
 *
 * `lookup_batch` is the log: each row holds the lookups of a fraction of a second, packed, and the hash of all batches
 * before. `lookup_end` names the last batch, and the last batch that was removed for its age.
 * `lookup_misses` has the counts of all processes together, `lookup_spent` the proofs and tickets that were used.
 */
export const lookupTables = `
  create table lookup_batch (
    seq {big} primary key,
    at {big} not null,
    entries {bytes} not null,
    lost {big} not null,
    hash {bytes} not null
  ) {rows};
  create table lookup_end (
    id {code} primary key check (id in ('last', 'removed')),
    seq {big} not null,
    hash {bytes} not null
  ) {rows};
  insert into lookup_end values ('last', 0, {emptyHash}), ('removed', 0, {emptyHash});
  create table lookup_misses (
    kind {code} not null check (kind in ('network', 'number', 'everyone')),
    slot {big} not null,
    key {bytes} not null,
    misses {big} not null,
    primary key (kind, slot, key)
  ) {rowsByKey};
  create table lookup_spent (id {bytes} primary key, until {big} not null) {rowsByKey};
  create index lookup_spent_by_time on lookup_spent (until);
`;
