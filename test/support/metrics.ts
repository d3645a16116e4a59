import type { Portal } from "#operations/portal/portal.ts";
import { openMetrics } from "#server/metrics/metrics.ts";

/** What /metrics says of a portal that is not served. */
export async function metricsOf(portal: Portal): Promise<string> {
  using metrics = openMetrics(portal, "token", { freeDiskShare: async () => 1, certificateEnd: async () => null });
  return await metrics.read();
}
