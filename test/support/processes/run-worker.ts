import { readConfig } from "#config";
import { executeRuns } from "#operations/bulk/execute-runs.ts";
import { openPortal } from "#server/open-portal.ts";

/**
 * A process that executes the waiting bulk runs, for tests that kill it during a run. Its environment is that of the
 * portal. It sends a message when it begins: starting it takes long on a busy machine.
 */
await using portal = await openPortal(readConfig(process.env));
const stopping = new AbortController().signal;
process.send?.("begins");
await executeRuns(portal, { stopping, report: (error) => console.error(error) });
