import type { EventEmitter } from "node:events";
import type { VersionedSettings } from "#core/settings/settings.ts";
import type { AccountMails } from "#core/accounts/account-mails.ts";
import type { Accounts } from "#core/accounts/accounts.ts";
import type { Drawings } from "#documents/drawings.ts";
import type { ImagePipeline } from "#documents/image-pipeline.ts";
import type { Semaphore } from "#core/semaphore.ts";
import type { Limits } from "#limits/limits.ts";
import type { MailPlaces } from "#mail/open-mail.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import type { Database } from "#storage/database/database.ts";
import type { BackupPlace } from "./backup-place.ts";
import type { RestoresByPage } from "./restore-order.ts";
import type { LogState } from "./log-state.ts";
import type { LookupState } from "../lookup-log/lookup-state.ts";
import type { Targets } from "../targets/targets.ts";

/** Events of this process for which jobs wait. */
export type PortalEvents = {
  "mail-queued": [];
  "erasure-noted": [];
  "webhook-queued": [];
  "bulk-run-begun": [];
  "own-values-asked": [];
  "audit-check-begun": [];
  "restore-asked": [];
  /** A newer version took this migration step. After it, this program may not write. */
  outdated: [step: string];
};

/** Everything that operations work with. open-portal.ts opens it once. */
export type Portal = {
  /** Of the program, such as 1.0.0. */
  readonly version: string;
  readonly database: Database;
  readonly blobs: BlobStore;
  /** When the documents were last moved, read before the store was opened. */
  readonly documentsMovedAt: number;
  /** Null without BACKUP_URL. */
  readonly backupPlace: BackupPlace | null;
  /** The folder of a backup that is made before a migration if there is no BACKUP_URL. */
  readonly localBackups: string;
  readonly restores: RestoresByPage;
  /** A folder on this machine for the newest checkpoint of the log. */
  readonly checkpointFolder: string;
  readonly logState: LogState;
  readonly imagePipeline: ImagePipeline;
  /** Draws what the site writes in its own letters: its card, the strips below downloads, and slips. */
  readonly drawings: Drawings;
  /** The folder in which uploads are stored, encrypted, while they arrive. */
  readonly tempFolder: string;
  readonly keyring: Keyring;
  readonly accounts: Accounts;
  readonly mail: MailPlaces;
  /** For servers that admins gave: webhooks, witnesses and the mail server of the settings. */
  readonly targets: Targets;
  readonly accountMails: AccountMails;
  readonly limits: Limits;
  readonly events: EventEmitter<PortalEvents>;
  /** The address that visitors type, without a slash at its end. */
  readonly publicOrigin: string;
  /** The registry that this portal publishes. Records of other registries count as missing. */
  readonly registry: string;
  /** Distinguishes this process from all others that work with the database. */
  readonly processId: string;
  /** The numbers of the processes that its supervisor runs, which stop for a restore; none without a supervisor. */
  readonly siblings: () => Promise<readonly number[]>;
  readonly now: () => number;
  /** The settings that were read last. Compare the version before using them. */
  readonly settingsCache: { last: VersionedSettings | null; key?: Buffer; auditKey?: Buffer };
  readonly lookups: LookupState;
  /** Enrolments wait here for their turn, so that a crowd does not take every connection to the database. */
  readonly seatQueue: Semaphore;
};
