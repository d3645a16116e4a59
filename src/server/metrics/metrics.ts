import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { errorAnswer } from "#api/http/answers.ts";
import { minuteMs } from "#core/durations.ts";
import type { LogFaultKind } from "#core/proofs/log-faults.ts";
import { type ReadinessChecks, readinessChecks } from "#operations/upkeep/check-ready.ts";
import { lastComparison } from "#operations/upkeep/compare-log.ts";
import { logFaults } from "#operations/log/log-fault.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { nameOf, sickProcesses } from "#operations/portal/processes.ts";
import { lastCheck, newestRun } from "#storage/database/backup-runs.ts";
import { countFailingMails } from "#storage/database/mails.ts";
import { describeRequest } from "../routes.ts";
import { Durations, type Labels, type Series, shown, withLabel, written } from "./series.ts";

export type Metrics = Disposable & {
  readonly token: string;
  countRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  countJobFailure: (error: unknown) => void;
  countSlowQuery: () => void;
  read: () => Promise<string>;
};

/** What the site does not know of itself. */
type Machine = {
  freeDiskShare: () => Promise<number>;
  /** In milliseconds: 0 if browsers refuse the certificate, null if there is none. */
  certificateEnd: (stop: AbortSignal) => Promise<number | null>;
};

/** Interval of the timer whose delay is measured. It is subtracted, because the delay that Node reports includes it. */
const timerMs = 20;

/** As long as a database that hangs takes at most. */
const diskLimitMs = 2500;

const certificatePauseMs = 10 * minuteMs;

/** As many are counted in a few milliseconds. */
const maxCounted = 1000;

/** What another process of this supervisor has counted, and how often it was replaced. */
export type MemberMetrics = { number: number; replaced: number; series: readonly Series[] | null };

/** The processes of this supervisor. `series` is null for this one. */
export type MembersMetrics = {
  read: () => Promise<MemberMetrics[]>;
  onAsked: (answer: () => readonly Series[]) => void;
};

/**
 * Counts in this process only. The reader of the metrics adds up the numbers of all processes. Those of one supervisor are
 * read together, whichever of them is asked.
 */
export function openMetrics(portal: Portal, token: string, machine?: Machine, members?: MembersMetrics): Metrics {
  const durations = new Durations();
  const jobFailures = new Map<string, number>();
  let slowQueries = 0;
  const loopDelay = followLoopDelay();
  const checks = readinessChecks(portal);
  const certificate = machine && followCertificate(machine);
  const ofDisk = machine && readDisk(machine);

  const ofThis = () => [
    durations.shown("attestry_request_duration_seconds", "Requests by route, method and status, until the last byte."),
    ofLookups(portal),
    ofJobs(jobFailures),
    loopDelay.shown(),
    ...ofDecoders(portal),
    ...ofDatabase(portal),
    ofSlowQueries(slowQueries),
    ...ofProcess(),
  ];
  members?.onAsked(ofThis);

  const read = async () =>
    written([
      ...(members ? ofMembers(await members.read(), ofThis()) : ofThis()),
      ...(await ofSite(portal, checks, ofDisk)),
      ...(certificate?.shown() ?? []),
      shown("attestry_build_info", "gauge", "Versions.", [
        [{ version: portal.version, node: process.versions.node }, 1],
      ]),
    ]);

  return {
    token,
    read,
    countRequest: (incoming, outgoing) => {
      const start = performance.now();
      outgoing.once("close", () => observe(durations, incoming, outgoing, (performance.now() - start) / 1000));
    },
    countJobFailure: (error) => {
      const { id } = errorAnswer(error).body.error;
      jobFailures.set(id, (jobFailures.get(id) ?? 0) + 1);
    },
    countSlowQuery: () => void (slowQueries += 1),
    [Symbol.dispose]: () => {
      loopDelay[Symbol.dispose]();
      certificate?.[Symbol.dispose]();
    },
  };
}

function ofMembers(members: readonly MemberMetrics[], own: readonly Series[]): Series[] {
  // A supervisor that does not answer hides the others, not this process.
  const found = members.length > 0 ? members : [{ number: 0, replaced: 0, series: null }];
  return found.flatMap(({ number, replaced, series }) => {
    const about = "How often a process ended by itself or was killed, and another one took its place.";
    const all = [...(series ?? own), shown("attestry_process_replaced_total", "counter", about, [[{}, replaced]])];
    return withLabel(all, { member: String(number) });
  });
}

