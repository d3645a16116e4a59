import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** The last days of documents, for searching. Which document ends on which day is sealed with the record. */
export const lastDayTables = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table record_last_day (
    record_seq {big} not null references candidate (seq) on delete cascade,
    day {code} not null,
    primary key (record_seq, day)
  ) {rowsByKey};
  create index record_last_day_by_day on record_last_day (day, record_seq);`,
  );
