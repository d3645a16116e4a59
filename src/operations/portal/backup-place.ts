import type { BlobStore } from "#storage/blobs/blob-store.ts";

/** How a child process ended that was stopped with the site. */
export const stoppedWithSite = "The site was stopped meanwhile.";

/**
 * Where scheduled backups go. Only the environment can set this, so that nobody can send the data elsewhere from a page
 * of the site.
 */
export type BackupPlace = {
  /** For people to read. Contains no keys. */
  readonly location: string;
  open: () => Promise<BlobStore>;
  /** Rehearses a restore of the newest backup, or reads parts of it, as the run that has already begun. */
  checkInChild: (run: string, parts: string, whenEnded: (exit: string) => Promise<void>) => void;
  /** Makes the backup that has already begun as this run. Returns at once; `whenEnded` is called with how the process ended. */
  makeInChild: (run: string, keep: string, whenEnded: (exit: string) => Promise<void>) => void;
};
