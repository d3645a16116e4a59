import { executeRuns } from "#operations/bulk/execute-runs.ts";
import { executeDryRuns } from "#operations/imports/execute-dry-runs.ts";
import type { Portal } from "#operations/portal.ts";

function throwError(error: unknown): never {
  throw error;
}

/** Executes all dry runs of imports, then all confirmed runs, as the jobs do. */
export async function executeAllRuns(portal: Portal, report: (error: unknown) => void = throwError): Promise<void> {
  const round = { stopping: new AbortController().signal, report };
  await executeDryRuns(portal, round);
  await executeRuns(portal, round);
}
