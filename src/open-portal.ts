import { access, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isPortalError, StartRefused } from "#core/errors.ts";
import { openDocumentPress } from "#documents/document-press.ts";
import { type LookupLimits, lookupLimits } from "#limits/lookup-limits.ts";
import type { Portal } from "#operations/portal.ts";
import { needsOtherSecret } from "#operations/keys/needs-other-secret.ts";
import { closeLookupDesk } from "#operations/lookups/close-lookup-desk.ts";
import { openLookupDesk } from "#operations/lookups/lookup-desk.ts";
import { rememberMisses } from "#operations/lookups/share-misses.ts";
import { makeFirstSettings } from "#operations/settings/current-settings.ts";
import { openKeyring } from "#sealing/keyring.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { openDatabase } from "#storage/database/open-database.ts";
import type { Config } from "./config.ts";
import { makeFolder } from "./make-folder.ts";
import { readSecrets, secretFileIn } from "./secret-file.ts";

/** A decoder for each processor; a scan takes a second, the worst PDF not much longer than half a minute. */
const pressLimits = { processes: Math.min(availableParallelism(), 8), timeLimitMs: 60_000, memoryLimitMb: 1024 };

export type OpenPortal = Portal & AsyncDisposable & { readonly secretWasMade: boolean };

/** What no operator sets: tests and measurements do. */
export type PortalWishes = { limits?: LookupLimits | undefined };

/** Everything that the configuration describes, opened and brought up to date. */
export async function openPortal(config: Config, { limits = lookupLimits }: PortalWishes = {}): Promise<OpenPortal> {
  const { DATA_DIR, DATABASE_URL, BLOB_URL, REGISTRY } = config;
  await makeFolder(DATA_DIR);
  await refuseRecordsWithoutSecret(config);
  const { secrets, wasMade } = await readSecrets(config.SECRET, DATA_DIR);
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await openDatabase(DATABASE_URL, DATA_DIR).catch(refuseUnreachable));
  const blobFolder = BLOB_URL === "" ? join(DATA_DIR, "blobs") : fileURLToPath(BLOB_URL);
  await makeFolder(blobFolder);
  const blobs = opening.use(await openFilesystemBlobs(blobFolder).catch(refuseBlobs));
  const draftsFolder = join(DATA_DIR, "drafts");
  await makeFolder(draftsFolder);
  const press = opening.use(openDocumentPress(pressLimits));
  const portal: Portal = {
    database,
    blobs,
    press,
    draftsFolder,
    keyring: openKeyring(secrets),
    registry: REGISTRY,
    now: Date.now,
    settingsSeen: { last: null },
    lookups: openLookupDesk(limits),
  };
  await makeFirstSettings(portal);
  await refuseForeignRecords(portal).catch(async (error: unknown) => {
    // A secret that opens nothing is not left lying about as if it were the right one.
    if (wasMade) await rm(secretFileIn(DATA_DIR), { force: true });
    throw error;
  });
  await rememberMisses(portal);
  opening.defer(() => closeLookupDesk(portal));
  const opened = opening.move();
  return { ...portal, secretWasMade: wasMade, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function refuseUnreachable(error: unknown): never {
  if (error instanceof StartRefused) throw error;
  const reason = isPortalError(error) ? "it cannot be reached" : String(error instanceof Error ? error.message : error);
  throw new StartRefused(`The database cannot be opened (${reason}): check DATABASE_URL and DATA_DIR.`, {
    cause: error,
  });
}

function refuseBlobs(error: unknown): never {
  throw new StartRefused("The folder for scans cannot be used: check BLOB_URL and DATA_DIR.", { cause: error });
}

/** A new secret beside old records could open none of them, so it is not made. */
export async function refuseRecordsWithoutSecret({ SECRET, DATA_DIR, DATABASE_URL }: Config): Promise<void> {
  if (SECRET !== "" || DATABASE_URL !== "") return;
  const hasRecords = await exists(join(DATA_DIR, "attestry.db"));
  if (!hasRecords || (await exists(secretFileIn(DATA_DIR)))) return;
  throw new StartRefused(
    `${DATA_DIR} holds records, but their secret is gone: put it back as ${secretFileIn(DATA_DIR)} or give it in SECRET.`,
  );
}

async function refuseForeignRecords(portal: Portal): Promise<void> {
  if (!(await needsOtherSecret(portal))) return;
  throw new StartRefused(
    "Some records were sealed under another SECRET than those given: add that one, behind a comma, and start again.",
  );
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
