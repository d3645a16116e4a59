import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/**
 * Version 22: `record_count` has the number of records in each state, for sites with too many records to count at every
 * request. One index has the waiting and returned records by the account that added them, the other has the durations
 * of approvals.
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
