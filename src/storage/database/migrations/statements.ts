import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/**
 * The statements about each record, and the status lists that say whether they stand. A list has the statements of a
 * fixed number of consecutive leaves of the log. `open_status_list` names the newest list. It is in no backup, so that
 * a restored site begins another list: after the backup the site may have given places that the restored site does not
 * know.
 */
export const statementTables = (engine: Engine): string =>
  inDialect(
    engine,
    `
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
  ) {rows};`,
  );
