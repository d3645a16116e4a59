import type { BlobStore } from "#storage/blobs/blob-store.ts";

/** Where backups go by the clock. Only the environment says it, so that nobody can send the data elsewhere from a page. */
export type BackupPlace = {
  /** For people to read, without keys. */
  readonly location: string;
  open: () => Promise<BlobStore>;
  /** Makes the backup that has begun as this run. Nobody waits for it; `whenEnded` hears how its process ended. */
  makeInChild: (run: string, keep: string, whenEnded: (exit: string) => Promise<void>) => void;
};
