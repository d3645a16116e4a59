import type { EventEmitter } from "node:events";
import type { VersionedSettings } from "#core/settings/settings.ts";
import type { AccountLetters } from "#core/staff/account-letters.ts";
import type { Accounts } from "#core/staff/accounts.ts";
import type { CardPress } from "#documents/card-press.ts";
import type { DocumentPress } from "#documents/document-press.ts";
import type { Turns } from "#documents/turns.ts";
import type { Limits } from "#limits/limits.ts";
import type { Post } from "#mail/post.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import type { Database } from "#storage/database/database.ts";
import type { LookupDesk } from "./lookups/lookup-desk.ts";

/** What happened in this process and a job waits for. */
export type PortalEvents = { "letter-posted": [] };

/** Everything that operations work with. Opened once, by open-portal.ts. */
export type Portal = {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Makes the images that are published of an upload. */
  readonly press: DocumentPress;
  /** Draws the card that other pages show beside a link to the site. */
  readonly cardPress: CardPress;
  /** Where uploads are, sealed, while they come in. */
  readonly draftsFolder: string;
  readonly keyring: Keyring;
  /** Sign-in, sessions and factors. */
  readonly accounts: Accounts;
  /** Takes the letters that leave the house. */
  readonly post: Post;
  /** Writes the mails of accounts. */
  readonly letters: AccountLetters;
  readonly limits: Limits;
  readonly events: EventEmitter<PortalEvents>;
  /** The address that visitors type, without a slash at its end. */
  readonly publicOrigin: string;
  /** The registry that this portal publishes; records of others are as good as absent. */
  readonly registry: string;
  readonly now: () => number;
  /** The settings last read. Whoever uses them compares the version first. */
  readonly settingsSeen: { last: VersionedSettings | null };
  readonly lookups: LookupDesk;
  /** Where those stand who want a seat in a class, so that a crowd does not take every connection to the database. */
  readonly seatLine: Turns;
};
