import type { EventEmitter } from "node:events";
import type { VersionedSettings } from "#core/settings/settings.ts";
import type { AccountMails } from "#core/staff/account-mails.ts";
import type { Accounts } from "#core/staff/accounts.ts";
import type { CardRenderer } from "#documents/card-renderer.ts";
import type { ImagePipeline } from "#documents/image-pipeline.ts";
import type { Turns } from "#core/turns.ts";
import type { Limits } from "#limits/limits.ts";
import type { MailTransport } from "#mail/mail-transport.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import type { Database } from "#storage/database/database.ts";
import type { LookupState } from "./lookups/lookup-state.ts";

/** What happened in this process and a job waits for. */
export type PortalEvents = { "letter-posted": [] };

/** Everything that operations work with. Opened once, by open-portal.ts. */
export type Portal = {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Makes the images that are published of an upload. */
  readonly press: ImagePipeline;
  /** Draws the card that other pages show beside a link to the site. */
  readonly cardRenderer: CardRenderer;
  /** Where uploads are, sealed, while they come in. */
  readonly draftsFolder: string;
  readonly keyring: Keyring;
  /** Sign-in, sessions and factors. */
  readonly accounts: Accounts;
  /** Takes the letters that leave the house. */
  readonly post: MailTransport;
  /** Writes the mails of accounts. */
  readonly letters: AccountMails;
  readonly limits: Limits;
  readonly events: EventEmitter<PortalEvents>;
  /** The address that visitors type, without a slash at its end. */
  readonly publicOrigin: string;
  /** The registry that this portal publishes; records of others are as good as absent. */
  readonly registry: string;
  readonly now: () => number;
  /** The settings last read. Whoever uses them compares the version first. */
  readonly settingsSeen: { last: VersionedSettings | null };
  readonly lookups: LookupState;
  /** Where those stand who want a seat in a class, so that a crowd does not take every connection to the database. */
  readonly seatLine: Turns;
};
