import type { Engine } from "../database.ts";

/**
 * Posts are found by the beginnings of their words. The program folds the words in `search_words` and separates them by
 * spaces, so that both engines only compare. SQLite has them in a full-text table that triggers keep up to date,
 * PostgreSQL in a vector under a GIN index.
 */
const wordSearch = {
  sqlite: {
    columns: "",
    after: `
  create virtual table post_words using fts5 (
    search_words,
    content = 'post', content_rowid = 'seq', detail = none, prefix = '2 3', tokenize = 'ascii'
  );
  insert into post_words (post_words, rank) values ('secure-delete', 1);
  create trigger post_words_insert after insert on post begin
    insert into post_words (rowid, search_words) values (new.seq, new.search_words);
  end;
  create trigger post_words_delete after delete on post begin
    insert into post_words (post_words, rowid, search_words) values ('delete', old.seq, old.search_words);
  end;
  create trigger post_words_update after update of search_words on post begin
    insert into post_words (post_words, rowid, search_words) values ('delete', old.seq, old.search_words);
    insert into post_words (rowid, search_words) values (new.seq, new.search_words);
  end;`,
  },
  postgres: {
    columns: `,
    search_vector tsvector
      generated always as (array_to_tsvector(array_remove(string_to_array(search_words, ' '), ''))) stored`,
    after: `
  create index post_by_words on post using gin (search_vector) with (fastupdate = off);`,
  },
};

/** Posts. Their words are public. Their images are stored like all images, under a key of the post. */
export const postTables = (engine: Engine): string => `
  create table post (
    seq {sequence},
    id {code} not null unique,
    registry {code} not null,
    title {text} not null,
    text {text} not null,
    images {text} not null,
    added_at {big} not null,
    added_by {code} not null,
    changed_at {big} not null,
    changed_by {code} not null,
    version {count} not null,
    key_set {code} not null,
    wrapped_key {bytes} not null,
    search_words {code} not null default ''${wordSearch[engine].columns}
  ) {rows};
  create index post_by_added on post (registry, added_at, seq);
  ${wordSearch[engine].after}
`;
