/**
 * Version 18: `process` has a row for each process that serves; `seen_at` is when the process last wrote its row, by
 * the clock of the database. `job_lease` has the process that runs a job now ('' for none), and when the job was last
 * done.
 */
export const processTables = `
  create table process (
    id {code} primary key,
    seen_at {big} not null
  ) {rowsByKey};
  create table job_lease (
    job {code} primary key,
    process {code} not null,
    done_at {big} not null
  ) {rowsByKey};`;

/**
 * Version 19: lookups counted by day. `wave_hours` has a bit for each hour of the day in which a wave of misses ran.
 * The key begins with the day, so rows that are written now are adjacent, and so are rows that are deleted for their
 * age. `record_seq` is short. So a random hit changes one page, and there are few pages.
 */
export const lookupsByDay = `
  create table lookup_day (
    registry {code} not null,
    day {code} not null,
    web_hits {big} not null,
    web_misses {big} not null,
    api_hits {big} not null,
    api_misses {big} not null,
    wave_hours {count} not null,
    primary key (registry, day)
  ) {rowsByKey};
  create table lookup_record_day (
    day {code} not null,
    record_seq {big} not null,
    hits {big} not null,
    primary key (day, record_seq)
  ) {rowsByKey};`;
