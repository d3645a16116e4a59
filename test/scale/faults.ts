import { setTimeout as delay } from "node:timers/promises";
import { processTreeOf } from "../support/processes/process-tree.ts";
import { askServer } from "../support/processes/postgres.ts";
import type { ServedProcess } from "./served-process.ts";
import type { Part, ServedSite } from "./served-site.ts";

export type Fault = {
  /** What the fault is, for the table. */
  does: string;
  hurt: (site: ServedSite) => Promise<void>;
  /** Set for a part that exists only once: requests during the fault may be refused, but nothing may be lost. */
  isOnly?: true;
  needs?: "PgBouncer";
};

/** How long a killed part is down. A service manager restarts it within about a second. */
const downMs = 500;
/** Longer than the other processes and nginx wait for a silent process. */
const pausedMs = 12_000;
/** The pause of a part that exists only once. */
const shortPauseMs = 4000;

const oneByOne =
  (hurt: (served: ServedProcess, site: ServedSite) => Promise<void>): Fault["hurt"] =>
  async (site) => {
    for (const served of site.processes) await hurt(served, site);
  };

async function pause(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  await delay(ms);
  for (const pid of pids) process.kill(pid, "SIGCONT");
}

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

/** Restarts the processes as docs/operating.md describes: the next one as soon as this one is ready. */
export async function rollingRestart({ processes }: Pick<ServedSite, "processes">): Promise<void> {
  for (const served of processes) {
    await served.stop("SIGTERM");
    await served.start();
  }
}

const endPart =
  (partOf: (site: ServedSite) => Part | null, signal: "SIGKILL" | "SIGINT"): Fault["hurt"] =>
  async (site) => {
    const part = partOf(site);
    if (!part) return;
    process.kill(part.program.pid, signal);
    await delay(downMs);
    await part.startAgain();
  };

const pausePart =
  (pidOf: (site: ServedSite) => number): Fault["hurt"] =>
  (site) =>
    pause(processTreeOf(pidOf(site)), shortPauseMs);

/** Throws unless the newer program has taken its schema step: only then do older processes run on the newer schema. */
async function expectFurtherStep({ databaseUrl }: ServedSite): Promise<void> {
  const rows = await askServer(databaseUrl, "select 1 from schema_step where name = 'further'");
  if (rows.length !== 1) throw new Error("the newer program took no step");
}

async function upgrade(site: ServedSite): Promise<void> {
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
}

/** The order matters: after `upgrade` all processes run the newer version. */
export const faults: Readonly<Record<string, Fault>> = {
  none: { does: "nothing, for comparison", hurt: () => delay(4000) },
  "process-killed": {
    does: "each process: `kill -9`, started again",
    hurt: oneByOne(async (served) => {
      await killAndStart(served);
      await delay(betweenMs);
    }),
  },
  "process-paused": {
    does: `each process: SIGSTOP, SIGCONT after ${pausedMs / 1000} s`,
    hurt: oneByOne(async (served) => {
      await pause([served.pid], pausedMs);
      await delay(betweenMs);
    }),
  },
  "rolling-restart": { does: "each process: SIGTERM, started again", hurt: rollingRestart },
  upgrade: {
    does: "each process: SIGTERM, a newer program with a further step of the schema; an older one killed and started beside it",
    hurt: upgrade,
  },
  "balancer-reloaded": {
    does: "nginx: reloaded three times",
    async hurt({ nginx, processes }) {
      for (let times = 0; times < 3; times += 1) {
        await nginx.program.reload(processes.map(({ address }) => address));
        await delay(1000);
      }
    },
  },
  "balancer-worker-killed": {
    does: "nginx: a worker, `kill -9`",
    async hurt({ nginx }) {
      const [, worker] = processTreeOf(nginx.program.pid);
      if (worker !== undefined) process.kill(worker, "SIGKILL");
      await delay(1000);
    },
  },
  "balancer-killed": {
    does: "nginx: `kill -9`, started again",
    isOnly: true,
    async hurt({ nginx }) {
      for (const pid of processTreeOf(nginx.program.pid)) process.kill(pid, "SIGKILL");
      await delay(downMs);
      await nginx.startAgain();
    },
  },
  "balancer-paused": {
    does: `nginx: SIGSTOP, SIGCONT after ${shortPauseMs / 1000} s`,
    hurt: pausePart(({ nginx }) => nginx.program.pid),
  },
  "pgbouncer-killed": {
    does: "PgBouncer: `kill -9`, started again",
    needs: "PgBouncer",
    isOnly: true,
    hurt: endPart(({ pgbouncer }) => pgbouncer, "SIGKILL"),
  },
  "pgbouncer-restarted": {
    does: "PgBouncer: SIGINT, started again",
    needs: "PgBouncer",
    isOnly: true,
    hurt: endPart(({ pgbouncer }) => pgbouncer, "SIGINT"),
  },
  "pgbouncer-paused": {
    does: `PgBouncer: SIGSTOP, SIGCONT after ${shortPauseMs / 1000} s`,
    needs: "PgBouncer",
    isOnly: true,
    hurt: pausePart(({ pgbouncer }) => pgbouncer?.program.pid ?? 0),
  },
  "postgres-killed": {
    does: "PostgreSQL: `kill -9`, started again",
    isOnly: true,
    hurt: async ({ postgres }) => void process.kill(postgres.pid(), "SIGKILL"),
  },
  "postgres-restarted": {
    does: "PostgreSQL: SIGINT, started again",
    isOnly: true,
    hurt: async ({ postgres }) => void process.kill(postgres.pid(), "SIGINT"),
  },
  "postgres-paused": {
    does: `PostgreSQL: SIGSTOP, SIGCONT after ${shortPauseMs / 1000} s`,
    isOnly: true,
    hurt: pausePart(({ postgres }) => postgres.pid()),
  },
  "s3-restarted": {
    does: `S3: hangs up on everybody, back after ${shortPauseMs / 1000} s`,
    isOnly: true,
    async hurt({ s3 }) {
      await s3.stop();
      await delay(shortPauseMs);
      await s3.start();
    },
  },
  "s3-paused": {
    does: `S3: says nothing for ${shortPauseMs / 1000} s`,
    isOnly: true,
    async hurt({ s3 }) {
      s3.mood = "says nothing";
      await delay(shortPauseMs);
      s3.mood = "serves";
    },
  },
};

/** From now on, PostgreSQL acknowledges a commit before it writes it to disk. */
export async function disableSynchronousCommit({ databaseUrl, pgbouncer, processes }: ServedSite): Promise<void> {
  await askServer(databaseUrl, `alter database ${new URL(databaseUrl).pathname.slice(1)} set synchronous_commit = off`);
  // Sessions that are already open keep the old setting.
  await pgbouncer?.startAgain();
  for (const served of processes) await served.stop("SIGTERM");
  for (const served of processes) await served.start("newer");
}
