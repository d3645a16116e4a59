import type { Engine } from "../database.ts";

/** Each record has at most one link and one holder. */
export const holderTables = `
  create table holder_link (
    candidate_id {code} primary key references candidate (id) on delete cascade,
    code_hash {bytes} not null unique,
    made_at {big} not null,
    works_from {big} not null,
    ends_at {big} not null,
    sealed {bytes} not null
  ) {rows};
  create index holder_link_by_end on holder_link (ends_at);
  create table holder (
    id {code} primary key,
    candidate_id {code} not null unique references candidate (id) on delete cascade,
    device_hash {bytes} not null,
    bound_at {big} not null,
    opened_hash {bytes},
    opened_until {big},
    sealed {bytes} not null
  ) {rows};`;

/** What a holder is told by mail, and from which time on. */
export const holderNewsColumns = `
  alter table holder add column tell_at {big} default null;
  alter table holder add column tell {text} not null default '';
  create index holder_by_tell on holder (tell_at);`;

/** The student whose account also opens the holder's page. */
export const holderAccountColumn = `
  alter table holder add column person_id {code} default null references person (id) on delete set null;
  create index holder_by_person on holder (person_id);`;

/** The reports that a holder wrote. The rows are deleted with the holder. */
export const holderReportTable = `
  create table holder_report (
    report_id {code} primary key references report (id) on delete cascade,
    holder_id {code} not null references holder (id) on delete cascade
  ) {rows};
  create index holder_report_by_holder on holder_report (holder_id);`;

/** What the holder lets others see for a while. The rows are deleted with the holder. */
export const shareCodeTable = `
  create table share_code (
    id {code} primary key,
    holder_id {code} not null references holder (id) on delete cascade,
    code_hash {bytes} not null unique,
    made_at {big} not null,
    ends_at {big} not null,
    most_uses {count} not null,
    uses {count} not null,
    used_days {code} not null,
    sealed {bytes} not null
  ) {rows};
  create index share_code_by_holder on share_code (holder_id);
  create index share_code_by_end on share_code (ends_at);`;

/** The looks, which only the holder sees: a row for each day on which the record was found. */
export const holderLookTable = `
  create table holder_look (
    holder_id {code} not null references holder (id) on delete cascade,
    day {code} not null,
    sealed {bytes} not null,
    primary key (holder_id, day)
  ) {rows};
  create index holder_look_by_day on holder_look (day);`;

/**
 * Whether the holder of a record has their page, a card for it, or neither. Each order of the list has an index that
 * begins with this state. Cards are made for the newest records first, so a walk without it would pass all of these
 * before it finds others.
 */
export const holderStates = (engine: Engine): string => `
  alter table candidate add column holder_state {code} not null default 'none'
    check (holder_state in ('none', 'offered', 'bound'));
  update candidate set holder_state = 'offered' where id in (select candidate_id from holder_link);
  update candidate set holder_state = 'bound' where id in (select candidate_id from holder);
  create index candidate_by_holder_name on candidate
    (holder_state, registry, approval, hidden, name_folded, seq, added_at, added_by, document_kinds);
  create index candidate_by_holder_added on candidate
    (holder_state, registry, approval, hidden, added_at, seq, name_folded, changed_at, added_by, document_kinds);
  create index candidate_by_holder_changed on candidate
    (holder_state, registry, approval, hidden, changed_at, seq, name_folded, added_at, added_by, document_kinds);${
      engine === "sqlite" ? covering : ""
    }`;

const covering = `
  drop index candidate_briefly;
  create index candidate_briefly on candidate
    (seq, registry, approval, hidden, name_folded, added_at, changed_at, added_by, document_kinds, holder_state);`;
