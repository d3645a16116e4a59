import { rm } from "node:fs/promises";
import type { Config } from "#config";
import { isPortalError, StartRefused } from "#core/errors.ts";
import { reasonOf } from "#core/reason-of.ts";
import { renewSetupLink } from "#operations/accounts/set-up-portal.ts";
import { problemOf } from "#operations/backups/backup-runs.ts";
import { openGivenPlace } from "#operations/backups/given-place.ts";
import { BackupDamaged } from "#operations/backups/backup-damaged.ts";
import { type Manifest, manifestName, readManifest } from "#operations/backups/manifest.ts";
import { documentsThere, newestManifest } from "#operations/backups/restore-backup.ts";
import { readOrder, type RestoreOrder, type RestoreResult } from "#operations/portal/restore-order.ts";
import { retrying } from "#operations/backups/retrying-store.ts";
import { openKeyring } from "#sealing/keyring.ts";
import { openExistingPlace, type OpenPlace } from "#server/backup-place.ts";
import type { Log } from "#server/log.ts";
import { openDocumentBlobs, type OpenPortal, orderFileIn, targetsOf } from "#server/open-portal.ts";
import { markedBackup, restoreAlone, unmarkRestore } from "#server/restore-mark.ts";
import { finishRestore, restoreSite, type RestoreWatcher, undoRestore } from "#server/restore-site.ts";
import { serveRestoring } from "#server/serve-restoring.ts";
import { existingSecrets, replaceSecretFile } from "#server/secret-file.ts";
import { blobName } from "#storage/blobs/blob-store.ts";
import { erasedAndBack } from "#storage/database/erasures.ts";
import { replaceDurably } from "#storage/durable-files.ts";
import { removeEmptySite } from "#storage/database/open-database.ts";
import { openStopSignal } from "./stop-signal.ts";
import type { Membership } from "./supervise/member.ts";
import { inherited } from "./supervise/messages.ts";

/** Disposing ends the page that is served meanwhile. */
export type RestoreByPage = AsyncDisposable & {
  hasFailed: boolean;
  /** Completes the restore, or reports its failure to the holder of the setup link. */
  finish: (portal: OpenPortal) => Promise<void>;
};

/**
 * Carries out a restore that somebody ordered on the page of the setup link, while a page says how far it is. If the
 * process is killed, the next start continues. Null if nothing was ordered.
 */
