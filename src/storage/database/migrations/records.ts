import type { Engine } from "../database.ts";

/**
 * Keyed hashes of the last four characters of both numbers and of the name with the parents' names, and the kinds of
 * documents of a record. They are null until the program makes them, because a migration has no SECRET. The indexes of
 * the list get the columns by which the list filters.
 */
export const recordHashes = (engine: Engine): string => `
  alter table candidate add column passport_last_four {bytes};
  alter table candidate add column ircc_last_four {bytes};
  alter table candidate add column same_person {bytes};
  alter table candidate add column document_kinds {count};
  create index candidate_by_passport_last_four on candidate (passport_last_four);
  create index candidate_by_ircc_last_four on candidate (ircc_last_four);
  create index candidate_by_same_person on candidate (same_person);
  create index candidate_without_hashes on candidate (seq) where document_kinds is null;
  drop index candidate_by_name;
  drop index candidate_by_added;
  drop index candidate_by_changed;
  drop index candidate_by_adder;
  create index candidate_by_name on candidate
    (registry, approval, hidden, name_folded, seq, added_at, added_by, document_kinds);
  create index candidate_by_added on candidate
    (registry, approval, hidden, added_at, seq, name_folded, changed_at, added_by, document_kinds);
  create index candidate_by_changed on candidate
    (registry, approval, hidden, changed_at, seq, name_folded, added_at, added_by, document_kinds);
  create index candidate_by_adder on candidate
    (added_by, added_at, seq, registry, approval, hidden, name_folded, changed_at, document_kinds);
  create index candidate_by_documents on candidate
    (registry, document_kinds, approval, hidden, added_at, seq, name_folded, changed_at, added_by);${
      engine === "sqlite" ? covering : ""
    }`;

const covering = `
  drop index candidate_briefly;
  create index candidate_briefly on candidate
    (seq, registry, approval, hidden, name_folded, added_at, changed_at, added_by, document_kinds);`;

/**
 * Version 22: `record_count` has the number of records in each state, for sites with too many records to count at every
 * request. One index has the waiting and returned records by the account that added them, the other has the durations
 * of approvals.
 */
export const recordCounts = `
  create table record_count (
    registry {code} not null,
    public_state {code} not null,
    records {big} not null,
    primary key (registry, public_state)
  ) {rowsByKey};
  create index candidate_undecided on candidate (added_by, approval, added_at) where approval <> 'approved';
  create index candidate_by_approval on candidate (registry, approved_at, added_at) where approved_at > added_at;`;

/** A keyed hash of each file of a record. It is null until the program makes it, because a migration has no SECRET. */
export const fileHashes = `
  alter table image add column file_hash {bytes} default null;
  create index image_by_file_hash on image (file_hash) where file_hash is not null;
  create index image_without_file_hash on image (id) where file_hash is null and candidate_id is not null;`;

/** Each person's views of the list of records, and the columns that they chose. */
export const recordViews = `
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
  ) {rowsByKey};`;

/** The last days of documents, for searching. Which document ends on which day is sealed with the record. */
export const lastDayTables = `
  create table record_last_day (
    record_seq {big} not null references candidate (seq) on delete cascade,
    day {code} not null,
    primary key (record_seq, day)
  ) {rowsByKey};
  create index record_last_day_by_day on record_last_day (day, record_seq);`;

/** Records that will be deleted because their time is over (admins were told), and records that are kept longer. */
export const retentionTables = `
  create table retention_notice (
    record_seq {big} primary key references candidate (seq) on delete cascade,
    registry {code} not null,
    noticed_at {big} not null,
    ends_on {big} not null
  ) {rowsByKey};
  create index retention_notice_by_end on retention_notice (registry, ends_on, record_seq);
  create table retention_hold (
    record_seq {big} primary key references candidate (seq) on delete cascade,
    until {code} not null
  ) {rowsByKey};`;
