import type { Generated } from "kysely";

export type BackupTables = {
  /** Permanent deletions with their times. They are applied again after an older backup is restored. */
  erasure: {
    seq: Generated<number>;
    subject: "candidate" | "person" | "post" | "comment";
    erased_id: string;
    at: number;
    /** Null until the deletion is in the ledger at BACKUP_URL. */
    written_at: number | null;
  };

  backup_run: {
    id: string;
    started_at: number;
    /** The time of the run's last sign of life. */
    heard_at: number;
    ended_at: number | null;
    state: "running" | "done" | "failed";
    /** The address of the backup, without credentials. */
    target: string;
    /** The name of the backup at the target; null until it is made. */
    backup: string | null;
    records_count: Generated<number>;
    images_count: Generated<number>;
    bytes_total: Generated<number>;
    bytes_sent: Generated<number>;
    problem: string | null;
  };
};
