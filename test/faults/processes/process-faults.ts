import { setTimeout as delay } from "node:timers/promises";
import { askServer } from "../../support/processes/postgres.ts";
import type { ServedProcess } from "./served-process.ts";

/** The processes of a site, and the address of their database. */
export type Processes = { processes: readonly ServedProcess[]; databaseUrl: string };

export type ProcessFault = (site: Processes) => Promise<void>;

/** How long a killed process is down. A service manager restarts it within about a second. */
const downMs = 500;
/** Longer than the other processes and nginx wait for a silent process. */
const pausedMs = 12_000;

/**
 * The pause between two faults, so that no request meets both. A request may have to wait until a dead process is
 * detected, and nginx avoids a process that refused a connection for a second or two.
 */
const betweenMs = 8000;

async function killAndStart(served: ServedProcess): Promise<void> {
  await served.stop("SIGKILL");
  await delay(downMs);
  await served.start();
}

export const killEach: ProcessFault = async ({ processes }) => {
  for (const served of processes) {
    await killAndStart(served);
    await delay(betweenMs);
  }
};

export const pauseEach: ProcessFault = async ({ processes }) => {
  for (const { pid } of processes) {
    process.kill(pid, "SIGSTOP");
    await delay(pausedMs);
    process.kill(pid, "SIGCONT");
    await delay(betweenMs);
  }
};

/** Restarts the processes as docs/operator/proxy.md describes: the next one as soon as this one is ready. */
export const restartEach: ProcessFault = async ({ processes }) => {
  for (const served of processes) {
    await served.stop("SIGTERM");
    await served.start();
  }
};

/** Throws unless the newer program has taken its schema step: only then do older processes run on the newer schema. */
async function expectFurtherStep({ databaseUrl }: Processes): Promise<void> {
  const rows = await askServer(databaseUrl, "select 1 from schema_step where name = 'further'");
  if (rows.length !== 1) throw new Error("the newer program took no step");
}

export const upgradeEach: ProcessFault = async (site) => {
  const [first, ...others] = site.processes;
  for (const served of [first, ...others]) {
    await served?.stop("SIGTERM");
    await served?.start("newer");
    await expectFurtherStep(site);
    // An older program must be able to start on the newer schema, too.
    const older = served === first ? others.at(-1) : undefined;
    if (older) {
      await delay(betweenMs);
      await killAndStart(older);
    }
  }
};
