import { big, bytes, code, oneOf, orNull, table, text } from "./table.ts";

export const backupTables = {
  /**
   * Permanent deletions with their times, as a hash chain. They are applied again after an older backup is restored.
   */
  erasure: table({
    key: ["seq"],
    columns: {
      seq: big(),
      subject: oneOf("candidate", "person", "post", "comment"),
      erased_id: code(),
      at: big(),
      /** The hash of the deletion before it. */
      previous: bytes(),
      /** Null until the deletion is in the ledger at BACKUP_URL. */
      written_at: orNull(big()),
    },
    lines: "unique (subject, erased_id)",
    indexes: { erasure_unwritten: "(seq) where written_at is null" },
  }),

  /** The end of the chain of deletions: the number of the last one, and its hash. Nobody without the secret can make it. */
  erasure_head: table({
    key: ["id"],
    columns: {
      id: oneOf("head"),
      key_set: code(),
      wrapped_key: bytes(),
      sealed: bytes(),
    },
  }),

  /** The backups that were made or begun, and the tries of a restore. */
  backup_run: table({
    key: ["id"],
    leftOutOfBackups: true,
    columns: {
      id: code(),
      started_at: big(),
      /** The time of the run's last sign of life. */
      heard_at: big(),
      ended_at: orNull(big()),
      state: oneOf("running", "done", "failed"),
      /** `check`: a restore is rehearsed. `restore`: this site was made from the backup. */
      kind: oneOf("backup", "check", "restore"),
      /** How much is done while it runs, and of how much; 0 if that is not known. */
      done: big(),
      total: big(),
      /** The address of the backup, without credentials. */
      target: text(),
      /** The name of the backup at the target; null until it is made. */
      backup: orNull(code()),
      records_count: big(),
      images_count: big(),
      bytes_total: big(),
      bytes_sent: big(),
      problem: orNull(text()),
    },
    indexes: { backup_run_by_start: "(started_at)" },
  }),

  /** Moves away from this database. By the mark of the documents, a process sees that they moved after it started. */
  move_mark: table({
    key: ["subject"],
    neverCopied: true,
    columns: {
      subject: oneOf("records", "documents"),
      /** `unfinished`: the records are on their way to this database. */
      state: oneOf("moved", "unfinished"),
      /** The other place, without credentials. */
      place: text(),
      at: big(),
    },
  }),
};
