import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { readOrder, restoreResultSchema } from "#operations/portal/restore-order.ts";
import {
  type OfSupervisor,
  type OpenPortal,
  openPortal,
  orderFileIn,
  type PortalOptions,
} from "#server/open-portal.ts";
import { type Log, logFailure } from "#server/log.ts";
import { serve, type ServerParts } from "#server/server.ts";
import { makeAdminOfEnvironment, offerSetupLink } from "./accounts/first-admin.ts";
import { type RestoreByPage, restoreByPage } from "./restore-by-page.ts";
import { openSiteParts } from "./site-parts.ts";
import { onStopSignal } from "./stop-signal.ts";
import type { Membership } from "./supervise/member.ts";
import { inherited } from "./supervise/messages.ts";

type OnServing = (url: string, portal: OpenPortal) => void | Promise<void>;

type ServeOptions = Omit<PortalOptions, "onUnknownRegistry" | "ofSupervisor"> & {
  dev?: boolean;
  newRegistry?: boolean;
  /** Null for a process that serves the site alone. */
  membership?: Membership | null;
  /** Only for the demo, which changes what it serves. */
  around?: (parts: ServerParts) => ServerParts;
};

/**
 * Serves until told to stop. After the page of the setup link has ordered a restore, serves the restored site; of several
 * processes, the one that starts next does that.
 */
export async function serveUntilStopped(
  config: Config,
  log: Log,
  onServing: OnServing,
  options: ServeOptions = {},
): Promise<void> {
  for (let ended: "stopped" | "restore" | null = null; ended !== "stopped";) {
    if (options.membership && (await isOrderedWhileOthersServe(config, options.membership)))
      return options.membership.askForRestore();
    await using restored = await restoreByPage(config, log, options.membership);
    ended = await serveOnce(config, log, onServing, { ...options, restored });
    if (ended === "restore" && options.membership) return options.membership.askForRestore();
  }
}

async function serveOnce(
  config: Config,
  log: Log,
  onServing: OnServing,
  {
    dev = false,
    newRegistry = false,
    membership = null,
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
  const tellSteps = (notice: string) => log.warn(notice);
  const ofSupervisor = membership && siblingsOf(membership);
  const portal = parts.use(
    await openPortal(config, { ...options, onUnknownRegistry, tellSteps, report, ofSupervisor }),
  );
  await restored?.finish(portal);
  membership?.onBeat(() => portal.lookups.budget.journalEpoch);
  if (membership) shareRestoreResult(membership, portal);
  await makeAdminOfEnvironment(portal, config, log);
  const served = parts.use(await openSiteParts(portal, config, log, { dev, membership }));
  // Before the log says that the site is served: a reader of the log may send a signal at once.
  const ended = Promise.race([stopSignal(listeners), untilOutdated(portal, log), untilRestoreIsAsked(portal)]);
  await restored?.[Symbol.asyncDispose]();
  const place = { port: config.PORT, host: config.HOST, fd: membership ? inherited.site : undefined };
  const server = parts.use(await serve(around(served), place));
  // Of several processes, only the first one of all makes a new link although there is one.
  const isKept = restored?.hasFailed === true || membership?.isFirst === false;
  parts.use(await offerSetupLink(portal, config, { report, isKept }));
  await onServing(server.url, portal);
  membership?.serves();
  const end = await ended;
  log.info(end === "restore" ? "stopping, to restore a backup" : "stopping");
  return end;
}

/** The process that took the order may have ended before it told anybody. */
async function isOrderedWhileOthersServe({ DATA_DIR }: Config, { siblings }: Membership): Promise<boolean> {
  return (await readOrder(orderFileIn(DATA_DIR))) !== null && (await siblings()).length > 0;
}

const siblingsOf = ({ siblings, works }: Membership): OfSupervisor => ({
  journal: inherited.journal,
  siblings: async () => (await siblings()).map(({ pid }) => pid),
  works,
});

/** The browser that ordered a restore may reach any of the processes. */
function shareRestoreResult(membership: Membership, { restores }: OpenPortal): void {
  if (restores.result) membership.tellOthers(restores.result);
  membership.onTold((value) => {
    const { data } = restoreResultSchema.safeParse(value);
    if (data) restores.result = data;
  });
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
