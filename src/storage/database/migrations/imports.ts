import type { Engine } from "../database.ts";

const kinds = "'hide', 'unhide', 'approve', 'withdraw', 'assign', 'export', 'cards', 'import'";
const states = "'received', 'checking', 'asked', 'running', 'done', 'stopped'";

/** SQLite cannot change a constraint, so both tables are made again. Items go first, or a cascade deletes them. */
const sqliteRuns = `
  create table new_run (
    id {code} primary key,
    registry {code} not null,
    person_id {code} not null references person (id) on delete cascade,
    kind {code} not null check (kind in (${kinds})),
    state {code} not null check (state in (${states})),
    undoes {code} unique,
    assignee {code},
    asked_at {big} not null,
    begun_at {big},
    ended_at {big},
    process {code} not null default ''
  ) {rows};
  insert into new_run (id, registry, person_id, kind, state, undoes, assignee, asked_at, begun_at, ended_at, process)
    select id, registry, person_id, kind, state, undoes, assignee, asked_at, begun_at, ended_at, process from bulk_run;
  create table new_item (
    run_id {code} not null references new_run (id) on delete cascade,
    seq {count} not null,
    record_id {code} not null,
    version {count} not null,
    outcome {code},
    version_after {count},
    assignee_before {code},
    source_row {count},
    problems {text},
    primary key (run_id, seq)
  ) {rowsByKey};
  insert into new_item (run_id, seq, record_id, version, outcome, version_after, assignee_before)
    select run_id, seq, record_id, version, outcome, version_after, assignee_before from bulk_item;
  drop table bulk_item;
  drop table bulk_run;
  alter table new_run rename to bulk_run;
  alter table new_item rename to bulk_item;
  create index bulk_run_by_person on bulk_run (person_id, asked_at);
  create index bulk_run_by_age on bulk_run (asked_at);`;

const postgresRuns = `
  alter table bulk_run drop constraint bulk_run_kind_check;
  alter table bulk_run drop constraint bulk_run_state_check;
  alter table bulk_run add constraint bulk_run_kind_check check (kind in (${kinds}));
  alter table bulk_run add constraint bulk_run_state_check check (state in (${states}));
  alter table bulk_item add column source_row {count};
  alter table bulk_item add column problems {text};
  drop index bulk_run_running;`;

/** Imports are bulk runs. The rows of their file are stored in sealed parts until the run has ended. */
export const imports = (engine: Engine): string => `${engine === "sqlite" ? sqliteRuns : postgresRuns}
  create index bulk_run_running on bulk_run (begun_at) where state in ('checking', 'running');
  create table import_file (
    id {code} primary key references bulk_run (id) on delete cascade,
    row_count {count} not null,
    heads_at {count} not null,
    columns {text} not null,
    begins {flag} not null,
    key_set {code} not null,
    wrapped_key {bytes} not null
  ) {rows};
  create index import_file_by_key_set on import_file (key_set);
  create table import_part (
    import_id {code} not null references import_file (id) on delete cascade,
    part {count} not null,
    sealed {bytes} not null,
    primary key (import_id, part)
  ) {rowsByKey};
  create table import_column (
    registry {code} not null,
    head {text} not null,
    field {code} not null,
    primary key (registry, head)
  ) {rowsByKey};`;

/** The files of a ZIP sent with the table. Their names contain numbers, so they are sealed under the import's key. */
export const importUploads = `
  create table import_upload (
    import_id {code} not null references import_file (id) on delete cascade,
    seq {count} not null,
    sealed {bytes} not null,
    kind {code},
    image_id {code},
    item_seq {count},
    problem {code},
    primary key (import_id, seq)
  ) {rowsByKey};
  create index import_upload_by_item on import_upload (import_id, item_seq);
  create index import_upload_by_image on import_upload (image_id) where image_id is not null;`;
