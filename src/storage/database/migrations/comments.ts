import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** Comments of staff on a record, sealed under its key, and its assignee. A deleted account ends the assignment. */
export const commentTables = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table record_comment (
    seq {sequence},
    id {code} not null unique,
    candidate_id {code} not null references candidate (id) on delete cascade,
    written_by {code} not null,
    written_at {big} not null,
    sealed {bytes} not null
  ) {rows};
  create index record_comment_by_record on record_comment (candidate_id, seq);
  alter table candidate add column assigned_to {code} default null references person (id) on delete set null;
  create index candidate_by_assignee on candidate (assigned_to) where assigned_to is not null;`,
  );
