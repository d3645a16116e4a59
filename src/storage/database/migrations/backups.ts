/**
 * Version 16: `erasure` names every record, account and post that was deleted, so that no backup brings it back.
 * `written_at` is the time at which the deletion was written to the ledger at BACKUP_URL. `backup_run` lists the
 * backups that were made or begun.
 */
export const backupTables = `
  create table erasure (
    seq {sequence},
    subject {code} not null check (subject in ('candidate', 'person', 'post')),
    erased_id {code} not null,
    at {big} not null,
    written_at {big},
    unique (subject, erased_id)
  ) {rows};
  create index erasure_unwritten on erasure (seq) where written_at is null;
  create table backup_run (
    id {code} primary key,
    started_at {big} not null,
    heard_at {big} not null,
    ended_at {big},
    state {code} not null check (state in ('running', 'done', 'failed')),
    target {text} not null,
    backup {code},
    records_count {big} not null default 0,
    images_count {big} not null default 0,
    bytes_total {big} not null default 0,
    bytes_sent {big} not null default 0,
    problem {text}
  ) {rows};
  create index backup_run_by_start on backup_run (started_at);`;

/** Version 17: where the records or documents were moved, or that a move of the records to here is unfinished. */
export const moveMarks = `
  create table move_mark (
    subject {code} primary key check (subject in ('records', 'documents')),
    state {code} not null check (state in ('moved', 'unfinished')),
    place {text} not null,
    at {big} not null
  ) {rows};`;