export async function restoreByPage(
  config: Config,
  log: Log,
  membership: Membership | null = null,
): Promise<RestoreByPage | null> {
  const file = orderFileIn(config.DATA_DIR);
  const order = await readOrder(file);
  if (!order) return null;
  membership?.works();
  using _alone = await restoreAlone(config);
  if (order.begun > 0) log.warn("a restore was interrupted, and continues");
  await using opening = new AsyncDisposableStack();
  const place = { port: config.PORT, host: config.HOST, fd: membership ? inherited.restoring : undefined };
  const page = opening.use(await serveRestoring(place, order.begun > 0));
  using stop = openStopSignal();
  const watcher: RestoreWatcher = {
    say: (line) => log.info(line),
    warn: (line) => log.warn(line),
    part: (what, _place, work) => work((_part, done, total) => page.show(what, total ? done / total : null)),
  };
  const work = carryOut(config, order, watcher);
  const outcome = await stop.orStopped(work).catch((error: unknown) => {
    stop.endIfStopped("Stopped. The next start continues the restore.");
    throw error;
  });
  const { link } = order;
  if (outcome.problem !== null)
    log.warn({ problem: outcome.problem }, "the restore failed, and the site is empty again");
  page.show("site", null);
  const open = opening.move();
  return {
    hasFailed: outcome.problem !== null,
    finish: async (portal) => {
      portal.restores.result = await resultOf(portal, config, link, outcome);
      if (outcome.problem !== null) await renewSetupLink(portal, Buffer.from(link, "hex"));
      await rm(file);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

type Outcome = { problem: string } | { problem: null; place: OpenPlace; manifest: Manifest };

async function carryOut(config: Config, order: RestoreOrder, watcher: RestoreWatcher): Promise<Outcome> {
  const { DATA_DIR, DATABASE_URL } = config;
  const { secrets, begun } = order;
  const withSecret = secrets.length > 0 ? { ...config, SECRET: secrets.join(",") } : config;
  const isEmpty = await removeEmptySite(DATABASE_URL, DATA_DIR);
  if (!isEmpty && begun === 0) return { problem: "The site got an admin or a record meanwhile." };
  const outcome = isEmpty
    ? await restoreOrdered(withSecret, order, watcher).catch(failureOf)
    : await restoredBefore(withSecret, order);
  if (outcome.problem !== null) return outcome;
  const restored = manifestName(outcome.manifest.madeAt);
  await replaceDurably(orderFileIn(DATA_DIR), JSON.stringify({ ...order, begun: begun + 1, restored }));
  await unmarkRestore(DATA_DIR);
  if (secrets.length > 0) await replaceSecretFile(DATA_DIR, secrets);
  return outcome;
}

/** A process that ends at the same point each time does not restore for ever. */
const maxTries = 5;

async function restoreOrdered(config: Config, order: RestoreOrder, watcher: RestoreWatcher): Promise<Outcome> {
  const { begun } = order;
  const place = await orderedPlace(config, order);
  if (begun === 0) await refuseDocuments(config);
  if (begun >= maxTries) return giveUp(config, place);
  await replaceDurably(orderFileIn(config.DATA_DIR), JSON.stringify({ ...order, begun: begun + 1 }));
  return { problem: null, place, manifest: await restoreSite(config, place, { leavesNothing: true }, watcher) };
}

/** Documents that were there before are not the restore's own, and a restore that fails must not remove them. */
async function refuseDocuments(config: Config): Promise<void> {
  await using blobs = await openDocumentBlobs(config);
  const { done: isEmpty = false } = await blobs.names()[Symbol.asyncIterator]().next();
  if (!isEmpty) throw documentsThere();
}

async function giveUp(config: Config, place: OpenPlace): Promise<Outcome> {
  const manifest = await manifestAt(config, place, markedBackup(config));
  await undoRestore(config, { target: place.store, manifest });
  return { problem: `The process ended ${maxTries} times while it restored. Does the machine have enough memory?` };
}

function failureOf(error: unknown): Outcome {
  // The documents could not be removed again, or the database is complete: the next start continues.
  if (error instanceof SuppressedError) throw error.suppressed;
  const isAway = isPortalError(error) && error.id === "unavailable";
  return { problem: isAway ? `The restore stopped: ${reasonOf(error)}.` : problemOf(error) };
}

async function orderedPlace(config: Config, { place }: RestoreOrder): Promise<OpenPlace> {
  if (place === "") return openExistingPlace("", config);
  const { store, shown } = await openGivenPlace(targetsOf(config), place).catch((error: unknown) => {
    if (isPortalError(error) && error.id === "invalid") throw new StartRefused("The place may not be read any more.");
    throw error;
  });
  return { store: retrying(store), shown };
}

/** The process was killed after the database was complete. What fails now is tried again at the next start. */
async function restoredBefore(config: Config, order: RestoreOrder): Promise<Outcome> {
  const place = await orderedPlace(config, order);
  const name = order.restored === "" ? markedBackup(config) : order.restored;
  return { problem: null, place, manifest: await manifestAt(config, place, name) };
}

/** The manifest of this backup. If its name is not known, or it is damaged or gone: of the newest backup. */
async function manifestAt(config: Config, { store, shown }: OpenPlace, name: string | null): Promise<Manifest> {
  const keyring = openKeyring(await existingSecrets(config.SECRET, config.DATA_DIR));
  const named = name === null ? null : await readManifest(store, keyring, blobName(name)).catch(nullIfDamaged);
  const found = named ?? (await newestManifest(store, keyring));
  if (!found) throw new StartRefused(`There is no backup at ${shown}.`);
  return found.manifest;
}

function nullIfDamaged(error: unknown): null {
  if (error instanceof BackupDamaged) return null;
  throw error;
}

async function resultOf(portal: OpenPortal, config: Config, link: string, outcome: Outcome): Promise<RestoreResult> {
  if (outcome.problem !== null) return { link, ...outcome };
  const { place, manifest } = outcome;
  await using _store = place.store;
  await finishRestore(portal, config, place, manifest);
  const rowsOf = (table: string) => manifest.tables.find(({ name }) => name === table)?.rows ?? 0;
  return {
    link,
    problem: null,
    madeAt: manifest.madeAt,
    records: rowsOf("candidate"),
    accounts: rowsOf("person"),
    documents: manifest.documents?.images ?? 0,
    erasedAgain: portal.erasedAgain,
    notErased: (await erasedAndBack(portal.database.read)).length,
  };
}
