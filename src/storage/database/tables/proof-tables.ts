import type { Generated } from "kysely";
import type { KeyPurpose } from "#core/proofs/public-keys.ts";

export type ProofTables = {
  signing_key: {
    /** The thumbprint of the public half: the `kid` of signatures. */
    id: string;
    registry: string;
    purpose: KeyPurpose;
    /** Purpose and registry while the key makes new signatures; null afterwards. */
    signs_for: string | null;
    /** As JSON. It is never deleted. */
    public_jwk: string;
    made_at: number;
    retired_at: number | null;
    /** When the key was reported stolen, and a checkpoint as JSON: only signatures older than it stay valid. */
    revoked_at: number | null;
    revoked_after: string | null;
    /** The private half; null once the key signs nothing any more. */
    key_set: string | null;
    wrapped_key: Uint8Array | null;
    sealed: Uint8Array | null;
  };

  /** Says whether statements stand: the statements whose leaves form one block of a tree of the public log. */
  status_list: {
    id: number;
    registry: string;
    tree_id: string;
    block: number;
    /** Determines the order of the places. */
    seed: Uint8Array;
    /** The number of statements in the list that were ended. */
    ended: number;
  };

  /** The status list in which new statements get their places. */
  open_status_list: {
    registry: string;
    list_id: number;
  };

  /** A statement that can be signed about one published version of a record. */
  statement: {
    seq: Generated<number>;
    registry: string;
    /** Null once the record is deleted. The content is deleted then, too. */
    record_id: string | null;
    kid: string;
    list_id: number;
    place: number;
    /** A bit for each kind of document in it: `documentBit` of core. */
    kinds: number;
    issued_at: number;
    /** From this time on, anyone who has the statement must ask for a new one. */
    ends_at: number;
    /** When it was withdrawn or replaced; null while it stands. */
    ended_at: number | null;
    /** The place in the public log: the generation of the tree, and the index of the leaf. */
    published_tree: number;
    published_leaf: number;
    withdrawn_tree: number | null;
    withdrawn_leaf: number | null;
    /** The content, sealed under the key of the record. */
    sealed: Uint8Array | null;
  };

  /** How far records were compared with their statements, while these kinds of documents were shown. */
  statement_sweep: {
    registry: string;
    kinds: number;
    after_seq: number;
  };
};
