import { isPortalError } from "#core/errors.ts";
import sharp from "sharp";
// Imports only types: a decoder starts faster without zod, which the parent uses to validate messages.
import type { DecoderJob, DecoderReport } from "./decoder-messages.ts";
import { isDecodingProblem } from "./decoding-problems.ts";
import { processFile } from "./process-file.ts";
import { trustThreeDecodersOnly } from "./trusted-decoders.ts";
import { becomeWorker, tellParent } from "./become-worker.ts";

/** The child process that decodes untrusted files, one at a time. */

sharp.concurrency(1);
sharp.cache(false);
trustThreeDecodersOnly();
becomeWorker();
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

async function report(message: DecoderReport): Promise<void> {
  await tellParent(message);
}
