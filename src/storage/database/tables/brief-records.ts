/** The columns of a record by which lists filter and sort, without `changed_at`, which every change changes. */
const columns = [
  "registry",
  "approval",
  "hidden",
  "name_folded",
  "added_at",
  "added_by",
  "document_kinds",
  "holder_state",
];
const listed = columns.join(", ");
const ofRow = (row: string) => ["seq", ...columns].map((column) => `${row}.${column}`).join(", ");

/** Rows of the narrow table that do not fit their records, also those without a record. */
export const misfits = `
select seq from candidate full join candidate_briefly as brief using (seq)
where (${ofRow("candidate")}) is distinct from (${ofRow("brief")})`;

/** Makes the rows of these records anew. They are locked first: a change meanwhile would find no row to keep in line. */
export const makeBriefAgain = `
do $$
  declare
    wrong constant bigint[] := array(${misfits});
  begin
    perform from candidate where seq = any (wrong) for update;
    delete from candidate_briefly where seq = any (wrong);
    insert into candidate_briefly (seq, ${listed})
      select seq, ${listed} from candidate where seq = any (wrong);
  end $$;`;

/**
 * A narrow table beside the records, on PostgreSQL only: each change of a row writes all its indexes there, and most changes of
 * a record change nothing by which a list finds it. It is also ten times smaller than the records. Triggers keep it in line,
 * as they do with SQLite's index of names. It has no foreign key, which would cost as much as the row.
 */
export const briefRecords = `
drop table if exists candidate_briefly;
create table candidate_briefly (
  seq bigint primary key,
  registry text collate "C" not null,
  approval text collate "C" not null,
  hidden smallint not null,
  name_folded text collate "C" not null,
  added_at bigint not null,
  added_by text collate "C" not null,
  document_kinds integer not null,
  holder_state text collate "C" not null
);
insert into candidate_briefly (seq, ${listed}) select seq, ${listed} from candidate;
create index candidate_briefly_names on candidate_briefly
  using gin (candidate_search_terms(name_folded, approval, hidden)) with (fastupdate = off);
create index candidate_briefly_by_name on candidate_briefly
  (registry, name_folded, seq, approval, hidden, added_at, added_by, document_kinds, holder_state);
create index candidate_briefly_by_added on candidate_briefly
  (registry, added_at, seq, approval, hidden, name_folded, added_by, document_kinds);
create index candidate_briefly_by_adder on candidate_briefly
  (added_by, added_at, seq, registry, approval, hidden, name_folded, document_kinds, holder_state);
create index candidate_briefly_by_documents on candidate_briefly
  (registry, document_kinds, added_at, seq, approval, hidden, name_folded, added_by, holder_state);
create index candidate_briefly_by_holder_added on candidate_briefly
  (registry, holder_state, added_at, seq, approval, hidden, name_folded, added_by, document_kinds);
create index candidate_briefly_not_shown on candidate_briefly
  (registry, hidden, approval, added_at, seq, name_folded, added_by, document_kinds, holder_state)
  where approval <> 'approved' or hidden = 1;
do $$
  begin
    if exists (select 1 from candidate_briefly) then
      analyze candidate_briefly;
    end if;
  end $$;
create index if not exists candidate_when_changed on candidate (seq, changed_at);
`;

/** Keeps the table in line from now on. Its rows are as old as the table. */
export const keptInLine = `
create function note_briefly() returns trigger language plpgsql as $$
  begin
    if tg_op = 'TRUNCATE' then
      truncate candidate_briefly;
    elsif tg_op = 'DELETE' then
      delete from candidate_briefly where seq = old.seq;
    elsif tg_op = 'INSERT' then
      insert into candidate_briefly (seq, ${listed}) values (${ofRow("new")});
    else
      update candidate_briefly set (${listed}) = (select ${columns.map((column) => `new.${column}`).join(", ")})
        where seq = new.seq;
    end if;
    return null;
  end $$;
create trigger candidate_briefly_row after insert or delete on candidate
  for each row execute function note_briefly();
create trigger candidate_briefly_change after update of ${listed} on candidate
  for each row when ((${ofRow("old")}) is distinct from (${ofRow("new")})) execute function note_briefly();
create trigger candidate_briefly_empty after truncate on candidate
  for each statement execute function note_briefly();
${makeBriefAgain}`;

/** What the records no longer need beside the narrow table. */
export const withoutBriefParts = `
drop index candidate_by_name, candidate_by_added, candidate_by_adder, candidate_by_documents,
  candidate_by_holder_added, candidate_not_shown;
alter table candidate drop column search_terms;`;
