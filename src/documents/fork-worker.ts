import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import path from "node:path";

type WorkerOptions = {
  /** The worker ends itself when its resident memory exceeds this. The JavaScript heap is only a part of it. */
  memoryLimitMb?: number;
  heapLimitMb?: number;
  stderr?: "pipe" | "ignore";
};

/**
 * Starts a child process for one kind of work, without the environment of this process. The child has its own process
 * group: Ctrl-C and service managers signal a whole group, and running work should finish.
 */
export function forkWorker(file: URL, options: WorkerOptions = {}): ChildProcess {
  const { memoryLimitMb, heapLimitMb = memoryLimitMb, stderr = "ignore" } = options;
  const child = fork(file, memoryLimitMb === undefined ? [] : [process.pid, memoryLimitMb].map(String), {
    detached: true,
    env: compiledEarlier(),
    execArgv: heapLimitMb === undefined ? [] : [`--max-old-space-size=${heapLimitMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", stderr, "ipc"],
  });
  // A running job fails when the process ends. An error of an idle process needs no handling.
  child.on("error", () => {});
  return child;
}

/** Passes on the compile cache, with which a worker starts in half the time: see src/main.ts. */
function compiledEarlier(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}
