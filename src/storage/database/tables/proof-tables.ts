import { addedBy, big, bytes, code, count, oneOf, orNull, sequence, table, text } from "./table.ts";

/** Signing keys, statements and the public log. */
export const proofTables = {
  /** For each registry and purpose one key signs. The other rows are kept for checks of old signatures. */
  signing_key: table({
    key: ["id"],
    columns: {
      /** The thumbprint of the public half: the `kid` of signatures. */
      id: code(),
      registry: code(),
      purpose: oneOf("statement", "log"),
      /** Purpose and registry while the key makes new signatures; null afterwards. */
      signs_for: orNull(code("unique")),
      /** As JSON. It is never deleted. */
      public_jwk: text(),
      made_at: big(),
      retired_at: orNull(big()),
      /** When the key was reported stolen, and a checkpoint as JSON: only signatures older than it stay valid. */
      revoked_at: orNull(big()),
      revoked_after: orNull(text()),
      /** The private half, while the key signs. Afterwards it still proves the columns that are published. */
      key_set: code(),
      wrapped_key: bytes(),
      sealed: bytes(),
    },
    indexes: { signing_key_by_key_set: "(key_set)" },
  }),

  /** One tree of the public log. After a restore to an older state the next tree begins: decision 0030. */
  log_tree: table({
    key: ["id"],
    columns: {
      id: code(),
      registry: code(),
      /** Counted from 1. Only the last generation of a registry grows. */
      generation: count(),
      /** The name under which its checkpoints are signed. */
      origin: code(),
      /** The number of leaves. */
      size: big(),
      begun_at: big(),
      ended_at: orNull(big()),
    },
    lines: "unique (registry, generation)",
  }),

  /** The newest checkpoint of a tree. */
  log_checkpoint: table({
    key: ["tree_id"],
    columns: {
      tree_id: code("references log_tree (id)"),
      size: big(),
      root: bytes(),
      /** The checkpoint as it is served, with the cosignatures that it has. */
      note: text(),
      signed_at: big(),
    },
  }),

  log_leaf: table({
    key: ["tree_id", "position"],
    withoutRowid: true,
    columns: {
      tree_id: code(),
      position: big(),
      entry: bytes(),
    },
    // Both leaves of a statement end with the same commitment: proofs/withdrawals.ts. Publications do not write it.
    indexes: {
      log_leaf_withdrawn: {
        addedBy: "1.1",
        on: "(substr(entry, 23)) where substr(entry, 1, 21) = cast('attestry/v1 withdrawn' as {bytes})",
      },
    },
  }),

  /** Up to 256 hashes. A tile of level 0 is stored only once it is complete; tiles of other levels grow. */
  log_tile: table({
    key: ["tree_id", "level", "place"],
    leftOutOfBackups: true,
    columns: {
      tree_id: code(),
      level: count(),
      place: big(),
      hashes: bytes(),
    },
  }),

  /** Says whether statements stand: the statements whose leaves form one block of a tree of the public log. */
  status_list: table({
    key: ["id"],
    columns: {
      id: big(),
      registry: code(),
      tree_id: code(),
      block: count(),
      /** The address of the site when the list was begun. Its statements name no other one. */
      issuer: text(),
      /** Determines the order of the places. */
      seed: bytes(),
      /** The number of statements in the list that were ended. */
      ended: count(),
    },
  }),

  /**
   * The status list in which new statements get their places. It is in no backup, so that a restored site begins
   * another list: after the backup the site may have given places that the restored site does not know.
   */
  open_status_list: table({
    key: ["registry"],
    leftOutOfBackups: true,
    columns: {
      registry: code(),
      list_id: big(),
    },
  }),

  /** A statement that can be signed about one published version of a record. */
  statement: table({
    key: ["seq"],
    columns: {
      seq: sequence(),
      registry: code(),
      /** Null once the record is deleted. The content is deleted then, too. */
      record_id: orNull(code()),
      kid: code(),
      list_id: big("references status_list (id)"),
      place: count(),
      /** A bit for each kind of document in it: `documentBit` of core. */
      kinds: count(),
      issued_at: big(),
      /** From this time on, anyone who has the statement must ask for a new one. */
      ends_at: big(),
      /** When it was withdrawn or replaced; null while it stands. */
      ended_at: orNull(big()),
      /** The place in the public log: the generation of the tree, and the index of the leaf. */
      published_tree: count(),
      published_leaf: big(),
      withdrawn_tree: orNull(count()),
      withdrawn_leaf: orNull(big()),
      /** The content, sealed under the key of the record. */
      sealed: orNull(bytes()),
    },
    lines: "unique (list_id, place)",
    indexes: { statement_by_record: "(record_id, issued_at)" },
  }),

  /** How far records were compared with their statements, while these kinds of documents and own fields were shown. */
  statement_sweep: table({
    key: ["registry"],
    leftOutOfBackups: true,
    columns: {
      registry: code(),
      kinds: count(),
      after_seq: big(),
      /** The ids of the operator's own fields. */
      fields: addedBy("1.1", text(), "''"),
    },
  }),

  presentation: table({
    key: ["id"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      /** Only the visitor who asked has it. */
      id: code(),
      until: big(),
      /** A sealed token with what was shown. */
      answer: text(),
    },
    indexes: { presentation_by_until: "(until)" },
  }),

  /** Registers of agencies as they were read last. Each is signed, and every reader checks that. */
  read_register: table({
    key: ["registry", "key"],
    leftOutOfBackups: true,
    columns: {
      registry: code(),
      /** The thumbprint of the key that signs it. */
      key: code(),
      token: text(),
      read_at: big(),
    },
  }),
};
