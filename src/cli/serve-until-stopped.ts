import { type Config, trustedProxies } from "#config";
import { type OpenPortal, openPortal, type PortalOptions } from "#server/open-portal.ts";
import { runJobs } from "#jobs/run-jobs.ts";
import { type Log, logSlowQueries, logFailure } from "#server/log.ts";
import { openMetrics } from "#server/metrics/metrics.ts";
import { openPages } from "#server/open-pages.ts";
import { serve } from "#server/server.ts";
import { certificateEnd } from "./doctor/check-certificate.ts";
import { freeDiskShare } from "./doctor/check-disk.ts";
import { makeAdminOfEnvironment, offerSetupLink } from "./accounts/first-admin.ts";
import { onStopSignal } from "./stop-signal.ts";

type OnServing = (url: string, portal: OpenPortal) => void | Promise<void>;

/** Opens everything, serves, and closes everything in order when told to stop. */
export async function serveUntilStopped(
  config: Config,
  log: Log,
  onServing: OnServing,
  { dev = false, ...options }: PortalOptions & { dev?: boolean } = {},
): Promise<void> {
  const report = (error: unknown) => logFailure(log, error);
  await using parts = new AsyncDisposableStack();
  const portal = parts.use(await openPortal(config, { ...options, report }));
  await makeAdminOfEnvironment(portal, config);
  const keepsShell = config.OFFLINE_PAGE !== "off";
  const pages = parts.use(await openPages(portal, { dev, report, wording: config.WORDING, keepsShell }));
  const machine = {
    freeDiskShare: () => freeDiskShare(config),
    certificateEnd: (stop: AbortSignal) => certificateEnd(config.PUBLIC_URL, stop),
  };
  const metrics =
    config.METRICS_TOKEN === "" ? undefined : parts.use(openMetrics(portal, config.METRICS_TOKEN, machine));
  if (config.SLOW_QUERY_MS > 0) {
    parts.use(logSlowQueries(log, config.SLOW_QUERY_MS, () => metrics?.countSlowQuery()));
  }
  const routes = {
    ...pages,
    portal,
    log,
    publicOrigin: config.PUBLIC_URL,
    trustedProxies: trustedProxies(config),
    countryHeader: config.COUNTRY_HEADER,
    uploadKey: config.UPLOAD_KEY,
    metrics,
  };
  const reportOfJob = (error: unknown) => {
    metrics?.countJobFailure(error);
    report(error);
  };
  parts.use(runJobs(portal, reportOfJob));
  // Before the log says that the site is served: a reader of the log may send a signal at once.
  const stopped = Promise.race([stopSignal(), untilOutdated(portal, log)]);
  const server = parts.use(await serve(routes, config.PORT, config.HOST));
  parts.use(await offerSetupLink(portal, config, report));
  await onServing(server.url, portal);
  await stopped;
  log.info("stopping");
}

/** Resolves when this version may no longer write. A supervisor then starts the program again, in the newer version. */
async function untilOutdated({ events }: OpenPortal, log: Log): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>();
  events.once("outdated", resolve);
  const step = await promise;
  log.warn(
    `a newer version changed the database (migration "${step}"), so this version may no longer write to it and stops`,
  );
}

/** Resolves at the first signal. A terminal that closes does not stop the site. */
function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  onStopSignal(() => resolve());
  process.on("SIGHUP", () => undefined);
  return promise;
}
