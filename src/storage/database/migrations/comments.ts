import type { Engine } from "../database.ts";

/** Comments of staff on a record, sealed under its key, and its assignee. A deleted account ends the assignment. */
export const commentTables = `
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
  create index candidate_by_assignee on candidate (assigned_to) where assigned_to is not null;`;

const subjects = "'candidate', 'person', 'post', 'comment'";

/** SQLite cannot change a constraint of a table, so the table is made again. */
const sqlite = `
  create table new_erasure (
    seq {sequence},
    subject {code} not null check (subject in (${subjects})),
    erased_id {code} not null,
    at {big} not null,
    written_at {big},
    unique (subject, erased_id)
  ) {rows};
  insert into new_erasure (seq, subject, erased_id, at, written_at) select seq, subject, erased_id, at, written_at from erasure;
  drop table erasure;
  alter table new_erasure rename to erasure;
  create index erasure_unwritten on erasure (seq) where written_at is null;`;

const postgres = `
  alter table erasure drop constraint erasure_subject_check;
  alter table erasure add constraint erasure_subject_check check (subject in (${subjects}));`;

/** Deleted comments are noted as well, so that no backup brings them back. */
export const erasedComments = (engine: Engine): string => (engine === "sqlite" ? sqlite : postgres);
