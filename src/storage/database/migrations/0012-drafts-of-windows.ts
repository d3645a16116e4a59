import type { Migration } from "./migration.ts";

/**
 * One draft for each form that somebody fills in, no longer one for each person: two windows do not write over each other.
 * `opening` says which opened page saved it last, `version` counts how often it was saved. An image may wait for more
 * than one draft. The key of a draft from before stays bound to the person, whose id therefore becomes the draft's.
 */
export const draftsOfWindows: Migration = {
  sqlite: `
    create table form_draft (
      id text primary key,
      person_id text not null references person (id) on delete cascade,
      form text not null,
      opening text not null,
      version integer not null,
      saved_at integer not null,
      key_set text,
      wrapped_key blob,
      sealed blob,
      unique (person_id, form)
    ) strict, without rowid;
    create table form_draft_image (
      image_id text not null references image (id) on delete cascade,
      draft_id text not null references form_draft (id) on delete cascade,
      primary key (image_id, draft_id)
    ) strict, without rowid;
    create index form_draft_image_by_draft on form_draft_image (draft_id);
    insert into form_draft
      select person_id, person_id, form, '', 1, saved_at, key_set, wrapped_key, sealed from candidate_draft;
    insert into form_draft_image select image_id, person_id from candidate_draft_image;
    drop table candidate_draft_image;
    drop table candidate_draft;
  `,
  postgres: `
    create table form_draft (
      id text collate "C" primary key,
      person_id text collate "C" not null references person (id) on delete cascade,
      form text collate "C" not null,
      opening text collate "C" not null,
      version integer not null,
      saved_at bigint not null,
      key_set text collate "C",
      wrapped_key bytea,
      sealed bytea,
      unique (person_id, form)
    );
    create table form_draft_image (
      image_id text collate "C" not null references image (id) on delete cascade,
      draft_id text collate "C" not null references form_draft (id) on delete cascade,
      primary key (image_id, draft_id)
    );
    create index form_draft_image_by_draft on form_draft_image (draft_id);
    insert into form_draft
      select person_id, person_id, form, '', 1, saved_at, key_set, wrapped_key, sealed from candidate_draft;
    insert into form_draft_image select image_id, person_id from candidate_draft_image;
    drop table candidate_draft_image;
    drop table candidate_draft;
  `,
};
