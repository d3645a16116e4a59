import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { GuessingCosts } from "#auth/account-context.ts";
import { openAccounts } from "#auth/open-accounts.ts";
import { StartRefused } from "#core/errors.ts";
import { reasonOf } from "#core/reason-of.ts";
import { decodingRoom } from "#documents/decoding-room.ts";
import { openDrawings } from "#documents/drawings.ts";
import { openImagePipeline } from "#documents/image-pipeline.ts";
import { openSemaphore } from "#core/semaphore.ts";
import type { JournalFiles } from "#limits/journal-files.ts";
import type { Together } from "#limits/lookup-budget.ts";
import { type LookupLimits, lookupLimits } from "#limits/lookup-price.ts";
import { openMail } from "#mail/open-mail.ts";
import { bindOldRows } from "#operations/accounts/bind-all-rows.ts";
import { logAccountEvent } from "#operations/portal/log-audit-event.ts";
import { needsOtherSecret } from "#operations/upkeep/rotate-keys.ts";
import { accountMails } from "#operations/mails/account-mails.ts";
import { sharedLimits } from "#operations/portal/shared-limits.ts";
import { closeLookupState, loadMissCounts } from "#operations/lookups/flush-lookups.ts";
import { readFalseNumbers } from "#operations/reports/read-false-numbers.ts";
import { newLogState } from "#operations/portal/log-state.ts";
import { openLookupState } from "#operations/lookup-log/lookup-state.ts";
import { anyTargets, publicTargets, type Targets } from "#operations/targets/targets.ts";
import type { Portal, PortalEvents } from "#operations/portal/portal.ts";
import { countFeatures } from "#operations/settings/feature-uses.ts";
import { currentSettings, currentSignIn } from "#operations/portal/current-settings.ts";
import { officeZone } from "#operations/portal/office-time.ts";
import { insertDefaultSettings } from "#operations/upkeep/begin-site.ts";
import { giveRoleByProvider } from "#operations/decisions/give-role.ts";
import { fetchWithin } from "#operations/targets/post-to.ts";
import { applyErasures } from "#operations/restore/apply-erasures.ts";
import { type Keyring, openKeyring } from "#sealing/keyring.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import { refuseMoved } from "#storage/blobs/move-mark.ts";
import { blobLocation, openBlobs } from "#storage/blobs/open-blobs.ts";
import { documentsMovedAt, isAnyImage } from "#storage/database/records/images.ts";
import type { Database } from "#storage/database/database.ts";
import type { Migration, StepsToTake } from "#storage/database/migrations/migration.ts";
import { openDatabase } from "#storage/database/open-database.ts";
import { makeFolder } from "#storage/make-folder.ts";
import { otherRegistry } from "#storage/database/registries.ts";
import { newProcessId } from "#storage/database/process-name.ts";
import { type Config, processesOf } from "#config";
import { backupPlaceOf } from "./backup-children.ts";
import { blobUrlOf } from "./backup-place.ts";
import { makeDataFolder } from "./data-folder.ts";
import { refuseUnreachable } from "./database-refusal.ts";
import { refuseUnfinishedRestore } from "./restore-mark.ts";
import { ownVersion } from "./own-version.ts";
import { fenceNotice, localBackups, saveBeforeMigration, savingNotice } from "./save-before-migration.ts";
import { requireSite } from "./require-site.ts";
import { existingSecrets, readSecrets, type Secrets, secretFileIn } from "./secret-file.ts";

/** An image takes a second, the worst PDF not much longer than half a minute. */
const timeLimitMs = 60_000;

/** A container may have less memory than its machine. Without a limit, it has more than any machine. */
const thisMachine = () => ({
  processors: availableParallelism(),
  megabytes: Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 ** 2),
});

type Report = (error: unknown) => void;

export type OpenPortal = Portal &
  AsyncDisposable & {
    readonly secretWasMade: boolean;
    /** The number of deletions that were applied again because a restored backup had brought the deleted data back. */
    readonly erasedAgain: number;
  };

