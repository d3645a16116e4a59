import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/**
 * Version 22: `record_count` says how many records are in each state, for who has too many to count at every request. One index has what
 * waits or was sent back by who added it, the other how long approvals took.
 */
export const recordCounts = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table record_count (
    registry {code} not null,
    public_state {code} not null,
    records {big} not null,
    primary key (registry, public_state)
  ) {rowsByKey};
  create index candidate_undecided on candidate (added_by, approval, added_at) where approval <> 'approved';
  create index candidate_by_approval on candidate (registry, approved_at, added_at) where approved_at > added_at;`,
  );
