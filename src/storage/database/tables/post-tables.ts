import { big, bytes, code, count, sequence, table, text } from "./table.ts";

/** Posts. Their words are public. Their images are stored like all images, under a key of the post. */
export const postTables = {
  /**
   * Posts are found by the beginnings of their words. SQLite has the words in a full-text table that triggers keep up
   * to date, PostgreSQL in a vector under a GIN index.
   */
  post: table({
    key: ["seq"],
    columns: {
      /** Orders posts that were added in the same millisecond. */
      seq: sequence(),
      id: code("unique"),
      registry: code(),
      title: text(),
      text: text(),
      /** Both empty if the post is in one language. */
      bangla_title: text(),
      bangla_text: text(),
      /** The two images of the post, as JSON. */
      images: text(),
      added_at: big(),
      added_by: code(),
      changed_at: big(),
      changed_by: code(),
      version: count(),
      key_set: code(),
      wrapped_key: bytes(),
      /** The words of the post, folded by the program and separated by spaces, so that both engines only compare. */
      search_words: code(),
      /** Binds the other columns to the key of the post. */
      bound: bytes(),
    },
    lines: {
      sqlite: "",
      postgres: `search_vector tsvector
    generated always as (array_to_tsvector(array_remove(string_to_array(search_words, ' '), ''))) stored`,
    },
    indexes: { post_by_added: "(registry, added_at, seq)" },
    after: {
      sqlite: `
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
      postgres: "create index post_by_words on post using gin (search_vector) with (fastupdate = off);",
    },
  }),
};
