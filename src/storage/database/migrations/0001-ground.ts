import type { Migration } from "./migration.ts";

/**
 * Candidates, settings and the audit chain.
 *
 * Names are searched by trigrams. SQLite has them in a full-text table kept by triggers; PostgreSQL in an array column
 * under a GIN index, which needs no extension. Both leave out the first letter: names that begin with what is searched
 * are found by the name index, and a common title ("Md.") does not drown the rest. Both carry the state of the record
 * ("a:w" waiting, "h:1" hidden), so that a common name with a rare state is found without reading all its bearers.
 */
export const ground: Migration = {
  sqlite: `
    create table candidate (
      seq integer primary key autoincrement,
      id text not null unique,
      registry text not null,
      name text not null,
      name_folded text not null,
      nationality text not null,
      approval text not null check (approval in ('approved', 'waiting', 'returned')),
      hidden integer not null check (hidden in (0, 1)),
      added_by text not null,
      added_at integer not null,
      changed_at integer not null,
      approved_at integer,
      approved_by text,
      version integer not null,
      key_set text not null,
      passport_index blob not null unique,
      ircc_index blob not null unique,
      wrapped_key blob not null,
      sealed blob not null,
      name_rest text generated always as (substr(name_folded, 2)) virtual,
      state_tags text generated always as ('a:' || substr(approval, 1, 1) || ' h:' || hidden) virtual
    ) strict;
    create index candidate_by_name on candidate (registry, approval, hidden, name_folded, seq);
    create index candidate_by_added on candidate (registry, approval, hidden, added_at, seq, name_folded);
    create index candidate_by_changed on candidate (registry, approval, hidden, changed_at, seq, name_folded);
    create index candidate_by_adder on candidate (added_by, added_at, seq);
    create index candidate_by_key_set on candidate (key_set);
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
    end;

    create table settings (
      id text primary key check (id = 'settings'),
      version integer not null,
      changed_at integer not null,
      body text not null,
      key_set text not null,
      wrapped_key blob not null
    ) strict;

    create table audit_event (
      seq integer primary key,
      at integer not null,
      actor text not null,
      action text not null,
      subject text not null,
      subject_id text not null,
      changed_fields text not null,
      sealed_details blob not null,
      hash blob not null
    ) strict;
    create index audit_event_by_subject on audit_event (subject, subject_id, seq);
    create table audit_head (
      id text primary key check (id = 'head'),
      seq integer not null,
      hash blob not null
    ) strict;
    insert into audit_head values ('head', 0, zeroblob(32));
  `,
  postgres: `
    create function candidate_search_terms(folded text, approval text, hidden smallint) returns text[]
      language sql immutable parallel safe
      as $$
        select array(select distinct substr(folded, place, 3) from generate_series(2, char_length(folded) - 2) as place)
          || array['a:' || left(approval, 1), 'h:' || hidden]
      $$;
    create table candidate (
      seq bigint generated always as identity primary key,
      id text collate "C" not null unique,
      registry text collate "C" not null,
      name text not null,
      name_folded text collate "C" not null,
      nationality text not null,
      approval text collate "C" not null check (approval in ('approved', 'waiting', 'returned')),
      hidden smallint not null check (hidden in (0, 1)),
      added_by text collate "C" not null,
      added_at bigint not null,
      changed_at bigint not null,
      approved_at bigint,
      approved_by text collate "C",
      version integer not null,
      key_set text collate "C" not null,
      passport_index bytea not null unique,
      ircc_index bytea not null unique,
      wrapped_key bytea not null,
      sealed bytea not null,
      search_terms text[] collate "C" generated always as (candidate_search_terms(name_folded, approval, hidden)) stored
    );
    create index candidate_by_name on candidate (registry, approval, hidden, name_folded, seq);
    create index candidate_by_added on candidate (registry, approval, hidden, added_at, seq, name_folded);
    create index candidate_by_changed on candidate (registry, approval, hidden, changed_at, seq, name_folded);
    create index candidate_by_adder on candidate (added_by, added_at, seq);
    create index candidate_by_key_set on candidate (key_set);
    create index candidate_names on candidate using gin (search_terms) with (fastupdate = off);

    create table settings (
      id text primary key check (id = 'settings'),
      version integer not null,
      changed_at bigint not null,
      body text not null,
      key_set text not null,
      wrapped_key bytea not null
    );

    create table audit_event (
      seq bigint primary key,
      at bigint not null,
      actor text collate "C" not null,
      action text collate "C" not null,
      subject text collate "C" not null,
      subject_id text collate "C" not null,
      changed_fields text not null,
      sealed_details bytea not null,
      hash bytea not null
    );
    create index audit_event_by_subject on audit_event (subject, subject_id, seq);
    create table audit_head (
      id text primary key check (id = 'head'),
      seq bigint not null,
      hash bytea not null
    );
    insert into audit_head values ('head', 0, decode(repeat('00', 32), 'hex'));
  `,
};
