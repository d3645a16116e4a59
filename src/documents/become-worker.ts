import { writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { getPriority, setPriority } from "node:os";
import { Worker } from "node:worker_threads";

/** Each worker calls this right after its imports. The worker then serves its parent until the parent ends it. */
export function becomeWorker(): void {
  // Some service managers signal every process. Workers ignore signals so that running jobs finish: the parent decides.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
  process.on("disconnect", () => process.exit());
  const limits = process.argv.slice(2);
  // The watchdog ends this process when its parent ends or its memory limit is exceeded, even while it decodes.
  if (limits.length > 0) new Worker(new URL("./watchdog.ts", import.meta.url), { argv: limits }).unref();
  // Lookups have priority over workers. An even lower priority would starve the uploads of a busy site. A priority that
  // is lower already stays: only root may raise it.
  setPriority(Math.max(5, getPriority()));
  if (process.platform === "linux") beKilledFirst();
  // Writes the compile cache now, because a killed process writes none. The next worker starts faster with it.
  flushCompileCache();
}

/** When memory ends, Linux kills a worker, and not the site. A system that hides this file from the site decides alone. */
function beKilledFirst(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "500");
  } catch {
    return;
  }
}

/** Waits until the message is sent, so that unsent messages do not fill the memory. */
export async function tellParent(message: unknown): Promise<void> {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  process.send?.(message, undefined, undefined, () => resolve());
  await left;
}
