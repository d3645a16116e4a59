import { setTimeout as delay } from "node:timers/promises";
import { type BulkRun, runsIn } from "#storage/database/records/bulk-runs.ts";
import { endWith, isOurs, personOf } from "../bulk/execute-runs.ts";
import type { Portal } from "../portal.ts";
import { checkImport } from "./check-import.ts";

type Round = { stopping: AbortSignal; report: (error: unknown) => void };

/** While dry runs are under way, this process looks for new ones this often. */
const everyMs = 200;

/** The pause after a failure. */
const pauseMs = 5000;

/** The dry runs under way, and until when each failed one pauses, by the id of the run. */
type Progress = { underWay: Map<string, Promise<void>>; pausing: Map<string, number> };

/**
 * Executes all dry runs that no other process executes, side by side, until none is left: one with documents may take
 * many minutes. A dry run that fails is tried again after a pause while others are under way, else by the next call.
 */
export async function executeDryRuns(portal: Portal, round: Round): Promise<void> {
  const progress: Progress = { underWay: new Map(), pausing: new Map() };
  for (;;) {
    await beginNew(portal, round, progress).catch(async (error: unknown) => {
      round.report(error);
      await delay(pauseMs, undefined, { signal: round.stopping }).catch(() => undefined);
    });
    if (progress.underWay.size === 0) return;
    await Promise.race([...progress.underWay.values(), delay(everyMs)]);
  }
}

async function beginNew(portal: Portal, round: Round, { underWay, pausing }: Progress): Promise<void> {
  if (round.stopping.aborted) return;
  for (const run of await runsIn(portal.database.read, portal.registry, "checking")) {
    const mustWait = underWay.has(run.id) || (pausing.get(run.id) ?? 0) > performance.now();
    if (mustWait || !(await isOurs(portal, run))) continue;
    const dryRun = execute(portal, run, round).catch((error: unknown) => {
      pausing.set(run.id, performance.now() + pauseMs);
      round.report(error);
    });
    underWay.set(
      run.id,
      dryRun.finally(() => underWay.delete(run.id)),
    );
  }
}

async function execute(portal: Portal, run: BulkRun, round: Round): Promise<void> {
  const actor = await personOf(portal, run);
  await (actor === null ? endWith(portal, run, "stopped") : checkImport(portal, { actor, run }, round));
}
