import type { Generated } from "kysely";
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
    version: number;
    /** Which key set made the two indexes and wrapped the key. */
    key_set: string;
    passport_index: Uint8Array;
    ircc_index: Uint8Array;
    wrapped_key: Uint8Array;
    sealed: Uint8Array;
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

  /** An upload that waits for as long as the draft does. */
  form_draft_image: {
    image_id: string;
    draft_id: string;
  };
};
