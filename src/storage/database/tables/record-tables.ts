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
    /** The account that works on the record; null for nobody. */
    assigned_to: Generated<string | null>;
    version: number;
    /** The key set that made the indexes and hashes and wrapped the key. */
    key_set: string;
    passport_index: Uint8Array;
    ircc_index: Uint8Array;
    /** A hash of the last four characters. This and the next three are null in old records until a job makes them. */
    passport_last_four: Uint8Array | null;
    ircc_last_four: Uint8Array | null;
    /** A hash of the name and the parents' names; null without a parent's name. */
    same_person: Uint8Array | null;
    /** A bit for each kind of document that the record has: `documentBits` of core. */
    document_kinds: number | null;
    /** For filters. `holders.ts` keeps it in line with the rows of links and holders. */
    holder_state: Generated<HolderState>;
    wrapped_key: Uint8Array;
    sealed: Uint8Array;
  };

  /** The number of records in a state, as counted about a minute ago. */
  record_count: {
    registry: string;
    public_state: string;
    records: number;
  };

  /** The days on which documents of a record end. */
  record_last_day: {
    record_seq: number;
    day: string;
  };

  /** Records that will be deleted because their time is over. */
  retention_notice: {
    record_seq: number;
    registry: string;
    noticed_at: number;
    /** The first day on which the record may be deleted, counted in days on which the site ran. */
    ends_on: number;
  };

  /** The day until which a record is kept although its time is over. */
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
    /** The text, sealed under the key of the record. */
    sealed: Uint8Array;
  };

  /** A link to the holder's page that is not used yet. A record has at most one. */
  holder_link: {
    candidate_id: string;
    /** The SHA-256 of the code. */
    code_hash: Uint8Array;
    made_at: number;
    works_from: number;
    ends_at: number;
    /** The code and the reason why it was made, sealed under the key of the record. */
    sealed: Uint8Array;
  };

  /** The device that opens the holder's page of a record. */
  holder: {
    id: string;
    candidate_id: string;
    /** The SHA-256 of the secret in the device's cookie. */
    device_hash: Uint8Array;
    bound_at: number;
    /** The SHA-256 of the secret of the page that is open on the device. */
    opened_hash: Uint8Array | null;
    opened_until: number | null;
    /** When the holder is told something by mail, and what. Null and "" if nothing happened. */
    tell_at: number | null;
    tell: string;
    /** The student whose account opens the page too. */
    person_id: Generated<string | null>;
    /** The hash of the PIN, the passkey and the email address, sealed under the key of the record. */
    sealed: Uint8Array;
  };

  /** One row for each day on which visitors found the record of a holder. */
  holder_look: {
    holder_id: string;
    day: string;
    /** How often, in which ways and from which countries, sealed under the key of the record. */
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
    /** If the holder ended the code, the time of that. */
    ends_at: number;
    most_uses: number;
    uses: number;
    /** The day of each use, separated by spaces. */
    used_days: string;
    /** The recipient, the holder's words and the documents, sealed under the key of the record. */
    sealed: Uint8Array;
  };

  /** Somebody waits for a record with this number. It is compared with both kinds of numbers. */
  watch: {
    id: string;
    /** A keyed hash of the mailbox. */
    mailbox_index: Uint8Array;
    passport_index: Uint8Array;
    ircc_index: Uint8Array;
    /** Null until the owner of the mailbox has confirmed the watch. */
    confirmed_at: number | null;
    ends_at: number;
    /** When the watch was last compared with a record that has this number but another name; null if never. */
    compared_at: Generated<number | null>;
    /** The key set that made the indexes and wrapped the key. */
    key_set: string;
    wrapped_key: Uint8Array;
    /** The number, the email address, the language, and the name if the lookup policy compares names. */
    sealed: Uint8Array;
  };

  /** A mailbox that gets no mails about watches for a while. */
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
    /** The key set that wrapped the key; null once the key is wrapped under the record's key. */
    key_set: string | null;
    /** Null once the image is leaving: from then on its blobs cannot be opened. */
    wrapped_key: Uint8Array | null;
    sealed: Uint8Array | null;
    /** A hash of the file of a record's image. Null for an image of an earlier version until a job makes the hash. */
    file_hash: Generated<Uint8Array | null>;
  };

  form_draft: {
    id: string;
    person_id: string;
    /** The form whose input the draft has. */
    form: string;
    /** The opened page that saved the draft last, and the number of saves. */
    opening: string;
    version: number;
    saved_at: number;
    /** These three are null once the draft has ended. */
    key_set: string | null;
    wrapped_key: Uint8Array | null;
    sealed: Uint8Array | null;
  };

  /** Filters and order of the list of records under a name. Each person has their own views. */
  record_view: {
    id: string;
    person_id: string;
    name: string;
    /** The query as in the URL of the list. */
    query: string;
  };

  /** The columns of the list that a person chose, separated by spaces. */
  record_columns: {
    person_id: string;
    columns: string;
  };

  /** An upload that waits for a record as long as the draft exists. */
  form_draft_image: {
    image_id: string;
    draft_id: string;
  };
};
