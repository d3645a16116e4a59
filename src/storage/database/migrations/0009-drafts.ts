import type { Migration } from "./migration.ts";

/**
 * The add form that somebody is filling in, sealed: one for each person. Its images are held back from the sweep. Once its
 * record is added, or it is thrown away, nothing is left of it but the name of the form, so that what the page sent
 * before cannot bring it back.
 */
export const drafts: Migration = {
  sqlite: `
    create table candidate_draft (
      person_id text primary key references person (id) on delete cascade,
      form text not null,
      saved_at integer not null,
      key_set text,
      wrapped_key blob,
      sealed blob
    ) strict, without rowid;
    create table candidate_draft_image (
      image_id text primary key references image (id) on delete cascade,
      person_id text not null references candidate_draft (person_id) on delete cascade
    ) strict, without rowid;
    create index candidate_draft_image_by_person on candidate_draft_image (person_id);
  `,
  postgres: `
    create table candidate_draft (
      person_id text collate "C" primary key references person (id) on delete cascade,
      form text collate "C" not null,
      saved_at bigint not null,
      key_set text collate "C",
      wrapped_key bytea,
      sealed bytea
    );
    create table candidate_draft_image (
      image_id text collate "C" primary key references image (id) on delete cascade,
      person_id text collate "C" not null references candidate_draft (person_id) on delete cascade
    );
    create index candidate_draft_image_by_person on candidate_draft_image (person_id);
  `,
};
