/** For each registry and purpose one key signs. The other rows are kept for checks of old signatures. */
export const signingKeys = `
  create table signing_key (
    id {code} primary key,
    registry {code} not null,
    purpose {code} not null check (purpose in ('statement', 'log')),
    signs_for {code} unique,
    public_jwk {text} not null,
    made_at {big} not null,
    retired_at {big},
    revoked_at {big},
    revoked_after {text},
    key_set {code},
    wrapped_key {bytes},
    sealed {bytes}
  ) {rows};
  create index signing_key_by_key_set on signing_key (key_set);`;

/** The public log: each tree's end and newest checkpoint, its leaves, and the tiles of its hashes. */
export const logTables = `
  create table log_tree (
    id {code} primary key,
    registry {code} not null,
    generation {count} not null,
    origin {code} not null,
    size {big} not null,
    begun_at {big} not null,
    ended_at {big},
    unique (registry, generation)
  ) {rows};
  create table log_checkpoint (
    tree_id {code} primary key references log_tree (id),
    size {big} not null,
    root {bytes} not null,
    note {text} not null,
    signed_at {big} not null
  ) {rows};
  create table log_leaf (
    tree_id {code} not null,
    position {big} not null,
    entry {bytes} not null,
    primary key (tree_id, position)
  ) {rowsByKey};
  create table log_tile (
    tree_id {code} not null,
    level {count} not null,
    place {big} not null,
    hashes {bytes} not null,
    primary key (tree_id, level, place)
  ) {rows};`;

/**
 * The statements about each record, and the status lists that say whether they stand. A list has the statements of a
 * fixed number of consecutive leaves of the log. `open_status_list` names the newest list. It is in no backup, so that
 * a restored site begins another list: after the backup the site may have given places that the restored site does not
 * know.
 */
export const statementTables = `
  create table status_list (
    id {big} primary key,
    registry {code} not null,
    tree_id {code} not null,
    block {count} not null,
    seed {bytes} not null,
    ended {count} not null
  ) {rows};
  create table open_status_list (
    registry {code} primary key,
    list_id {big} not null
  ) {rows};
  create table statement (
    seq {sequence},
    registry {code} not null,
    record_id {code},
    kid {code} not null,
    list_id {big} not null references status_list (id),
    place {count} not null,
    kinds {count} not null,
    issued_at {big} not null,
    ends_at {big} not null,
    ended_at {big},
    published_tree {count} not null,
    published_leaf {big} not null,
    withdrawn_tree {count},
    withdrawn_leaf {big},
    sealed {bytes},
    unique (list_id, place)
  ) {rows};
  create index statement_by_record on statement (record_id, issued_at);
  create table statement_sweep (
    registry {code} primary key,
    kinds {count} not null,
    after_seq {big} not null
  ) {rows};`;
