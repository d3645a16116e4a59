import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { shownNumbers } from "../../bench/rows/lookups.ts";
import { fillDatabase } from "../../bench/support/fill-database.ts";
import { type Load, loadFor } from "../../bench/support/load.ts";
import { median } from "../../bench/support/measure.ts";
import { vacuum } from "../../bench/support/portals.ts";
import { busySeconds, processorSecondsOf } from "../support/processes/process-tree.ts";
import type { ServedSite } from "./served-site.ts";

const records = 10_000;
const rounds = 3;
const roundSeconds = 2;
/** Long enough for V8 to compile the code that a process runs often. */
const warmUpSeconds = 2.5;
/**
 * So many that each process always has several lookups to answer. They come from several addresses, because a lookup that is
 * not answered yet counts as a miss of its address.
 */
const connections = 64;
const crowds = [1, 4, 16, 64];
const from = Array.from({ length: 16 }, (_, at) => `127.0.0.${at + 2}`);

const parts = ["processes", "nginx", "PgBouncer", "PostgreSQL", "clients"] as const;
type Part = (typeof parts)[number];
const partsWithoutNginx = parts.filter((part) => part !== "nginx");

/** The result of a round: microseconds of processor time per lookup; in `others` the load of other programs. */
type Round = Record<Part, number> & { perSecond: number; others: number };

export type MeasuredLookups = {
  processors: number;
  /** The number of idle processors before the measurement. */
  free: number;
  /** The medians, by the number of processes behind nginx. */
  byProcesses: ReadonlyMap<number, Round>;
  /** The medians of one process without nginx, by the number of clients. */
  byClients: ReadonlyMap<number, Round>;
};

const freeIn = async (seconds: number): Promise<number> => {
  const before = busySeconds();
  await delay(seconds * 1000);
  return availableParallelism() - (busySeconds() - before) / seconds;
};

/** Measures one, two and four processes, if there are so many, each with the same clients; then one without nginx. */
export async function measureLookups(site: ServedSite): Promise<MeasuredLookups> {
  {
    await using portal = await openPortal(readConfig(site.environment), { migrates: false });
    await fillDatabase(portal, records);
  }
  await vacuum(site.databaseUrl);
  const paths = shownNumbers(records).map((number) => `/result/${number}`);
  for (const { address } of site.processes)
    await loadFor(`http://${address}`, { connections, from, paths, until: delay(warmUpSeconds * 1000) });
  const free = await freeIn(3);
  const counts = [1, 2, 4].filter((count) => count <= site.processes.length);
  const byProcesses = await interleavedMedians(counts, async (count) => {
    await site.nginx.program.reload(site.processes.slice(0, count).map(({ address }) => address));
    await delay(500);
    return measureRound(site, { url: site.member.url, connections, from, paths });
  });
  const [first] = site.processes;
  const byClients = await interleavedMedians(crowds, (clients) =>
    measureRound(site, { url: `http://${first?.address}`, connections: clients, from, paths }),
  );
  return { processors: availableParallelism(), free, byProcesses, byClients };
}

/** Measures each count in several rounds, in alternating order. Returns the medians. */
async function interleavedMedians(
  counts: readonly number[],
  measure: (count: number) => Promise<Round>,
): Promise<Map<number, Round>> {
  const seen = new Map(counts.map((count) => [count, [] as Round[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const count of round % 2 === 0 ? counts : counts.toReversed()) seen.get(count)?.push(await measure(count));
  }
  return new Map([...seen].map(([count, measured]) => [count, mediansOf(measured)]));
}

async function measureRound(site: ServedSite, { url, ...load }: Load): Promise<Round> {
  const [before, busyBefore, start] = [spentBy(site), busySeconds(), performance.now()];
  const { latencies, processorSeconds } = await loadFor(url, { ...load, until: delay(roundSeconds * 1000) });
  const seconds = (performance.now() - start) / 1000;
  const [after, busy] = [spentBy(site), busySeconds() - busyBefore];
  const spent = { ...difference(after, before), clients: processorSeconds };
  const ours = Object.values(spent).reduce((sum, part) => sum + part, 0);
  const each = Object.fromEntries(parts.map((part) => [part, (spent[part] * 1e6) / latencies.length]));
  const others = Math.max(0, busy - ours) / seconds;
  return { ...(each as Record<Part, number>), perSecond: latencies.length / roundSeconds, others };
}

type Spent = Record<Exclude<Part, "clients">, number>;

const spentBy = ({ processes, nginx, pgbouncer, postgres }: ServedSite): Spent => ({
  processes: processes.reduce((sum, { pid }) => sum + processorSecondsOf(pid), 0),
  nginx: processorSecondsOf(nginx.program.pid),
  PgBouncer: pgbouncer ? processorSecondsOf(pgbouncer.program.pid) : 0,
  PostgreSQL: processorSecondsOf(postgres.pid()),
});

const difference = (after: Spent, before: Spent): Spent => ({
  processes: after.processes - before.processes,
  nginx: after.nginx - before.nginx,
  PgBouncer: after.PgBouncer - before.PgBouncer,
  PostgreSQL: after.PostgreSQL - before.PostgreSQL,
});

function mediansOf(measured: readonly Round[]): Round {
  const names = [...parts, "perSecond", "others"] as const;
  return Object.fromEntries(names.map((name) => [name, median(measured.map((round) => round[name]))])) as Round;
}

const micros = (round: Round, some: readonly Part[]) =>
  some.map((part) => Math.round(round[part]).toLocaleString("en"));
const perSecond = (round: Round) => Math.round(round.perSecond).toLocaleString("en");

/** Returns the cells of both tables: a row for each number of processes, and for each number of clients. */
export function rowsOfLookups({ byProcesses, byClients }: MeasuredLookups, way: string) {
  const one = byProcesses.get(1);
  const ratio = (round: Round) => (one ? (round.perSecond / one.perSecond).toFixed(2) : "");
  return {
    byProcesses: [...byProcesses].map(([count, round]) =>
      [way, String(count), perSecond(round), ratio(round)].concat(micros(round, parts), round.others.toFixed(1)),
    ),
    byClients: [...byClients].map(([count, round]) =>
      [way, String(count), perSecond(round)].concat(micros(round, partsWithoutNginx)),
    ),
  };
}
