import { executeDueDryRuns, executeDueRuns } from "#operations/run-work/due-runs.ts";
import type { Portal } from "#operations/portal/portal.ts";

function throwError(error: unknown): never {
  throw error;
}

/** What the jobs get: nothing stops them. By default, a reported error fails the test. */
export const round = (report: (error: unknown) => void = throwError) => ({
  stopping: new AbortController().signal,
  report,
});

/** Executes all dry runs of imports, then all confirmed runs, as the jobs do. */
export async function executeAllRuns(portal: Portal, report?: (error: unknown) => void): Promise<void> {
  await executeDueDryRuns(portal, round(report));
  await executeDueRuns(portal, round(report));
}
