import { type Config, trustedProxies } from "#config";
import { type OpenPortal, openPortal, type PortalWishes } from "#server/open-portal.ts";
import { runJobs } from "../jobs/run-jobs.ts";
import { type Log, reportTo } from "#server/log.ts";
import { openPages } from "#server/open-pages.ts";
import { serve } from "#server/server.ts";
import { makeAdminOfEnvironment, offerSetupLink } from "./first-admin.ts";
import { stopSignal } from "./stop-signal.ts";

type OnServing = (url: string, portal: OpenPortal) => void;

/** Opens everything, serves, and closes it all in order when told to stop. */
export async function serveUntilStopped(
  config: Config,
  log: Log,
  onServing: OnServing,
  { dev = false, ...wishes }: PortalWishes & { dev?: boolean } = {},
): Promise<void> {
  const report = (error: unknown) => reportTo(log, error);
  await using parts = new AsyncDisposableStack();
  const portal = parts.use(await openPortal(config, { ...wishes, report }));
  await makeAdminOfEnvironment(portal, config);
  const keepsShell = config.OFFLINE_PAGE !== "off";
  const pages = parts.use(await openPages(portal, { dev, report, wording: config.WORDING, keepsShell }));
  const routes = {
    ...pages,
    portal,
    log,
    publicOrigin: config.PUBLIC_URL,
    trustedProxies: trustedProxies(config),
    uploadKey: config.UPLOAD_KEY,
  };
  parts.use(runJobs(portal, report));
  // Heard before we say that we serve: who reads that may tell us to stop at once.
  const stopped = stopSignal();
  const server = parts.use(await serve(routes, config.PORT, config.HOST));
  parts.use(await offerSetupLink(portal, config, report));
  onServing(server.url, portal);
  await stopped;
  log.info("stopping");
}
