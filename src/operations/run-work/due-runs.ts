import { dayMs } from "#core/durations.ts";
import { uploadLifetimeMs } from "#core/images/upload-limits.ts";
import { deleteRunsBefore, hiddenForDeletion, runsIn } from "#storage/database/records/bulk-runs.ts";
import { deleteUnbegunImports } from "#storage/database/records/imports.ts";
import type { Portal } from "../portal/portal.ts";
import type { JobSignals } from "../portal/queue.ts";

// Executing a run needs the reader of tables, which is loaded with the first run that is due (decision 0102).

export async function executeDueRuns(portal: Portal, signals: JobSignals): Promise<void> {
  if (!(await areRunsDue(portal))) return;
  const { executeRuns } = await import("./execute-runs.ts");
  await executeRuns(portal, signals);
}

async function areRunsDue({ database: { read }, registry, now }: Portal): Promise<boolean> {
  if ((await runsIn(read, registry, "running")).length > 0) return true;
  return (await hiddenForDeletion(read, registry, now())).length > 0;
}

export async function executeDueDryRuns(portal: Portal, signals: JobSignals): Promise<void> {
  if ((await runsIn(portal.database.read, portal.registry, "checking")).length === 0) return;
  const { executeDryRuns } = await import("./execute-dry-runs.ts");
  await executeDryRuns(portal, signals);
}

const keptMs = 30 * dayMs;
const runsAtOnce = 20;

export async function deleteOldRuns({ database, now }: Portal, stopping?: AbortSignal): Promise<void> {
  await database.write((writer) => deleteUnbegunImports(writer, now() - uploadLifetimeMs));
  const deleteSome = () => database.write((writer) => deleteRunsBefore(writer, now() - keptMs, runsAtOnce));
  while (!stopping?.aborted && (await deleteSome()) === runsAtOnce);
}