export type PortalOptions = {
  /** Only for tests and benchmarks, like `guessingCosts`. Operators set neither. */
  limits?: LookupLimits | undefined;
  guessingCosts?: GuessingCosts | undefined;
  targets?: Targets;
  report?: Report;
  /**
   * True for all commands but those that begin a site: no folder, secret or database is made, no migration runs, and no
   * deletion is applied again.
   */
  isThere?: boolean;
  /** Whether the database is saved before a migration changes tables, or stops older programs. */
  savesBefore?: boolean;
  /** Tells the operator that the database is saved before steps, and that older programs may not write after them: in the terminal, unless set. */
  tellSteps?: (notice: string) => void;
  /** Tells that REGISTRY has no records beside another one that has some: in the terminal, unless set. It may throw. */
  onUnknownRegistry?: (problem: string) => void;
  /** Only for tests, in place of the steps of this version. */
  migrations?: readonly Migration[];
  /** Null for a process that has no supervisor. */
  ofSupervisor?: OfSupervisor | null;
  /** True for the restore itself, whose mark keeps every other process away. */
  isRestoring?: boolean;
  /** Used instead of the store of BLOB_URL: the files of a backup that is only read. */
  blobs?: BlobStore;
};

/** What a process shares with the other processes of its supervisor. */
export type OfSupervisor = {
  journal: JournalFiles;
  siblings: () => Promise<readonly number[]>;
  /** Called before steps of the database are taken. */
  works: () => void;
};

