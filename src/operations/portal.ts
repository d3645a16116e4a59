import type { VersionedSettings } from "#core/settings/settings.ts";
import type { DocumentPress } from "#documents/document-press.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import type { Database } from "#storage/database/database.ts";
import type { LookupDesk } from "./lookups/lookup-desk.ts";

/** Everything that operations work with. Opened once, by open-portal.ts. */
export type Portal = {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Makes the images that are published of an upload. */
  readonly press: DocumentPress;
  /** Where uploads are, sealed, while they come in. */
  readonly draftsFolder: string;
  readonly keyring: Keyring;
  /** The registry that this portal publishes; records of others are as good as absent. */
  readonly registry: string;
  readonly now: () => number;
  /** The settings last read. Whoever uses them compares the version first. */
  readonly settingsSeen: { last: VersionedSettings | null };
  readonly lookups: LookupDesk;
};
