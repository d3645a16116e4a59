import type { Engine } from "../database.ts";

/**
 * Names are searched by trigrams. SQLite has them in a full-text table that triggers keep up to date; PostgreSQL in an
 * array column under a GIN index, which needs no extension. Both leave out the first letter: the name index finds names
 * that begin with the search, and a common title ("Md.") does not drown the rest. Both contain the state of the record
 * ("a:w" waiting, "h:1" hidden), so that a search for a common name in a rare state does not read every record with
 * that name.
 */
const nameSearch = {
  sqlite: {
    before: "",
    columns: `
    name_rest text generated always as (substr(name_folded, 2)) virtual,
    state_tags text generated always as ('a:' || substr(approval, 1, 1) || ' h:' || hidden) virtual`,
    after: `
  create index candidate_briefly on candidate (seq, registry, approval, hidden, name_folded, added_at, changed_at);
  create virtual table candidate_names using fts5 (
    name_rest, state_tags,
    content = 'candidate', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1'
  );
  insert into candidate_names (candidate_names, rank) values ('secure-delete', 1);
  create trigger candidate_names_insert after insert on candidate begin
    insert into candidate_names (rowid, name_rest, state_tags) values (new.seq, new.name_rest, new.state_tags);
  end;
  create trigger candidate_names_delete after delete on candidate begin
    insert into candidate_names (candidate_names, rowid, name_rest, state_tags)
      values ('delete', old.seq, old.name_rest, old.state_tags);
  end;
  create trigger candidate_names_update after update of name_folded, approval, hidden on candidate begin
    insert into candidate_names (candidate_names, rowid, name_rest, state_tags)
      values ('delete', old.seq, old.name_rest, old.state_tags);
    insert into candidate_names (rowid, name_rest, state_tags) values (new.seq, new.name_rest, new.state_tags);
  end;`,
  },
  postgres: {
    before: `
  create function candidate_search_terms(folded text, approval text, hidden smallint) returns text[]
    language sql immutable parallel safe
    as $$
        select array(select distinct substr(folded, place, 3) from generate_series(2, char_length(folded) - 2) as place)
          || array['a:' || left(approval, 1), 'h:' || hidden]
      $$;`,
    columns: `
    search_terms text[] collate "C" generated always as (candidate_search_terms(name_folded, approval, hidden)) stored`,
    after: `
  create index candidate_names on candidate using gin (search_terms) with (fastupdate = off);`,
  },
};

const recordColumns = `
    seq {sequence},
    id {code} not null unique,
    registry {code} not null,
    name {text} not null,
    name_folded {code} not null,
    nationality {text} not null,
    approval {code} not null check (approval in ('approved', 'waiting', 'returned')),
    hidden {flag} not null check (hidden in (0, 1)),
    added_by {code} not null,
    added_at {big} not null,
    changed_at {big} not null,
    approved_at {big},
    approved_by {code},
    version {count} not null,
    key_set {code} not null,
    passport_index {bytes} not null unique,
    ircc_index {bytes} not null unique,
    wrapped_key {bytes} not null,
    sealed {bytes} not null`;

const recordIndexes = `
  create index candidate_by_name on candidate (registry, approval, hidden, name_folded, seq);
  create index candidate_by_added on candidate (registry, approval, hidden, added_at, seq, name_folded);
  create index candidate_by_changed on candidate (registry, approval, hidden, changed_at, seq, name_folded);
  create index candidate_by_adder on candidate (added_by, added_at, seq);
  create index candidate_by_key_set on candidate (key_set);`;

/**
 * An image is `arriving` while its blobs are written, `waiting` for a record, `kept` by a record, and `leaving` when
 * its blobs must be removed. Its row exists before the first blob and after the last, so that no blob is ever
 * forgotten.
 */
const images = `
  create table image (
    id {code} primary key,
    state {code} not null check (state in ('arriving', 'waiting', 'kept', 'leaving')),
    candidate_id {code},
    uploaded_by {code} not null,
    uploaded_at {big} not null,
    published_for {code} not null check (published_for in ('paper', 'portrait')),
    page_count {count} not null,
    key_set {code},
    wrapped_key {bytes},
    sealed {bytes},
    post_id {code}
  ) {rowsByKey};
  create index image_by_candidate on image (candidate_id) where candidate_id is not null;
  create index image_by_state on image (state, uploaded_at) where state != 'kept';
  create index image_by_post on image (post_id) where post_id is not null;`;

/** Each form has one draft, so that two windows do not overwrite each other. `opening` names its last saving page. */
const drafts = `
  create table form_draft (
    id {code} primary key,
    person_id {code} not null references person (id) on delete cascade,
    form {code} not null,
    opening {code} not null,
    version {count} not null,
    saved_at {big} not null,
    key_set {code},
    wrapped_key {bytes},
    sealed {bytes},
    unique (person_id, form)
  ) {rowsByKey};
  create table form_draft_image (
    image_id {code} not null references image (id) on delete cascade,
    draft_id {code} not null references form_draft (id) on delete cascade,
    primary key (image_id, draft_id)
  ) {rowsByKey};
  create index form_draft_image_by_draft on form_draft_image (draft_id);`;

export const recordTables = (engine: Engine): string => {
  const { before, columns, after } = nameSearch[engine];
  return `${before}
  create table candidate (${recordColumns},${columns}
  ) {rows};
  ${recordIndexes}${after}
  ${images}
  ${drafts}`;
};
