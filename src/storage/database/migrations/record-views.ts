import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** Each person's views of the list of records, and the columns that they chose. */
export const recordViews = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table record_view (
    id {code} primary key,
    person_id {code} not null references person (id) on delete cascade,
    name {text} not null,
    query {text} not null,
    unique (person_id, name)
  ) {rowsByKey};
  create table record_columns (
    person_id {code} primary key references person (id) on delete cascade,
    columns {text} not null
  ) {rowsByKey};`,
  );
