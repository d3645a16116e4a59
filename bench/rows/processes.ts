import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { createDatabase, startPostgres } from "#test/support/processes/postgres.ts";
import { loadFor } from "../support/load.ts";
import { median } from "../support/measure.ts";
import { postgresPortal, SECRET, sqliteFolder, sqlitePortal, vacuum } from "../support/portals.ts";
import { atLeast, atMostTimes, type Row } from "../support/row.ts";
import { type BenchedServer, startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { shownNumbers } from "./lookups.ts";
import { pathOf } from "./served-lookups.ts";

const records = 10_000;
const rounds = 7;
const roundMs = 3000;
/** The clients must not be what is measured: one client process cannot keep two others busy. */
const clients = 2;

/** Lookups of one network that are not answered yet count as misses, and more than thirty would have a price. */
const from = Array.from({ length: 32 }, (_, at) => `127.0.${at}.1`);

/** The server shares the processors, and two processes batch less each. */
const onPostgres = { rate: 0.8, processor: 1.5 };

type Measured = { perSecond: number; microseconds: number };

/** Lookups by one process and by two of a supervisor, in turn: how many a second, and the processor time of one. */
export async function severalProcesses(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  await (await sqlitePortal(records))[Symbol.asyncDispose]();
  const environments = [1, 2].map((count) => ({
    DATA_DIR: join(folder.path, String(count)),
    SECRET,
    PROCESSES: `${count}`,
  }));
  for (const { DATA_DIR } of environments) {
    await cp(await sqliteFolder(records), DATA_DIR, { recursive: true });
    forgetMisses(DATA_DIR);
  }
  const onSqlite = await oneAndTwo("SQLite", environments, { rate: 1.5, processor: 1.1 });
  const server = await startPostgres();
  try {
    const url = await createDatabase(server.url);
    await (await postgresPortal(url, join(folder.path, "postgres"), records))[Symbol.asyncDispose]();
    await vacuum(url);
    const shared = { DATABASE_URL: url, DATA_DIR: join(folder.path, "postgres"), SECRET };
    return [
      ...onSqlite,
      ...(await oneAndTwo(
        "PostgreSQL",
        [1, 2].map((count) => ({ ...shared, PROCESSES: `${count}` })),
        onPostgres,
      )),
    ];
  } finally {
    await server.stop();
  }
}

/** Other rows asked for numbers that nobody has. These servers would want a price for the next lookup. */
function forgetMisses(folder: string): void {
  using lookups = new DatabaseSync(join(folder, "attestry-lookups.db"));
  lookups.exec("delete from lookup_misses");
}

async function oneAndTwo(
  engine: string,
  environments: readonly Record<string, string>[],
  targets: { rate: number; processor: number },
): Promise<Row[]> {
  await using parts = new AsyncDisposableStack();
  const servers: BenchedServer[] = [];
  for (const environment of environments) servers.push(parts.use(await startServer(environment)));
  await delay(5000);
  const measured: Measured[][] = servers.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, server] of servers.entries()) measured[at]?.push(await measure(server));
  const [one, two] = measured.map((of) => ({
    perSecond: median(of.map(({ perSecond }) => perSecond)),
    microseconds: median(of.map(({ microseconds }) => microseconds)),
  }));
  if (!one || !two) throw new Error("nothing was measured");
  return [
    atLeast(`GET /result/{n} on ${engine}, two processes`, "/s", two.perSecond, one.perSecond, targets.rate),
    atMostTimes(`processor time of that on ${engine}`, "µs", two.microseconds, one.microseconds, targets.processor),
  ];
}

async function measure({ url, pid }: BenchedServer): Promise<Measured> {
  const paths = shownNumbers(records).map(pathOf);
  const before = await processorSeconds(pid);
  const until = delay(roundMs);
  const answers = await Promise.all(
    Array.from({ length: clients }, () => loadFor(url, { until, connections: 32, paths, from })),
  );
  const lookups = answers.reduce((sum, { latencies }) => sum + latencies.length, 0);
  return {
    perSecond: lookups / (roundMs / 1000),
    microseconds: (((await processorSeconds(pid)) - before) / lookups) * 1e6,
  };
}

/** Of a process and of those that it started. */
async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).split(" ").filter(Boolean).map(Number);
  const ofChildren = await Promise.all(children.map(processorSeconds));
  return ofChildren.reduce((sum, one) => sum + one, (user + system) / 100);
}