function observe(durations: Durations, incoming: IncomingMessage, outgoing: ServerResponse, seconds: number) {
  const { route, method } = describeRequest(incoming);
  const status = outgoing.headersSent ? `${Math.floor(outgoing.statusCode / 100)}xx` : "none";
  durations.observe(`${method} ${status} ${route}`, () => ({ route, method, status }), seconds);
}

const labelled = (label: string, counts: Readonly<Record<string, number>>): [Labels, number][] =>
  Object.entries(counts).map(([of, count]) => [{ [label]: of }, count]);

const ofLookups = ({ lookups: { outcomes } }: Portal): Series =>
  shown("attestry_lookups_total", "counter", "Lookups by what they came to.", labelled("outcome", outcomes));

function ofJobs(failures: ReadonlyMap<string, number>): Series {
  const values = labelled("error", Object.fromEntries(failures));
  return shown("attestry_job_failures_total", "counter", "Failures of work by the clock, by error.", values);
}

function ofSlowQueries(count: number): Series {
  const about = "Queries that took longer than SLOW_QUERY_MS.";
  return shown("attestry_slow_queries_total", "counter", about, [[{}, count]]);
}

function ofDecoders({ imagePipeline }: Portal): Series[] {
  const processes = imagePipeline.processes();
  const idle = processes.filter(({ isIdle }) => isIdle).length;
  return [
    shown(
      "attestry_decoders",
      "gauge",
      "Child processes for strangers' files.",
      labelled("state", { idle, busy: processes.length - idle }),
    ),
    shown("attestry_decoder_queue", "gauge", "Files that wait for a decoder.", [[{}, imagePipeline.waiting()]]),
  ];
}

function ofDatabase({ database }: Portal): Series[] {
  const connections = database.connections?.();
  return connections
    ? [shown("attestry_database_connections", "gauge", "Connections of the pool.", labelled("state", connections))]
    : [];
}

function ofProcess(): Series[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    shown("process_resident_memory_bytes", "gauge", "Memory of this process, without decoders.", [[{}, rss]]),
    shown("nodejs_heap_size_used_bytes", "gauge", "JavaScript objects.", [[{}, heapUsed]]),
    shown("process_cpu_seconds_total", "counter", "Processor time, without decoders.", [[{}, (user + system) / 1e6]]),
    shown("process_start_time_seconds", "gauge", "When it started.", [[{}, Math.round(performance.timeOrigin / 1000)]]),
  ];
}

type Look = () => Promise<Series[]>;

/**
 * What a look at the whole site says. All looks run at once: with a database that hangs, one after another would take
 * longer than Prometheus waits.
 */
async function ofSite(portal: Portal, checks: ReadinessChecks, ofDisk?: Look): Promise<Series[]> {
  const looks = [ofReadiness(checks), ofProcesses(portal), ofBackups(portal), ofLog(portal), ofMails(portal)];
  return (await Promise.all([...looks, ...(ofDisk ? [ofDisk()] : [])].map(leftOutIfItFails))).flat();
}

async function ofReadiness({ everything, lookups }: ReadinessChecks): Promise<Series[]> {
  const [isReady, areLookupsReady] = await Promise.all([succeeds(everything()), succeeds(lookups())]);
  return [
    shown("attestry_ready", "gauge", "1 if /readyz answers 200.", [[{}, Number(isReady)]]),
    shown("attestry_lookups_ready", "gauge", "1 if /readyz/lookups answers 200.", [[{}, Number(areLookupsReady)]]),
  ];
}

