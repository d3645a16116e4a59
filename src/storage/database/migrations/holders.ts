import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** Of each record at most one link and one holder. */
export const holderTables = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table holder_link (
    candidate_id {code} primary key references candidate (id) on delete cascade,
    code_hash {bytes} not null unique,
    made_at {big} not null,
    works_from {big} not null,
    ends_at {big} not null,
    sealed {bytes} not null
  ) {rows};
  create index holder_link_by_end on holder_link (ends_at);
  create table holder (
    id {code} primary key,
    candidate_id {code} not null unique references candidate (id) on delete cascade,
    device_hash {bytes} not null,
    bound_at {big} not null,
    opened_hash {bytes},
    opened_until {big},
    sealed {bytes} not null
  ) {rows};`,
  );
