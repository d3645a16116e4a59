import { setTimeout as delay } from "node:timers/promises";
import { throwFirst } from "#core/errors.ts";
import { type BulkRun, runsIn } from "#storage/database/records/bulk-runs.ts";
import { endForbidden, isOurs, personOf } from "./execute-runs.ts";
import type { Portal } from "../portal/portal.ts";
import type { JobSignals } from "../portal/queue.ts";
import { checkImport } from "../imports/check-import.ts";

/** While dry runs are under way, this process looks for new ones this often. */
const everyMs = 200;

/** The pause after a failure. */
const pauseMs = 5000;

/** The dry runs under way, and those that failed, with the time of their next try; by the id of the run. */
type Progress = { underWay: Map<string, Promise<unknown>>; failed: Map<string, { error: unknown; nextAt: number }> };

/**
 * Executes all dry runs that no other process executes, side by side, until none is left: one with documents may take
 * many minutes. A dry run that fails is tried again after a pause while others are under way. If it still fails at the
 * end, its error is thrown, and the next call tries it again.
 */
export async function executeDryRuns(portal: Portal, signals: JobSignals): Promise<void> {
  const { underWay, failed }: Progress = { underWay: new Map(), failed: new Map() };
  for (;;) {
    await beginNew(portal, signals, { underWay, failed }).catch(async (error: unknown) => {
      if (underWay.size === 0) throw error;
      signals.report(error);
      await delay(pauseMs, undefined, { signal: signals.stopping }).catch(() => undefined);
    });
    if (underWay.size === 0) break;
    await Promise.race([...underWay.values(), delay(everyMs)]);
  }
  throwFirst(
    [...failed.values()].map(({ error }) => error),
    signals.report,
  );
}

async function beginNew(portal: Portal, signals: JobSignals, { underWay, failed }: Progress): Promise<void> {
  if (signals.stopping.aborted) return;
  for (const run of await runsIn(portal.database.read, portal.registry, "checking")) {
    const mustWait = underWay.has(run.id) || (failed.get(run.id)?.nextAt ?? 0) > performance.now();
    if (mustWait || !(await isOurs(portal, run))) continue;
    const dryRun = execute(portal, run, signals).then(
      () => failed.delete(run.id),
      (error: unknown) => failed.set(run.id, { error, nextAt: performance.now() + pauseMs }),
    );
    underWay.set(
      run.id,
      dryRun.finally(() => underWay.delete(run.id)),
    );
  }
}

async function execute(portal: Portal, run: BulkRun, signals: JobSignals): Promise<void> {
  const actor = await personOf(portal, run);
  await (actor === null ? endForbidden(portal, run) : checkImport(portal, { actor, run }, signals));
}
