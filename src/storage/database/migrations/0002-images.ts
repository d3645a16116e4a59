import type { Migration } from "./migration.ts";

/**
 * Uploaded images. `arriving` while its blobs are written, `waiting` for a record, `kept` by one, `leaving` when its
 * blobs are to be removed. The row is there before the first blob and after the last, so that no blob is ever forgotten.
 */
export const images: Migration = {
  sqlite: `
    create table image (
      id text primary key,
      state text not null check (state in ('arriving', 'waiting', 'kept', 'leaving')),
      candidate_id text,
      uploaded_by text not null,
      uploaded_at integer not null,
      published_for text not null check (published_for in ('paper', 'portrait')),
      page_count integer not null,
      key_set text,
      wrapped_key blob,
      sealed blob
    ) strict, without rowid;
    create index image_by_candidate on image (candidate_id) where candidate_id is not null;
    create index image_by_state on image (state, uploaded_at) where state != 'kept';
  `,
  postgres: `
    create table image (
      id text collate "C" primary key,
      state text collate "C" not null check (state in ('arriving', 'waiting', 'kept', 'leaving')),
      candidate_id text collate "C",
      uploaded_by text collate "C" not null,
      uploaded_at bigint not null,
      published_for text collate "C" not null check (published_for in ('paper', 'portrait')),
      page_count integer not null,
      key_set text collate "C",
      wrapped_key bytea,
      sealed bytea
    );
    create index image_by_candidate on image (candidate_id) where candidate_id is not null;
    create index image_by_state on image (state, uploaded_at) where state != 'kept';
  `,
};
