import type { Generated } from "kysely";
import type { HolderState } from "#core/holders/binding.ts";
import type { Approval } from "#core/records/candidate-record.ts";

export type RecordTables = {
  candidate: {
    /** Orders rows that are otherwise equal, and joins the name index. */
    seq: Generated<number>;
    id: string;
    registry: string;
    name: string;
    name_folded: string;
    nationality: string;
    approval: Approval;
    hidden: 0 | 1;
    added_by: string;
    added_at: number;
    changed_at: number;
    approved_at: number | null;
    approved_by: string | null;
    /** Who works on it: an account, or nobody. */
    assigned_to: Generated<string | null>;
    version: number;
    /** Which key set made the indexes and hashes and wrapped the key. */
    key_set: string;
    passport_index: Uint8Array;
    ircc_index: Uint8Array;
    /** Of the last four characters. These four are null until they are made for a record of an earlier version. */
    passport_last_four: Uint8Array | null;
    ircc_last_four: Uint8Array | null;
    /** Of the name and the parents' names; null without a parent's. */
    same_person: Uint8Array | null;
    /** A bit for each kind of document that it has: `documentBits` of core. */
    document_kinds: number | null;
    /** To filter by: `holders.ts` keeps it as the rows of links and holders are. */
    holder_state: Generated<HolderState>;
    wrapped_key: Uint8Array;
    sealed: Uint8Array;
  };

  /** How many records were in a state a minute ago. */
  record_count: {
    registry: string;
    public_state: string;
    records: number;
  };

  /** On which days documents of a record end. */
  record_last_day: {
    record_seq: number;
    day: string;
  };

  /** Records that will be deleted because their time is over. */
  retention_notice: {
    record_seq: number;
    registry: string;
    noticed_at: number;
    /** The day, as the site counts the days on which it ran, from which on it may be deleted. */
    ends_on: number;
  };

  /** Until which day a record is kept although its time is over. */
  retention_hold: {
    record_seq: number;
    until: string;
  };

  record_comment: {
    seq: Generated<number>;
    id: string;
    candidate_id: string;
    written_by: string;
    written_at: number;
    /** The text, under the key of the record. */
    sealed: Uint8Array;
  };

  /** A link to the holder's page that nobody has used yet; a record has one at a time. */
  holder_link: {
    candidate_id: string;
    /** SHA-256. */
    code_hash: Uint8Array;
    made_at: number;
    works_from: number;
    ends_at: number;
    /** The code, and why it was made, under the key of the record. */
    sealed: Uint8Array;
  };

  /** The device that opens the holder's page of a record. */
  holder: {
    id: string;
    candidate_id: string;
    /** SHA-256 of what its cookie has. */
    device_hash: Uint8Array;
    bound_at: number;
    /** Of the page that is open on it. */
    opened_hash: Uint8Array | null;
    opened_until: number | null;
    /** From when on they are told by mail, and what; empty where nothing happened. */
    tell_at: number | null;
    tell: string;
    /** The student whose account opens it too. */
    person_id: Generated<string | null>;
    /** The hash of the PIN, the passkey and the address for mails, under the key of the record. */
    sealed: Uint8Array;
  };

  /** On a day on which visitors found the record of a holder. */
  holder_look: {
    holder_id: string;
    day: string;
    /** How often, by what way and from where, under the key of the record. */
    sealed: Uint8Array;
  };

  /** A report that the holder wrote on their own page. */
  holder_report: {
    report_id: string;
    holder_id: string;
  };

  /** What the holder of a record lets others see for a while. */
  share_code: {
    id: string;
    holder_id: string;
    /** A keyed hash of the code and the first name. */
    code_hash: Uint8Array;
    made_at: number;
    /** Where the holder ended it, that moment. */
    ends_at: number;
    most_uses: number;
    uses: number;
    /** The day of each use, with spaces between them. */
    used_days: string;
    /** For whom, the holder's words and which documents, under the key of the record. */
    sealed: Uint8Array;
  };

  /** Somebody who waits for a record with this number. Both kinds of numbers are meant. */
  watch: {
    id: string;
    /** A keyed hash of the mailbox. */
    mailbox_index: Uint8Array;
    passport_index: Uint8Array;
    ircc_index: Uint8Array;
    /** Null until the mailbox's owner pressed the button. */
    confirmed_at: number | null;
    ends_at: number;
    /** When it last met a record with this number by another name; null if it never did. */
    compared_at: Generated<number | null>;
    /** Which key set made the indexes and wrapped the key. */
    key_set: string;
    wrapped_key: Uint8Array;
    /** The number, the address, the name under the policy that compares it, the language. */
    sealed: Uint8Array;
  };

  /** A mailbox to which nothing of this goes for a while. */
  watch_stop: {
    mailbox_index: Uint8Array;
    ends_at: number;
  };

  image: {
    id: string;
    state: "arriving" | "waiting" | "kept" | "leaving";
    candidate_id: string | null;
    post_id: Generated<string | null>;
    uploaded_by: string;
    uploaded_at: number;
    /** A sheet is shown whole, a portrait cropped to the face. */
    published_for: "paper" | "portrait";
    page_count: number;
    /** Which key set wrapped the key; null once it is wrapped under the record's key. */
    key_set: string | null;
    /** Null once it is leaving: from then on nobody can open its blobs. */
    wrapped_key: Uint8Array | null;
    sealed: Uint8Array | null;
    /** Of the file, where it belongs to a record; null until it is made for one of an earlier version. */
    file_hash: Generated<Uint8Array | null>;
  };

  form_draft: {
    id: string;
    person_id: string;
    /** Which form it was typed into. */
    form: string;
    /** Which opened page saved it last, and how often it was saved. */
    opening: string;
    version: number;
    saved_at: number;
    /** These are null once it has ended. */
    key_set: string | null;
    wrapped_key: Uint8Array | null;
    sealed: Uint8Array | null;
  };

  /** Filters and order of the list of records under a name; each person has their own. */
  record_view: {
    id: string;
    person_id: string;
    name: string;
    /** As in the address of the list. */
    query: string;
  };

  /** The columns of the list that a person chose, with spaces between them. */
  record_columns: {
    person_id: string;
    columns: string;
  };

  /** An upload that waits for as long as the draft does. */
  form_draft_image: {
    image_id: string;
    draft_id: string;
  };
};
