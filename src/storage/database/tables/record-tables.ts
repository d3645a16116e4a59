import { big, bytes, code, count, flag, oneOf, orNull, sequence, table, text } from "./table.ts";

const ofPerson = "references person (id) on delete cascade";

const day = 86_400_000;

/** In days. A walk passes records that were changed sooner than the step says, so the steps are not wide. */
export const lags = [8, 64, 128, 256, 512, 1_000_000];

/** In SQL: the first of `lags` within which after it was added the record was last changed. */
export const changedWithin = `(case ${lags.map((lag) => `when changed_at < added_at + ${lag * day} then ${lag}`).join(" ")} end)`;

/**
 * Names are searched by trigrams. SQLite has them in a full-text table that triggers keep up to date; PostgreSQL in an
 * array column under a GIN index, which needs no extension. Both leave out the first letter: the name index finds names
 * that begin with the search, and a common title ("Md.") does not drown the rest. Both contain the state of the record
 * ("a:w" waiting, "h:1" hidden), so that a search for a common name in a rare state does not read every record with
 * that name.
 */
const nameSearch = {
  before: {
    sqlite: "",
    postgres: `
create function candidate_search_terms(folded text, approval text, hidden smallint) returns text[]
  language sql immutable parallel safe
  as $$
    select array(select distinct substr(folded, place, 3) from generate_series(2, char_length(folded) - 2) as place)
      || array['a:' || left(approval, 1), 'h:' || hidden]
  $$;`,
  },
  lines: {
    sqlite: `name_rest text generated always as (substr(name_folded, 2)) virtual,
  state_tags text generated always as ('a:' || substr(approval, 1, 1) || ' h:' || hidden) virtual`,
    postgres: `search_terms text[] collate "C"
    generated always as (candidate_search_terms(name_folded, approval, hidden)) stored`,
  },
  after: {
    sqlite: `
create index candidate_briefly on candidate
  (seq, registry, approval, hidden, name_folded, added_at, changed_at, added_by, document_kinds, holder_state);
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
    postgres: "create index candidate_names on candidate using gin (search_terms) with (fastupdate = off);",
  },
};

export const recordTables = {
  /**
   * Each order of the list has an index with the columns by which the list filters, and the orders by time another one
   * that begins with `holder_state`. Cards are made for the newest records first, so a walk without it would pass all of
   * these before it finds others.
   */
  candidate: table({
    key: ["seq"],
    columns: {
      /** Orders rows that are otherwise equal, and joins the name index. */
      seq: sequence(),
      id: code("unique"),
      registry: code(),
      name: text(),
      name_folded: code(),
      nationality: text(),
      approval: oneOf("approved", "waiting", "returned"),
      hidden: flag(),
      added_by: code(),
      added_at: big(),
      changed_at: big(),
      approved_at: orNull(big()),
      approved_by: orNull(code()),
      /** The account that works on the record; null for nobody. */
      assigned_to: orNull(code("references person (id) on delete set null")),
      version: count(),
      /** The key set that made the indexes and hashes and wrapped the key. */
      key_set: code(),
      passport_index: bytes("unique"),
      /** Null, like its hash below, if the record has no IRCC number. */
      ircc_index: orNull(bytes("unique")),
      /** A hash of the last four characters. */
      passport_last_four: bytes(),
      ircc_last_four: orNull(bytes()),
      /** A hash of the name and the parents' names; null without a parent's name. */
      same_person: orNull(bytes()),
      /** A bit for each kind of document that the record has: `documentBits` of core. */
      document_kinds: count(),
      /** For filters. `holders.ts` keeps it in line with the rows of links and holders. */
      holder_state: oneOf("none", "offered", "bound"),
      wrapped_key: bytes(),
      sealed: bytes(),
    },
    ...nameSearch,
    indexes: {
      candidate_by_name:
        "(registry, name_folded, seq, approval, hidden, added_at, changed_at, added_by, document_kinds, holder_state)",
      candidate_by_added:
        "(registry, added_at, seq, approval, hidden, name_folded, changed_at, added_by, document_kinds)",
      candidate_by_changed:
        "(registry, changed_at, seq, approval, hidden, name_folded, added_at, added_by, document_kinds)",
      candidate_by_adder:
        "(added_by, added_at, seq, registry, approval, hidden, name_folded, changed_at, document_kinds, holder_state)",
      candidate_by_documents:
        "(registry, document_kinds, added_at, seq, approval, hidden, name_folded, changed_at, added_by, holder_state)",
      candidate_by_holder_added:
        "(registry, holder_state, added_at, seq, approval, hidden, name_folded, changed_at, added_by, document_kinds)",
      candidate_by_holder_changed:
        "(registry, holder_state, changed_at, seq, approval, hidden, name_folded, added_at, added_by, document_kinds)",
      /** The records that are not shown, which are few. */
      candidate_not_shown:
        "(registry, hidden, approval, added_at, seq, name_folded, changed_at, added_by, document_kinds, holder_state) where approval <> 'approved' or hidden = 1",
      /** Records that were changed more than a day after they were added. */
      candidate_changed_late: `(registry, ${changedWithin}, changed_at, seq, added_at, approval, hidden, name_folded, added_by, document_kinds, holder_state) where changed_at > added_at + ${day}`,
      candidate_by_key_set: "(key_set)",
      candidate_by_passport_last_four: "(passport_last_four)",
      candidate_by_ircc_last_four: "(ircc_last_four)",
      candidate_by_same_person: "(same_person)",
      candidate_by_assignee: "(assigned_to) where assigned_to is not null",
      /** Waiting and returned records by the account that added them. */
      candidate_undecided: "(added_by, approval, added_at) where approval <> 'approved'",
      /** The durations of approvals. */
      candidate_by_approval: "(registry, approved_at, added_at) where approved_at > added_at",
    },
  }),

  /** The number of records in a state, as counted about a minute ago: some sites have too many to count each time. */
  record_count: table({
    key: ["registry", "public_state"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      registry: code(),
      public_state: code(),
      records: big(),
    },
  }),

  /** The days on which documents of a record end. Which document ends on which day is sealed with the record. */
  record_last_day: table({
    key: ["record_seq", "day"],
    withoutRowid: true,
    columns: {
      record_seq: big("references candidate (seq) on delete cascade"),
      day: code(),
    },
    indexes: { record_last_day_by_day: "(day, record_seq)" },
  }),

  /**
   * A keyed hash of what each record has of each own field that can be searched, also of nothing. `own-index.ts` keeps them in
   * line with the records.
   */
  own_value: table({
    addedBy: "1.1",
    key: ["record_seq", "field"],
    withoutRowid: true,
    columns: {
      record_seq: big("references candidate (seq) on delete cascade"),
      /** The id of the field. */
      field: code(),
      hash: bytes(),
    },
    indexes: { own_value_by_hash: "(field, hash, record_seq)" },
  }),

  /**
   * The own fields that have rows in `own_value`, or will have. One row is about no field (`lastDaysAnew` in `own-index.ts`):
   * while it is there, the rows of `record_last_day` are written anew in steps, because a kind was switched on or off.
   */
  own_search: table({
    addedBy: "1.1",
    key: ["field"],
    withoutRowid: true,
    columns: {
      field: code(),
      /** `ending`: the field is not searched any more, and its rows are deleted in steps. The row about the last days has no other state. */
      state: oneOf("filling", "complete", "ending"),
      /** The last record that is done: it has its row, or its last days. */
      filled_to: big(),
    },
  }),

  /** A change of an approved record that waits for a second person. The record stays as it is until then. */
  record_revision: table({
    addedBy: "1.1",
    key: ["id"],
    columns: {
      /** The id of the record. */
      id: code("references candidate (id) on delete cascade"),
      registry: code(),
      state: oneOf("waiting", "returned"),
      begun_at: big(),
      /** The version of the record with which its revision was last changed. The record has it under its seal. */
      version: count(),
      /** The key set that made the two hashes: of numbers that are new, which no other record may get. */
      key_set: code(),
      passport_index: orNull(bytes("unique")),
      ircc_index: orNull(bytes("unique")),
      /** The edits, under the key of the record. */
      sealed: bytes(),
    },
    indexes: {
      record_revision_by_state: "(registry, state, begun_at)",
      record_revision_by_key_set: "(key_set)",
    },
  }),

  record_comment: table({
    key: ["seq"],
    columns: {
      seq: sequence(),
      id: code("unique"),
      candidate_id: code("references candidate (id) on delete cascade"),
      written_by: code(),
      written_at: big(),
      /** The text, sealed under the key of the record. */
      sealed: bytes(),
    },
    indexes: { record_comment_by_record: "(candidate_id, seq)" },
  }),

  /** Records that will be deleted because their time is over. */
  retention_notice: table({
    key: ["record_seq"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      record_seq: big("references candidate (seq) on delete cascade"),
      registry: code(),
      noticed_at: big(),
      /** The first day on which the record may be deleted, counted in days on which the site ran. */
      ends_on: big(),
    },
    indexes: { retention_notice_by_end: "(registry, ends_on, record_seq)" },
  }),

  /** The day until which a record is kept although its time is over. */
  retention_hold: table({
    key: ["record_seq"],
    withoutRowid: true,
    columns: {
      record_seq: big("references candidate (seq) on delete cascade"),
      until: code(),
    },
  }),

  /**
   * An image is `arriving` while its blobs are written, `waiting` for a record, `kept` by a record, and `leaving` when
   * its blobs must be removed. Its row exists before the first blob and after the last, so that no blob is ever
   * forgotten.
   */
  image: table({
    key: ["id"],
    withoutRowid: true,
    columns: {
      id: code(),
      state: oneOf("arriving", "waiting", "kept", "leaving"),
      candidate_id: orNull(code()),
      post_id: orNull(code()),
      uploaded_by: code(),
      uploaded_at: big(),
      /** A sheet is shown whole, a portrait cropped to the face. */
      published_for: oneOf("paper", "portrait"),
      page_count: count(),
      /** The key set that wrapped the key; null once the key is wrapped under the record's key. */
      key_set: orNull(code()),
      /** Null once the image is leaving: from then on its blobs cannot be opened. */
      wrapped_key: orNull(bytes()),
      sealed: orNull(bytes()),
      /** A hash of the file of a record's image. */
      file_hash: orNull(bytes()),
    },
    indexes: {
      image_by_candidate: "(candidate_id) where candidate_id is not null",
      image_by_post: "(post_id) where post_id is not null",
      image_by_state: "(state, uploaded_at) where state != 'kept'",
      image_by_file_hash: "(file_hash) where file_hash is not null",
    },
  }),

  /** Each form has one draft, so that two windows do not overwrite each other. */
  form_draft: table({
    key: ["id"],
    withoutRowid: true,
    columns: {
      id: code(),
      person_id: code(ofPerson),
      /** The form whose input the draft has. */
      form: code(),
      /** The opened page that saved the draft last, and the number of saves. */
      opening: code(),
      version: count(),
      saved_at: big(),
      /** These three are null once the draft has ended. */
      key_set: orNull(code()),
      wrapped_key: orNull(bytes()),
      sealed: orNull(bytes()),
    },
    lines: "unique (person_id, form)",
  }),

  /** An upload that waits for a record as long as the draft exists. */
  form_draft_image: table({
    key: ["image_id", "draft_id"],
    withoutRowid: true,
    columns: {
      image_id: code("references image (id) on delete cascade"),
      draft_id: code("references form_draft (id) on delete cascade"),
    },
    indexes: { form_draft_image_by_draft: "(draft_id)" },
  }),

  /** Filters and order of the list of records under a name. Each person has their own views. */
  record_view: table({
    key: ["id"],
    withoutRowid: true,
    columns: {
      id: code(),
      person_id: code(ofPerson),
      name: text(),
      /** The query as in the URL of the list. */
      query: text(),
    },
    lines: "unique (person_id, name)",
  }),

  /** The columns of the list that a person chose, separated by spaces. */
  record_columns: table({
    key: ["person_id"],
    withoutRowid: true,
    columns: {
      person_id: code(ofPerson),
      columns: text(),
    },
  }),
};
