import { on } from "node:events";
import { getPriority, setPriority } from "node:os";
import { isPortalError, PortalError } from "#core/errors.ts";
import { type DecoderJob, isDecoderReport } from "./decoder-messages.ts";
import { forkWorker } from "./fork-worker.ts";
import { maxPdfPages } from "./image-sizes.ts";
import type { PublishedFile, PublishedPage } from "./published-file.ts";

export type DecoderLimits = {
  /** The limit for one file, including the start of its process. */
  timeLimitMs: number;
  /** The limit for the resident memory of one process. */
  memoryLimitMb: number;
};

export type DecoderProcess = {
  readonly id: number | undefined;
  /** Decodes one job. Only one job may run at a time. */
  decode: (job: DecoderJob, signal: AbortSignal) => Promise<PublishedFile>;
  kill: () => void;
  lowerPriority: () => void;
  /** Settles when it has started. */
  readonly ready: Promise<unknown>;
  isAlive: () => boolean;
  readonly ended: Promise<void>;
};

// Resolved by its import name: in the packed program the worker is not next to this file.
const workerFile = new URL(import.meta.resolve("#documents/decoder-worker.ts"));
const stderrLength = 2000;

export function startDecoder({ timeLimitMs, memoryLimitMb }: DecoderLimits): DecoderProcess {
  const child = forkWorker(workerFile, { memoryLimitMb, stderr: "pipe" });
  const ended = Promise.withResolvers<void>();
  child.once("close", () => ended.resolve());
  if (child.pid === undefined) ended.resolve();

  const ready = Promise.withResolvers<unknown>();
  let isReady = false;
  let lastStderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    lastStderr = (lastStderr + text).slice(-stderrLength);
  });

  async function decode(job: DecoderJob, signal: AbortSignal): Promise<PublishedFile> {
    const deadline = AbortSignal.timeout(timeLimitMs);
    try {
      const messages = on(child, "message", { signal: AbortSignal.any([signal, deadline]), close: ["close"] });
      child.send(job);
      return await collect(job, messages);
    } catch (cause) {
      if (isPortalError(cause)) throw cause;
      kill();
      signal.throwIfAborted();
      throw deadline.aborted ? new PortalError("decoding-took-too-long", { cause }) : reasonOfExit(cause);
    }
  }

  async function collect(job: DecoderJob, messages: AsyncIterable<unknown[]>): Promise<PublishedFile> {
    const pages: PublishedPage[] = [];
    for await (const [report] of messages) {
      if (!isDecoderReport(report) || pages.length > maxPdfPages)
        throw new Error("The decoder sent an unexpected message");
      if (report.kind === "ready") ready.resolve((isReady = true));
      else if (report.kind === "page") pages.push(report.page);
      else if (report.kind === "done") return { format: job.format, perceptualHash: report.perceptualHash, pages };
      else throw new PortalError(report.problem, { cause: new Error(report.reason) });
    }
    throw new Error("The decoder ended while it worked");
  }

  function reasonOfExit(first: unknown): PortalError {
    const end = child.signalCode ?? child.exitCode ?? "no exit code";
    const cause = new Error(`Decoder ${child.pid}: ${end}. ${lastStderr}`, { cause: first });
    if (!isReady) return new PortalError("internal", { cause });
    // The watchdog sends SIGKILL, and so does a kernel that is out of memory.
    return new PortalError(child.signalCode === "SIGKILL" ? "decoding-took-too-much" : "decoding-failed", { cause });
  }

  const kill = () => void child.kill("SIGKILL");
  const lowerPriority = () => {
    if (child.pid !== undefined && isAlive()) setPriority(child.pid, Math.max(15, getPriority(child.pid)));
  };
  const isAlive = () => !child.killed && child.exitCode === null && child.signalCode === null;

  return { id: child.pid, decode, kill, lowerPriority, ready: ready.promise, isAlive, ended: ended.promise };
}
