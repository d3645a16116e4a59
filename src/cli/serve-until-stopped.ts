import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { type OpenPortal, openPortal, type PortalOptions } from "#server/open-portal.ts";
import { type Log, logFailure } from "#server/log.ts";
import { serve, type ServerParts } from "#server/server.ts";
import { makeAdminOfEnvironment, offerSetupLink } from "./accounts/first-admin.ts";
import { type RestoreByPage, restoreByPage } from "./restore-by-page.ts";
import { openSiteParts } from "./site-parts.ts";
import { onStopSignal } from "./stop-signal.ts";

type OnServing = (url: string, portal: OpenPortal) => void | Promise<void>;

type ServeOptions = Omit<PortalOptions, "onUnknownRegistry"> & {
  dev?: boolean;
  newRegistry?: boolean;
  /** Only for the demo, which changes what it serves. */
  around?: (parts: ServerParts) => ServerParts;
};

/** Serves until told to stop. After the page of the setup link has ordered a restore, serves the restored site. */
export async function serveUntilStopped(
  config: Config,
  log: Log,
  onServing: OnServing,
  options: ServeOptions = {},
): Promise<void> {
  for (let ended: "stopped" | "restore" | null = null; ended !== "stopped";) {
    await using restored = await restoreByPage(config, log);
    ended = await serveOnce(config, log, onServing, { ...options, restored });
  }
}

async function serveOnce(
  config: Config,
  log: Log,
  onServing: OnServing,
  {
    dev = false,
    newRegistry = false,
    around = (parts) => parts,
    restored,
    ...options
  }: ServeOptions & { restored: RestoreByPage | null },
): Promise<"stopped" | "restore"> {
  const report = (error: unknown) => logFailure(log, error);
  const onUnknownRegistry = (problem: string) => {
    if (!newRegistry) throw new StartRefused(`${problem} ${newRegistryAdvice}`);
  };
  using listeners = new DisposableStack();
  await using parts = new AsyncDisposableStack();
  const tellFence = (notice: string) => log.warn(notice);
  const portal = parts.use(await openPortal(config, { ...options, onUnknownRegistry, tellFence, report }));
  await restored?.finish(portal);
  await makeAdminOfEnvironment(portal, config);
  const served = parts.use(await openSiteParts(portal, config, log, { dev }));
  // Before the log says that the site is served: a reader of the log may send a signal at once.
  const ended = Promise.race([stopSignal(listeners), untilOutdated(portal, log), untilRestoreIsAsked(portal)]);
  await restored?.[Symbol.asyncDispose]();
  const server = parts.use(await serve(around(served), config.PORT, config.HOST));
  parts.use(await offerSetupLink(portal, config, { report, isKept: restored?.hasFailed === true }));
  await onServing(server.url, portal);
  const end = await ended;
  log.info(end === "restore" ? "stopping, to restore a backup" : "stopping");
  return end;
}

const newRegistryAdvice =
  'To begin another registry in this database, use "attestry start --new-registry" until it has a record, also in the unit of systemd.';

async function untilRestoreIsAsked({ events }: OpenPortal): Promise<"restore"> {
  const { promise, resolve } = Promise.withResolvers<"restore">();
  events.once("restore-asked", () => resolve("restore"));
  return promise;
}

/** Resolves when this version may no longer write. A supervisor then starts the program again, in the newer version. */
async function untilOutdated({ events }: OpenPortal, log: Log): Promise<"stopped"> {
  const { promise, resolve } = Promise.withResolvers<string>();
  events.once("outdated", resolve);
  const step = await promise;
  log.warn(
    `a newer version changed the database (migration "${step}"), so this version may no longer write to it and stops`,
  );
  return "stopped";
}

/** Resolves at the first signal. A terminal that closes does not stop the site. */
function stopSignal(listeners: DisposableStack): Promise<"stopped"> {
  const { promise, resolve } = Promise.withResolvers<"stopped">();
  const ignored = () => undefined;
  process.on("SIGHUP", ignored);
  listeners.defer(() => void process.off("SIGHUP", ignored));
  listeners.use(onStopSignal(() => resolve("stopped")));
  return promise;
}
