import type { EventEmitter } from "node:events";
import type { VersionedSettings } from "#core/settings/settings.ts";
import type { AccountMails } from "#core/staff/account-mails.ts";
import type { Accounts } from "#core/staff/accounts.ts";
import type { Drawings } from "#documents/drawings.ts";
import type { ImagePipeline } from "#documents/image-pipeline.ts";
import type { Turns } from "#core/turns.ts";
import type { Limits } from "#limits/limits.ts";
import type { MailPlaces } from "#mail/open-mail.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import type { Database } from "#storage/database/database.ts";
import type { BackupPlace } from "./backups/backup-place.ts";
import type { LogState } from "./log/log-state.ts";
import type { LookupState } from "./lookups/lookup-state.ts";
import type { WebhookNetwork } from "./webhooks/post-to.ts";

/** Events of this process that jobs wait for. */
export type PortalEvents = {
  "mail-queued": [];
  "erasure-noted": [];
  "webhook-queued": [];
  "bulk-run-begun": [];
  "audit-check-begun": [];
  /** A newer version took this step, after which this program may not write. */
  outdated: [step: string];
};

/** Everything that operations work with. Opened once, by open-portal.ts. */
export type Portal = {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** When the documents were last moved, as it was before the store was opened. */
  readonly documentsMovedAt: number;
  /** Null without BACKUP_URL. */
  readonly backupPlace: BackupPlace | null;
  /** The folder of a backup that was made before a migration, if there is no BACKUP_URL. */
  readonly localBackups: string;
  /** A folder of this machine for the newest checkpoint of the log. */
  readonly checkpointFolder: string;
  readonly logState: LogState;
  readonly imagePipeline: ImagePipeline;
  /** Draws what the site writes in its own letters: its card, strips below downloads, slips. */
  readonly drawings: Drawings;
  /** Where uploads are, encrypted, while they come in. */
  readonly tempFolder: string;
  readonly keyring: Keyring;
  readonly accounts: Accounts;
  readonly mail: MailPlaces;
  readonly webhookNetwork: WebhookNetwork;
  readonly accountMails: AccountMails;
  readonly limits: Limits;
  readonly events: EventEmitter<PortalEvents>;
  /** The address that visitors type, without a slash at its end. */
  readonly publicOrigin: string;
  /** The registry that this portal publishes; records of other registries are as good as absent. */
  readonly registry: string;
  /** Tells this process from all others that work with the database. */
  readonly processId: string;
  readonly now: () => number;
  /** The settings last read. Compare the version before using them. */
  readonly settingsCache: { last: VersionedSettings | null };
  readonly lookups: LookupState;
  /** Enrolments wait here, so that a crowd does not take every connection to the database. */
  readonly seatQueue: Turns;
};