/** Opens everything that the configuration describes, and brings it up to date. */
export async function openPortal(
  config: Config,
  { limits = lookupLimits, guessingCosts, report = () => undefined, ...others }: PortalOptions = {},
): Promise<OpenPortal> {
  const { DATA_DIR, REGISTRY, SMTP_URL, MAIL_FROM } = config;
  if (others.isThere) requireSite(config);
  else await makeDataFolder(config);
  if (!others.isRestoring) refuseUnfinishedRestore(config);
  const { secrets, wasMade } = await secretsOf(config, others);
  const keyring = openKeyring(secrets);
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await openOwnDatabase(config, { keyring, secretWasMade: wasMade }, others));
  // Read before the store is opened: if the documents are moved in between, this process can add nothing to the old
  // store.
  const movedAt = await documentsMovedAt(database.read);
  const blobs = opening.use(others.blobs ?? (await openDocumentBlobs(config, others)));
  const tempFolder = join(DATA_DIR, "temp");
  const imagePipeline = opening.use(
    openImagePipeline({ ...decodingRoom(thisMachine(), others.ofSupervisor ? processesOf(config) : 1), timeLimitMs }),
  );
  const outboxFolder = outboxFolderIn(DATA_DIR);
  const shared = {
    database,
    keyring,
    events: new EventEmitter<PortalEvents>(),
    now: Date.now,
    settingsCache: { last: null },
    publicOrigin: config.PUBLIC_URL,
    targets: others.targets ?? targetsOf(config),
  };
  const lookups = openLookupState(limits, () => officeZone(shared), togetherOf(others, report));
  const services = { ...shared, lookups, limits: sharedLimits(shared), accountMails: accountMails(shared) };
  const portal: Portal = {
    ...services,
    version: await ownVersion(),
    blobs,
    documentsMovedAt: movedAt,
    // Disposed before the database, in which it notes how its child processes ended.
    backupPlace: opening.use(backupPlaceOf(config)),
    localBackups: localBackups(DATA_DIR),
    restores: { orderFile: orderFileIn(DATA_DIR), isSecretGiven: config.SECRET !== "", result: null },
    checkpointFolder: checkpointFolderIn(DATA_DIR),
    logState: newLogState(),
    imagePipeline,
    drawings: opening.use(openDrawings()),
    tempFolder,
    accounts: openOwnAccounts(services, () => portal, { guessingCosts, report }),
    mail: openMail({ smtpUrl: SMTP_URL, outboxFolder, from: MAIL_FROM }),
    registry: REGISTRY,
    processId: newProcessId(),
    siblings: others.ofSupervisor?.siblings ?? (async () => []),
    seatQueue: openSemaphore(2),
  };
  await forgettingNewSecret(config, wasMade, () => refuseMismatches(portal, config, others));
  // A place that is not this site's stays as it is.
  for (const folder of [tempFolder, ...(SMTP_URL === "" ? [outboxFolder] : [])]) await makeFolder(folder, "DATA_DIR");
  const erasedAgain = await bringUpToDate(portal, opening, others, report);
  const opened = opening.move();
  return { ...portal, secretWasMade: wasMade, erasedAgain, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const togetherOf = ({ ofSupervisor }: PortalOptions, report: Report): Together | null =>
  ofSupervisor ? { files: ofSupervisor.journal, now: Date.now, report } : null;

/** Returns how many deletions it applied again. */
async function bringUpToDate(portal: Portal, opening: AsyncDisposableStack, options: PortalOptions, report: Report) {
  await insertDefaultSettings(portal);
  await loadMissCounts(portal);
  opening.defer(() => closeLookupState(portal));
  return finishUpgrade(portal, options, report);
}

/** Binds the rows of version 1.0, counts what it uses, and deletes again what a restored backup has brought back. Returns how many it deleted. */
async function finishUpgrade(portal: Portal, { isThere = false }: PortalOptions, report: Report): Promise<number> {
  if (!isThere) {
    await bindOldRows(portal);
    await countFeatures(portal);
  }
  // From now on, this process knows the office's time zone.
  await currentSettings(portal);
  await readFalseNumbers(portal);
  return isThere ? 0 : applyErasures(portal, report);
}

async function openOwnDatabase(
  config: Config,
  { keyring, secretWasMade }: { keyring: Keyring; secretWasMade: boolean },
  { isThere = false, savesBefore = true, tellSteps = sayInTerminal, migrations, ...options }: PortalOptions,
): Promise<Database> {
  let notice: string | undefined;
  const before = async ({ isSavedFirst, notAdditive }: StepsToTake) => {
    await using database = await openDatabase(config.DATABASE_URL, config.DATA_DIR, "unchecked");
    await forgettingNewSecret(config, secretWasMade, () => refuseForeignRecords({ database, keyring }));
    await refuseOtherDocuments(config, database, options);
    // A command says it once, after the steps. A refusal comes before anything changes.
    if (options.onUnknownRegistry) await checkRegistry({ database, registry: config.REGISTRY }, options);
    const isSaved = isSavedFirst && savesBefore;
    if (isSaved) tellSteps(savingNotice);
    const saved = isSaved ? await saveBeforeMigration(config, { database, keyring }) : null;
    if (notAdditive.length > 0) notice = fenceNotice(notAdditive, saved);
    options.ofSupervisor?.works();
  };
  const mode = isThere ? "refused" : { before };
  const opened = await openDatabase(config.DATABASE_URL, config.DATA_DIR, mode, migrations).catch(
    refuseUnreachable(config),
  );
  if (notice !== undefined) tellSteps(notice);
  return opened;
}

/** For commands: every one of them may be the first to open the database in a new version. */
const sayInTerminal = (line: string) => void process.stderr.write(`${line}\n`);

export const orderFileIn = (dataDir: string): string => join(dataDir, "restore-order");

export const targetsOf = ({ PRIVATE_TARGETS }: Config): Targets =>
  PRIVATE_TARGETS === "allow" ? anyTargets : publicTargets;

const checkpointFolderIn = (dataDir: string): string => join(dataDir, "log");

export const outboxFolderIn = (dataDir: string): string => join(dataDir, "outbox");

type AccountServices = Parameters<typeof logAccountEvent>[0] &
  Pick<Portal, "accountMails" | "limits" | "events" | "settingsCache" | "publicOrigin" | "lookups" | "targets">;

type AccountOptions = Pick<PortalOptions, "guessingCosts"> & { report: Report };

const openOwnAccounts = (services: AccountServices, portal: () => Portal, { guessingCosts, report }: AccountOptions) =>
  openAccounts({
    ...services,
    ...guessingCosts,
    signIn: () => currentSignIn(services),
    fetchProvider: fetchWithin(services.targets),
    giveRole: (...given) => giveRoleByProvider(portal(), ...given),
    settings: (database = services.database) => currentSettings({ ...services, database }),
    record: (event) => logAccountEvent(services, event),
    spendProof: (...proof) => services.lookups.usedIds.use(services.database.lookups, ...proof),
    report,
  });

export async function openDocumentBlobs(
  config: Config,
  { isThere = false }: Pick<PortalOptions, "isThere"> = {},
): Promise<BlobStore> {
  const url = blobUrlOf(config);
  const folder = url.startsWith("file:") ? fileURLToPath(url) : null;
  if (folder !== null && isThere && !existsSync(folder)) {
    throw new StartRefused(`There is no folder ${folder} with documents. Check BLOB_URL and DATA_DIR.`);
  }
  if (folder !== null && !isThere) await makeFolder(folder, config.BLOB_URL === "" ? "DATA_DIR" : "BLOB_URL");
  await using opening = new AsyncDisposableStack();
  try {
    const blobs = opening.use(await openBlobs(url));
    await refuseMoved(blobs);
    opening.move();
    return blobs;
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(
      `Documents cannot be stored in ${blobLocation(url)}: ${reasonOf(error)}. Check BLOB_URL and DATA_DIR.`,
      { cause: error },
    );
  }
}

async function secretsOf(config: Config, { isThere = false }: PortalOptions): Promise<Secrets> {
  if (isThere) return { secrets: await existingSecrets(config.SECRET, config.DATA_DIR), wasMade: false };
  refuseRecordsWithoutSecret(config);
  return readSecrets(config.SECRET, config.DATA_DIR);
}

/** Refuses to make a new secret beside old records, because it could open none of them. */
function refuseRecordsWithoutSecret({ SECRET, DATA_DIR, DATABASE_URL }: Config): void {
  if (SECRET !== "" || DATABASE_URL !== "") return;
  const hasRecords = existsSync(join(DATA_DIR, "attestry.db"));
  if (!hasRecords || existsSync(secretFileIn(DATA_DIR))) return;
  throw new StartRefused(
    `${DATA_DIR} contains records, but their secret is missing. Put it into ${secretFileIn(DATA_DIR)}, or set SECRET.`,
  );
}

async function refuseMismatches(portal: Portal, config: Config, options: PortalOptions): Promise<void> {
  await refuseMismatchedBlobs(portal, blobLocation(blobUrlOf(config)));
  await refuseForeignRecords(portal);
  await checkRegistry(portal, options);
}

/** Removes a new secret if the check fails: a secret that opens no record must not stay as if it were the right one. */
async function forgettingNewSecret(config: Config, wasMade: boolean, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (wasMade) await rm(secretFileIn(config.DATA_DIR), { force: true });
    throw error;
  }
}

