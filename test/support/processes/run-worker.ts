import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { executeAllRuns } from "../execute-all-runs.ts";

/**
 * A process that executes the waiting bulk runs, for tests that kill it during a run. Its environment is that of the
 * portal. It sends a message when it begins: starting it takes long on a busy machine.
 */
await using portal = await openPortal(readConfig(process.env));
process.send?.("begins");
await executeAllRuns(portal, (error) => console.error(error));