async function ofProcesses(portal: Portal): Promise<Series[]> {
  const sick = await sickProcesses(portal);
  const silent = sick.flatMap((one): [Labels, number][] =>
    one.silentMs === null ? [] : [[{ process: nameOf(one) }, one.silentMs / 1000]],
  );
  const holding = sick.filter(({ holdsLock }) => holdsLock);
  const about = "How long a process has not answered. It was stopped, cut off or killed.";
  return [
    shown("attestry_process_silent_seconds", "gauge", about, silent),
    shown(
      "attestry_lock_holder",
      "gauge",
      "1 for a program that keeps the site from writing.",
      holding.map((one) => [{ process: nameOf(one), program: one.program }, 1]),
    ),
  ];
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** For what cannot be read while the database or a disk is away. */
const leftOutIfItFails = (work: Promise<Series[]>): Promise<Series[]> => work.catch(() => []);

async function ofLog(portal: Portal): Promise<Series[]> {
  const [faults, compared] = await Promise.all([logFaults(portal), lastComparison(portal)]);
  const has = (kind: LogFaultKind) => Number(faults.some((fault) => fault.kind === kind));
  const missing = faults.filter(({ kind }) => kind === "silent" || kind === "unknown");
  const about = "Witnesses that have not signed for an hour, or do not know the public log.";
  return [
    shown("attestry_log_damaged", "gauge", "1 if the public log is not what it was.", [[{}, has("damaged")]]),
    shown("attestry_log_differs", "gauge", "1 if the database is not what the public log says.", [
      [{}, has("differs") || has("older")],
    ]),
    shown("attestry_log_split", "gauge", "1 if a witness knows another public log.", [[{}, has("split")]]),
    shown("attestry_log_unwitnessed", "gauge", "1 if too few witnesses sign.", [[{}, has("unwitnessed")]]),
    shown("attestry_log_silent_witnesses", "gauge", about, [[{}, missing.flatMap((one) => one.witnesses).length]]),
    shown("attestry_log_compared_timestamp_seconds", "gauge", "When the log was last compared with the database.", [
      [{}, (compared ?? 0) / 1000],
    ]),
  ];
}

/** 0 before the first backup. Says nothing of backups that others make, nor of a check before the first. */
async function ofBackups(portal: Portal): Promise<Series[]> {
  const { backupPlace: place, database, now } = portal;
  const { backups } = await currentSettings(portal);
  const checkOf = async (state?: "done") =>
    place ? lastCheck(database.read, place.location, now(), state) : undefined;
  const [newest, check, good] = await Promise.all([
    newestRun(database.read, { now: now(), state: "done" }),
    checkOf(),
    checkOf("done"),
  ]);
  const unless = (isLeftOut: boolean, value: number): [Labels, number][] => (isLeftOut ? [] : [[{}, value]]);
  const seconds = (ms: number | null | undefined) => (ms ?? 0) / 1000;
  const gauge = (name: string, about: string, values: [Labels, number][]) => shown(name, "gauge", about, values);
  return [
    gauge(
      "attestry_last_backup_timestamp_seconds",
      "When the newest good backup ended.",
      unless(!backups.isOn, seconds(newest?.ended_at)),
    ),
    gauge(
      "attestry_backup_check_failed",
      "1 if the newest backup could not be read to its end when it was last checked.",
      unless(!check, Number(check?.state === "failed")),
    ),
    gauge(
      "attestry_backup_check_timestamp_seconds",
      "When the last good check of a backup ended.",
      unless(!good || !backups.isOn, seconds(good?.ended_at)),
    ),
  ];
}

async function ofMails({ database }: Portal): Promise<Series[]> {
  const failing = await countFailingMails(database.read, maxCounted);
  const about = `Mails that failed and are tried again, up to ${maxCounted}.`;
  return [shown("attestry_failing_mails", "gauge", about, [[{}, failing]])];
}

/** Asks a disk that hangs only once: each question holds one of Node's few threads for files. */
function readDisk(machine: Machine): Look {
  let underWay: Promise<number> | null = null;
  return async () => {
    underWay ??= machine.freeDiskShare().finally(() => (underWay = null));
    const share = await Promise.race([underWay, pause(diskLimitMs, null, { ref: false })]);
    const about = "The share that is free on the fullest of the site's disks.";
    return [shown("attestry_disk_free_ratio", "gauge", about, share === null ? [] : [[{}, share]])];
  };
}

function followLoopDelay(): Disposable & { shown: () => Series } {
  const delay = monitorEventLoopDelay({ resolution: timerMs });
  delay.enable();
  return {
    shown() {
      const delays = ([50, 99] as const).map(
        (of) => [{ percentile: String(of) }, Math.max(0, delay.percentile(of) / 1e9 - timerMs / 1000)] as const,
      );
      delay.reset();
      return shown(
        "attestry_event_loop_delay_seconds",
        "gauge",
        "How late timers were since the last reading.",
        delays,
      );
    },
    [Symbol.dispose]: () => delay.disable(),
  };
}

/** Asks for the certificate in the background, because the proxy may be slow. Until it has answered, nothing is shown. */
function followCertificate(machine: Machine): Disposable & { shown: () => Series[] } {
  const closing = new AbortController();
  let end: number | null = null;
  let askAgainAt = 0;
  const ask = async () => {
    end = await machine.certificateEnd(closing.signal).catch(() => null);
  };
  return {
    shown() {
      if (performance.now() >= askAgainAt) {
        askAgainAt = performance.now() + certificatePauseMs;
        void ask();
      }
      const about = "When the certificate of PUBLIC_URL ends; 0 if browsers refuse it.";
      const values = end === null ? [] : [[{}, end / 1000] as const];
      return [shown("attestry_certificate_end_timestamp_seconds", "gauge", about, values)];
    },
    [Symbol.dispose]: () => closing.abort(),
  };
}
