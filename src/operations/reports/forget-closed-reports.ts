import { deleteReportsClosedBefore } from "#storage/database/reports.ts";
import type { Portal } from "../portal.ts";

const keptMs = 180 * 24 * 3_600_000;
const reportsAtOnce = 500;

/** Removes reports that were closed 180 days ago, and with each the only key to its words. Open ones stay. */
export async function forgetClosedReports({ database, registry, now }: Portal, signal?: AbortSignal): Promise<void> {
  const closedBefore = now() - keptMs;
  const forgetSome = () =>
    database.write((writer) => deleteReportsClosedBefore(writer, { registry, closedBefore, atMost: reportsAtOnce }));
  while (!signal?.aborted && (await forgetSome()) === reportsAtOnce);
}
