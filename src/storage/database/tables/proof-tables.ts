import type { Generated } from "kysely";
import type { KeyPurpose } from "#core/proofs/public-keys.ts";

export type ProofTables = {
  signing_key: {
    /** The thumbprint of the public half: `kid` in what it signs. */
    id: string;
    registry: string;
    purpose: KeyPurpose;
    /** Purpose and registry while it is the one that signs new things; null afterwards. */
    signs_for: string | null;
    /** As JSON. It stays for good. */
    public_jwk: string;
    made_at: number;
    retired_at: number | null;
    /** When somebody said that it was stolen, and the checkpoint that what it signed has to be older than, as JSON. */
    revoked_at: number | null;
    revoked_after: string | null;
    /** The private half; null once nothing is signed with it any more. */
    key_set: string | null;
    wrapped_key: Uint8Array | null;
    sealed: Uint8Array | null;
  };

  /** Says of so many statements whether they stand: of those whose leaves are one block of a tree of the log. */
  status_list: {
    id: number;
    registry: string;
    tree_id: string;
    block: number;
    /** Makes the order of its places. */
    seed: Uint8Array;
    /** How many of its statements were ended. */
    ended: number;
  };

  /** The list in which places are given now. */
  open_status_list: {
    registry: string;
    list_id: number;
  };

  /** What can be signed of a published version of a record. */
  statement: {
    seq: Generated<number>;
    registry: string;
    /** Null once the record is deleted, with the content. */
    record_id: string | null;
    kid: string;
    list_id: number;
    place: number;
    /** A bit for each kind of document in it: `documentBit` of core. */
    kinds: number;
    issued_at: number;
    /** Whoever has it asks anew from then on. */
    ends_at: number;
    /** When it was withdrawn or replaced; null while it stands. */
    ended_at: number | null;
    /** Where the public log has it: the tree's generation, and the index of the leaf. */
    published_tree: number;
    published_leaf: number;
    withdrawn_tree: number | null;
    withdrawn_leaf: number | null;
    /** Under the key of the record. */
    sealed: Uint8Array | null;
  };

  /** How far the records were compared with their statements, with these kinds of documents shown. */
  statement_sweep: {
    registry: string;
    kinds: number;
    after_seq: number;
  };
};
