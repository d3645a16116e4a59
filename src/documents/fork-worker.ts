import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import path from "node:path";

type WorkerOptions = {
  /** The worker ends itself beyond this, in resident memory. Its JavaScript has less. */
  memoryLimitMb?: number;
  heapLimitMb?: number;
  environment?: Record<string, string>;
  stderr?: "pipe" | "ignore";
};

/**
 * A child process for one kind of work, without the environment of this one. In a process group of its own: Ctrl-C and
 * service managers signal the whole group, and work in flight should finish.
 */
export function forkWorker(file: URL, options: WorkerOptions = {}): ChildProcess {
  const { memoryLimitMb, heapLimitMb = memoryLimitMb, environment = {}, stderr = "ignore" } = options;
  const child = fork(file, memoryLimitMb === undefined ? [] : [process.pid, memoryLimitMb].map(String), {
    detached: true,
    env: { ...environment, ...compiledEarlier() },
    execArgv: heapLimitMb === undefined ? [] : [`--max-old-space-size=${heapLimitMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", stderr, "ipc"],
  });
  // A job under way learns of it by the end of the process. The failure of an idle one needs no handling.
  child.on("error", () => {});
  return child;
}

/** A worker starts in half the time with what Node made of its files before: see src/main.ts. */
function compiledEarlier(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}
