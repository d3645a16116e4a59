import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { errorAnswer } from "#api/http/answers.ts";
import { type LogFault, logFaults } from "#operations/log/log-fault.ts";
import type { Portal } from "#operations/portal.ts";
import { newestRun } from "#storage/database/backup-runs.ts";
import { describeRequest } from "../routes.ts";
import { Durations, type Labels, shown } from "./series.ts";

export type Metrics = Disposable & {
  /** The token that Prometheus has to send. */
  readonly token: string;
  countRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  countJobFailure: (error: unknown) => void;
  countSlowQuery: () => void;
  /** Returns all metrics in the text format of Prometheus. */
  read: () => Promise<string>;
};

/** Interval of the timer whose delay is measured. It is subtracted, because the delay that Node reports includes it. */
const timerMs = 20;

/** Counts in this process only. The reader of the metrics adds up the numbers of all processes. */
export function openMetrics(portal: Portal, token: string): Metrics {
  const durations = new Durations();
  const jobFailures = new Map<string, number>();
  let slowQueries = 0;
  const loopDelay = monitorEventLoopDelay({ resolution: timerMs });
  loopDelay.enable();

  const read = async () => {
    const delays = ([50, 99] as const).map(
      (of) => [{ percentile: String(of) }, Math.max(0, loopDelay.percentile(of) / 1e9 - timerMs / 1000)] as const,
    );
    loopDelay.reset();
    return [
      durations.shown(
        "attestry_request_duration_seconds",
        "Requests by route, method and status, until the last byte.",
      ),
      shown(
        "attestry_lookups_total",
        "counter",
        "Lookups by what they came to.",
        labelled("outcome", portal.lookups.outcomes),
      ),
      shown(
        "attestry_job_failures_total",
        "counter",
        "Failures of work by the clock, by error.",
        labelled("error", Object.fromEntries(jobFailures)),
      ),
      shown("attestry_event_loop_delay_seconds", "gauge", "How late timers were since the last reading.", delays),
      ...ofDecoders(portal),
      ...ofDatabase(portal),
      shown("attestry_slow_queries_total", "counter", "Queries that took longer than SLOW_QUERY_MS.", [
        [{}, slowQueries],
      ]),
      ...ofProcess(),
      await ofBackups(portal),
      await ofLog(portal),
      shown("attestry_build_info", "gauge", "Versions.", [
        [{ version: portal.version, node: process.versions.node }, 1],
      ]),
    ].join("");
  };

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
    [Symbol.dispose]: () => loopDelay.disable(),
  };
}

function observe(durations: Durations, incoming: IncomingMessage, outgoing: ServerResponse, seconds: number) {
  const { route, method } = describeRequest(incoming);
  const status = outgoing.headersSent ? `${Math.floor(outgoing.statusCode / 100)}xx` : "none";
  durations.observe(`${method} ${status} ${route}`, () => ({ route, method, status }), seconds);
}

const labelled = (label: string, counts: Readonly<Record<string, number>>): [Labels, number][] =>
  Object.entries(counts).map(([of, count]) => [{ [label]: of }, count]);

function ofDecoders({ imagePipeline }: Portal): string[] {
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

function ofDatabase({ database }: Portal): string[] {
  const connections = database.connections?.();
  return connections
    ? [shown("attestry_database_connections", "gauge", "Connections of the pool.", labelled("state", connections))]
    : [];
}

function ofProcess(): string[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    shown("process_resident_memory_bytes", "gauge", "Memory of this process, without decoders.", [[{}, rss]]),
    shown("nodejs_heap_size_used_bytes", "gauge", "JavaScript objects.", [[{}, heapUsed]]),
    shown("process_cpu_seconds_total", "counter", "Processor time, without decoders.", [[{}, (user + system) / 1e6]]),
    shown("process_start_time_seconds", "gauge", "When it started.", [[{}, Math.round(performance.timeOrigin / 1000)]]),
  ];
}

/** Left out while the database cannot be read. */
async function ofLog(portal: Portal): Promise<string> {
  try {
    const faults = await logFaults(portal);
    const has = (kind: LogFault["kind"]) => Number(faults.some((fault) => fault.kind === kind));
    return [
      shown("attestry_log_damaged", "gauge", "1 if the public log is not what it was.", [[{}, has("damaged")]]),
      shown("attestry_log_split", "gauge", "1 if a witness knows another public log.", [[{}, has("split")]]),
    ].join("");
  } catch {
    return "";
  }
}

/** 0 before the first backup. Left out while the database cannot be read. */
async function ofBackups({ database }: Portal): Promise<string> {
  try {
    const newest = await newestRun(database.read, "done");
    const endedAt = (newest?.ended_at ?? 0) / 1000;
    return shown("attestry_last_backup_timestamp_seconds", "gauge", "When the newest good backup ended.", [
      [{}, endedAt],
    ]);
  } catch {
    return "";
  }
}
