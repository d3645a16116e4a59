import { flushCompileCache } from "node:module";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";

/** What each worker does first, once it has loaded its files. It works for its parent until that ends it. */
export function becomeWorker(): void {
  // Some service managers signal every process. Jobs under way should finish: the parent decides.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
  process.on("disconnect", () => process.exit());
  const limits = process.argv.slice(2);
  // Ends this process with its parent, or beyond its memory limit, also while it decodes.
  if (limits.length > 0) new Worker(new URL("./watchdog.ts", import.meta.url), { argv: limits }).unref();
  // Lookups have priority. With a lower priority still, a busy site would starve its uploads.
  setPriority(5);
  // Whoever is killed leaves nothing behind from which the next could start faster.
  flushCompileCache();
}

/** Waits until the message is sent, so that messages do not fill the memory. */
export async function tellParent(message: unknown): Promise<void> {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  process.send?.(message, undefined, undefined, () => resolve());
  await left;
}
