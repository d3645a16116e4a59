import type { Generated } from "kysely";

export type BackupTables = {
  /** What was deleted for good, and when: applied again after a backup from before it is restored. */
  erasure: {
    seq: Generated<number>;
    subject: "candidate" | "person" | "post" | "comment";
    erased_id: string;
    at: number;
    /** Null until the ledger at BACKUP_URL has it. */
    written_at: number | null;
  };

  backup_run: {
    id: string;
    started_at: number;
    /** When it last said that it goes on. */
    heard_at: number;
    ended_at: number | null;
    state: "running" | "done" | "failed";
    /** Where to, without what signs in there. */
    target: string;
    /** The name of the backup at the target, once it is made. */
    backup: string | null;
    records_count: Generated<number>;
    images_count: Generated<number>;
    bytes_total: Generated<number>;
    bytes_sent: Generated<number>;
    problem: string | null;
  };
};
