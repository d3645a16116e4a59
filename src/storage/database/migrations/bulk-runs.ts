/** One action on many records, with the outcome of each record. A run can be undone only once. */
export const bulkRuns = `
  create table bulk_run (
    id {code} primary key,
    registry {code} not null,
    person_id {code} not null references person (id) on delete cascade,
    kind {code} not null check (kind in ('hide', 'unhide', 'approve', 'withdraw', 'assign', 'export', 'cards')),
    state {code} not null check (state in ('asked', 'running', 'done', 'stopped')),
    undoes {code} unique,
    assignee {code},
    asked_at {big} not null,
    begun_at {big},
    ended_at {big},
    process {code} not null default ''
  ) {rows};
  create index bulk_run_by_person on bulk_run (person_id, asked_at);
  create index bulk_run_running on bulk_run (begun_at) where state = 'running';
  create index bulk_run_by_age on bulk_run (asked_at);
  create table bulk_item (
    run_id {code} not null references bulk_run (id) on delete cascade,
    seq {count} not null,
    record_id {code} not null,
    version {count} not null,
    outcome {code},
    version_after {count},
    assignee_before {code},
    primary key (run_id, seq)
  ) {rowsByKey};`;
