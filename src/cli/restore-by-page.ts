import { rm } from "node:fs/promises";
import type { Config } from "#config";
import { isPortalError, StartRefused } from "#core/errors.ts";
import { renewSetupLink } from "#operations/accounts/set-up-portal.ts";
import { problemOf } from "#operations/backups/backup-runs.ts";
import { openGivenPlace } from "#operations/backups/given-place.ts";
import type { Manifest } from "#operations/backups/manifest.ts";
import { newestManifest } from "#operations/backups/restore-backup.ts";
import { readOrder, type RestoreOrder, type RestoreResult } from "#operations/backups/restore-order.ts";
import { retrying } from "#operations/backups/retrying-store.ts";
import { openKeyring } from "#sealing/keyring.ts";
import { openExistingPlace, type OpenPlace } from "#server/backup-place.ts";
import type { Log } from "#server/log.ts";
import { type OpenPortal, orderFileIn, targetsOf } from "#server/open-portal.ts";
import { restoreAlone, unmarkRestore } from "#server/restore-mark.ts";
import { finishRestore, restoreSite, type RestoreWatcher } from "#server/restore-site.ts";
import { serveRestoring } from "#server/serve-restoring.ts";
import { existingSecrets, replaceSecretFile } from "#server/secret-file.ts";
import { erasedAndBack } from "#storage/database/erasures.ts";
import { replaceDurably } from "#storage/durable-files.ts";
import { removeEmptySite } from "#storage/database/open-database.ts";
import { reasonOf } from "./reason-of.ts";
import { openStopSignal } from "./stop-signal.ts";

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
export async function restoreByPage(config: Config, log: Log): Promise<RestoreByPage | null> {
  const file = orderFileIn(config.DATA_DIR);
  const order = await readOrder(file);
  if (!order) return null;
  using _alone = await restoreAlone(config);
  if (order.isBegun) log.warn("a restore was interrupted, and continues");
  await using opening = new AsyncDisposableStack();
  const page = opening.use(await serveRestoring(config, order.isBegun));
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
      portal.restores.result = { link, ...(await resultOf(portal, config, outcome)) };
      if (outcome.problem !== null) await renewSetupLink(portal, Buffer.from(link, "hex"));
      await rm(file);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

type Outcome = { problem: string } | { problem: null; place: OpenPlace; manifest: Manifest };

async function carryOut(config: Config, order: RestoreOrder, watcher: RestoreWatcher): Promise<Outcome> {
  const { DATA_DIR, DATABASE_URL } = config;
  const { secrets } = order;
  const withSecret = secrets.length > 0 ? { ...config, SECRET: secrets.join(",") } : config;
  try {
    const place = await orderedPlace(config, order);
    const isEmpty = await removeEmptySite(DATABASE_URL, DATA_DIR);
    if (!isEmpty && !order.isBegun) throw new StartRefused("The site got an admin or a record meanwhile.");
    await replaceDurably(orderFileIn(DATA_DIR), JSON.stringify({ ...order, isBegun: true }));
    const manifest = isEmpty
      ? await restoreSite(withSecret, place, { leavesNothing: true }, watcher)
      : await restoredManifest(withSecret, place);
    await unmarkRestore(DATA_DIR);
    if (secrets.length > 0) await replaceSecretFile(DATA_DIR, secrets);
    return { problem: null, place, manifest };
  } catch (error) {
    // The documents could not be removed again: the next start continues.
    if (error instanceof SuppressedError) throw error.suppressed;
    if (error instanceof StartRefused) return { problem: problemOf(error) };
    if (isPortalError(error) && error.id === "unavailable")
      return { problem: `The restore stopped: ${reasonOf(error)}.` };
    throw error;
  }
}

async function orderedPlace(config: Config, { place }: RestoreOrder): Promise<OpenPlace> {
  if (place === "") return openExistingPlace("", config);
  const { store, shown } = await openGivenPlace(targetsOf(config), place).catch((error: unknown) => {
    if (isPortalError(error) && error.id === "invalid") throw new StartRefused("The place may not be read any more.");
    throw error;
  });
  return { store: retrying(store), shown };
}

/** The process was killed after the database was complete. */
async function restoredManifest({ SECRET, DATA_DIR }: Config, { store, shown }: OpenPlace): Promise<Manifest> {
  const found = await newestManifest(store, openKeyring(await existingSecrets(SECRET, DATA_DIR)));
  if (!found) throw new StartRefused(`There is no backup at ${shown}.`);
  return found.manifest;
}

async function resultOf(portal: OpenPortal, config: Config, outcome: Outcome): Promise<RestoreResult> {
  if (outcome.problem !== null) return outcome;
  const { place, manifest } = outcome;
  await using _store = place.store;
  await finishRestore(portal, config, place, manifest);
  const rowsOf = (table: string) => manifest.tables.find(({ name }) => name === table)?.rows ?? 0;
  return {
    problem: null,
    madeAt: manifest.madeAt,
    records: rowsOf("candidate"),
    accounts: rowsOf("person"),
    documents: manifest.documents?.images ?? 0,
    erasedAgain: portal.erasedAgain,
    notErased: (await erasedAndBack(portal.database.read)).length,
  };
}
