import type { Migration } from "./migration.ts";

/**
 * News found by the beginnings of their words. The words come folded, with spaces between them, so that both engines only
 * compare: SQLite in a full-text table kept by triggers, PostgreSQL in a vector under a GIN index. Posts from before are
 * found by what their own engine makes of them, until they are edited.
 */
export const postSearch: Migration = {
  sqlite: `
    alter table post add column search_words text not null default '';
    update post set search_words = lower(title || ' ' || text);
    create virtual table post_words using fts5 (
      search_words,
      content = 'post', content_rowid = 'seq', detail = none, prefix = '2 3', tokenize = 'ascii'
    );
    insert into post_words (post_words, rank) values ('secure-delete', 1);
    insert into post_words (rowid, search_words) select seq, search_words from post;
    create trigger post_words_insert after insert on post begin
      insert into post_words (rowid, search_words) values (new.seq, new.search_words);
    end;
    create trigger post_words_delete after delete on post begin
      insert into post_words (post_words, rowid, search_words) values ('delete', old.seq, old.search_words);
    end;
    create trigger post_words_update after update of search_words on post begin
      insert into post_words (post_words, rowid, search_words) values ('delete', old.seq, old.search_words);
      insert into post_words (rowid, search_words) values (new.seq, new.search_words);
    end;
  `,
  postgres: `
    alter table post add column search_words text collate "C" not null default '';
    update post set search_words = regexp_replace(lower(title || ' ' || text), '[[:space:][:punct:]]+', ' ', 'g');
    alter table post add column search_vector tsvector
      generated always as (array_to_tsvector(array_remove(string_to_array(search_words, ' '), ''))) stored;
    create index post_by_words on post using gin (search_vector) with (fastupdate = off);
  `,
};
