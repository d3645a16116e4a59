import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { isPortalError } from "#core/errors.ts";
import sharp from "sharp";
// Types alone: a decoder starts faster without the library that checks its messages.
import type { DecoderJob, DecoderReport } from "./decoder-messages.ts";
import { isDecodingProblem } from "./decoding-problems.ts";
import { processFile } from "./process-file.ts";
import { trustThreeDecodersOnly } from "./trusted-decoders.ts";

/** The child process that decodes untrusted files, one at a time. */

// Some service managers signal every process. Running jobs should finish: the parent decides.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("disconnect", () => process.exit());

// Ends this process with its parent, or beyond its memory limit, also while it decodes.
new Worker(new URL("./watchdog.ts", import.meta.url), { argv: process.argv.slice(2) }).unref();
// Lookups have priority. With a lower priority still, a busy site would starve its uploads.
setPriority(5);
sharp.concurrency(1);
sharp.cache(false);
trustThreeDecodersOnly();
process.on("message", (job: DecoderJob) => void answer(job));
await report({ kind: "ready" });

async function answer(job: DecoderJob): Promise<void> {
  try {
    const perceptualHash = await processFile(job, (page) => report({ kind: "page", page }));
    await report({ kind: "done", perceptualHash });
  } catch (error) {
    await report(refusal(error));
  }
}

function refusal(error: unknown): DecoderReport {
  const problem = isPortalError(error) && isDecodingProblem(error.id) ? error.id : "internal";
  const { cause } = error instanceof Error ? error : { cause: error };
  return { kind: "refused", problem, reason: String(cause ?? error) };
}

/** Waits until the message is sent, so that pages do not fill the memory. */
async function report(message: DecoderReport): Promise<void> {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  process.send?.(message, undefined, undefined, () => resolve());
  await left;
}
