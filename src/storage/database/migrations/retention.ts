import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** Records that will be deleted because their time is over (admins were told), and records that are kept longer. */
export const retentionTables = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table retention_notice (
    record_seq {big} primary key references candidate (seq) on delete cascade,
    registry {code} not null,
    noticed_at {big} not null,
    ends_on {big} not null
  ) {rowsByKey};
  create index retention_notice_by_end on retention_notice (registry, ends_on, record_seq);
  create table retention_hold (
    record_seq {big} primary key references candidate (seq) on delete cascade,
    until {code} not null
  ) {rowsByKey};`,
  );