/**
 * A row is written before its blobs. So a database without image rows does not belong to a store with blobs, and a
 * database with kept images does not belong to an empty store.
 */
async function refuseMismatchedBlobs(
  { database: { read }, blobs }: Pick<Portal, "database" | "blobs">,
  blobsAt: string,
): Promise<void> {
  const isEmpty = (await blobs.names()[Symbol.asyncIterator]().next()).done === true;
  if (isEmpty && (await isAnyImage(read, "kept"))) throw noDocuments(blobsAt);
  if (!isEmpty && !(await isAnyImage(read))) {
    throw new StartRefused(
      `${blobsAt} has documents that are not in the database: check DATABASE_URL and DATA_DIR, or restore the database from a backup.`,
    );
  }
}

/** Before the steps: after them, an earlier version could not go on. A folder that is missing stays so. */
async function refuseOtherDocuments(config: Config, database: Database, options: PortalOptions): Promise<void> {
  if (options.blobs || options.isRestoring) return;
  const url = blobUrlOf(config);
  if (url.startsWith("file:") && !existsSync(fileURLToPath(url))) {
    if (await isAnyImage(database.read, "kept")) throw noDocuments(blobLocation(url));
    return;
  }
  await using blobs = await openDocumentBlobs(config, { isThere: true });
  await refuseMismatchedBlobs({ database, blobs }, blobLocation(url));
}

const noDocuments = (blobsAt: string) =>
  new StartRefused(
    `The database lists documents, but ${blobsAt} has none: check DATA_DIR and BLOB_URL, or restore the documents from a backup.`,
  );

async function refuseForeignRecords(portal: Pick<Portal, "database" | "keyring">): Promise<void> {
  if (!(await needsOtherSecret(portal))) return;
  throw new StartRefused(
    "Some data was encrypted with a secret that was not given. Add it after the others (in SECRET after a comma, in DATA_DIR/secret on a new line), and start again.",
  );
}

/** The cause is usually a misspelt REGISTRY: the site would show nothing of what it has. */
async function checkRegistry(
  { database, registry }: Pick<Portal, "database" | "registry">,
  { onUnknownRegistry = sayInTerminal }: PortalOptions,
): Promise<void> {
  const other = await otherRegistry(database.read, registry);
  if (other !== null) onUnknownRegistry(`${registryWithoutRecords(registry, other)}: set REGISTRY=${other}.`);
}

export const registryWithoutRecords = (registry: string, other: string): string =>
  `The registry "${registry}" has no records, but "${other}" has some`;
