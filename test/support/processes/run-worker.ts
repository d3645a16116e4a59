import { readConfig } from "#config";
import { executeRuns } from "#operations/bulk/execute-runs.ts";
import { openPortal } from "#server/open-portal.ts";

/**
 * A process that executes the waiting bulk runs, for tests that kill it during a run. Its environment is that of the
 * portal.
 */
await using portal = await openPortal(readConfig(process.env));
const stopping = new AbortController().signal;
await executeRuns(portal, { stopping, report: (error) => console.error(error) });
