import type { Migration } from "./migration.ts";

/** News. What they say is public; their images are kept as all images are, under a key of the post. */
export const posts: Migration = {
  sqlite: `
    create table post (
      seq integer primary key autoincrement,
      id text not null unique,
      registry text not null,
      title text not null,
      text text not null,
      images text not null,
      added_at integer not null,
      added_by text not null,
      changed_at integer not null,
      changed_by text not null,
      version integer not null,
      key_set text not null,
      wrapped_key blob not null
    ) strict;
    create index post_by_added on post (registry, added_at, seq);
    alter table image add column post_id text;
    create index image_by_post on image (post_id) where post_id is not null;
  `,
  postgres: `
    create table post (
      seq bigint generated always as identity primary key,
      id text collate "C" not null unique,
      registry text collate "C" not null,
      title text not null,
      text text not null,
      images text not null,
      added_at bigint not null,
      added_by text collate "C" not null,
      changed_at bigint not null,
      changed_by text collate "C" not null,
      version integer not null,
      key_set text collate "C" not null,
      wrapped_key bytea not null
    );
    create index post_by_added on post (registry, added_at, seq);
    alter table image add column post_id text collate "C";
    create index image_by_post on image (post_id) where post_id is not null;
  `,
};
