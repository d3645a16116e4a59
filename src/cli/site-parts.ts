import { z } from "zod";
import { type Config, trustedProxies } from "#config";
import { runJobs } from "#jobs/run-jobs.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { backupPlaceProblem } from "#server/backup-place.ts";
import { type Log, logFailure, logSlowQueries } from "#server/log.ts";
import { type MemberMetrics, type MembersMetrics, openMetrics } from "#server/metrics/metrics.ts";
import { seriesSchema } from "#server/metrics/series.ts";
import { openPages } from "#server/open-pages.ts";
import type { ServerParts } from "#server/server.ts";
import { certificateEnd } from "./doctor/check-certificate.ts";
import { freeDiskShare } from "./doctor/check-disk.ts";
import type { Membership } from "./supervise/member.ts";

/** Opens what a site serves of an open portal, and runs its jobs. Disposing stops them. */
export async function openSiteParts(
  portal: Portal,
  config: Config,
  log: Log,
  { dev = false, membership = null }: { dev?: boolean; membership?: Membership | null } = {},
): Promise<ServerParts & AsyncDisposable> {
  const report = (error: unknown) => logFailure(log, error);
  await using opening = new AsyncDisposableStack();
  const keepsShell = config.OFFLINE_PAGE !== "off";
  const pages = opening.use(await openPages(portal, { dev, report, wording: config.WORDING, keepsShell }));
  const machine = {
    freeDiskShare: () => freeDiskShare(config),
    certificateEnd: (stop: AbortSignal) => certificateEnd(config.PUBLIC_URL, stop),
  };
  const metrics =
    config.METRICS_TOKEN === ""
      ? undefined
      : opening.use(openMetrics(portal, config.METRICS_TOKEN, machine, membership ? metricsOf(membership) : undefined));
  if (config.SLOW_QUERY_MS > 0) {
    opening.use(logSlowQueries(log, config.SLOW_QUERY_MS, () => metrics?.countSlowQuery()));
  }
  const reportOfJob = (error: unknown) => {
    metrics?.countJobFailure(error);
    report(error);
  };
  opening.use(runJobs(portal, reportOfJob));
  const opened = opening.move();
  return {
    ...pages,
    portal,
    log,
    publicOrigin: config.PUBLIC_URL,
    trustedProxies: trustedProxies(config),
    countryHeader: config.COUNTRY_HEADER,
    uploadKey: config.UPLOAD_KEY,
    backupProblem: () => backupPlaceProblem(config, portal),
    metrics,
    ...(membership && { isReplaced: membership.isReplaced, processes: () => processesOf(membership) }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Processes of one version: the supervisor starts all of them from one program. */
const metricsOf = ({ askOthers, onAsked }: Membership): MembersMetrics => ({
  onAsked,
  read: async () =>
    (await askOthers()).flatMap(({ pid, number, replaced, answer }): MemberMetrics[] => {
      if (pid === process.pid) return [{ number, replaced, series: null }];
      const { data } = z.array(seriesSchema).safeParse(answer);
      return data ? [{ number, replaced, series: data }] : [];
    }),
});

/** For staff, who see how the site is. */
const processesOf = async ({ siblings }: Membership) =>
  (await siblings()).map(({ number, since, replaced }) => ({
    number,
    since: new Date(since).toISOString(),
    replaced,
  }));
