import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { startNameProxyFor } from "./name-proxy.ts";

export type StartedServer = AsyncDisposable & {
  /** Brings requests to the site under its public name. */
  url: string;
  directUrl: string;
  child: ChildProcess;
  /** The log lines so far, parsed. */
  log: Record<string, unknown>[];
  /** The output on standard error so far. */
  errors: () => string;
  /** Ends the server with a signal. Returns the exit code, or null if the signal killed it. */
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
};

type ServerStart = {
  before?: URL;
  hasLowPasswordPrice?: boolean;
  limit?: string;
  folder?: string;
  options?: readonly string[];
};

const lowPasswordPrice = new URL("../accounts/low-password-price.ts", import.meta.url);

/**
 * Runs the program that `npm start` runs, on a free port: its sources would take three times as long to load. `before`
 * is a module that is loaded before the program and can receive messages. Passwords cost as much as on operators' sites,
 * unless `hasLowPasswordPrice`. `limit` is a shell command such as `ulimit`. `folder` is where the project lies, `options` are those of the command.
 */
export async function startServer(
  environment: Record<string, string>,
  { before, hasLowPasswordPrice = false, limit = ":", folder = ".", options = [] }: ServerStart = {},
): Promise<StartedServer> {
  const loadedBefore = [...(hasLowPasswordPrice ? [lowPasswordPrice] : []), ...(before ? [before] : [])];
  const preload = loadedBefore.flatMap(({ href }) => ["--import", href]);
  const program = [
    "--max-semi-space-size=8",
    "--max-old-space-size=1024",
    ...preload,
    path.join(folder, "build/program/main.js"),
  ];
  const child = spawn(
    "/bin/sh",
    ["-c", `${limit}; exec "$0" "$@"`, process.execPath, ...program, "start", ...options],
    {
      env: { PATH: process.env["PATH"], PORT: "0", ...environment },
      stdio: ["ignore", "pipe", "pipe", ...(before ? (["ipc"] as const) : [])],
      // The leader of a group, in which all its processes are.
      detached: true,
    },
  );
  const endGroup = endsWithThisProcess(child);
  if (!child.stdout || !child.stderr) throw new Error("the server's log cannot be read");
  const log: Record<string, unknown>[] = [];
  const exited = once(child, "exit");
  const closed = once(child, "close");
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  let errors = "";
  child.stderr.on("data", (bytes: Buffer) => (errors += bytes.toString()));
  child.once("exit", () => reject(new Error(`the server ended before it served: ${errors}`)));
  createInterface(child.stdout).on("line", (line) => {
    const entry: Record<string, unknown> = JSON.parse(line);
    log.push(entry);
    if (typeof entry["url"] === "string") resolve(entry["url"]);
  });
  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    // The last lines of the log may still be in the pipe. Processes of a supervisor that is killed keep theirs open.
    const [code] = await (signal === "SIGKILL" ? exited : closed);
    return typeof code === "number" ? code : null;
  };
  await using starting = new AsyncDisposableStack();
  starting.defer(endGroup);
  const own = await url;
  const named = await startNameProxyFor(environment, own);
  starting.move();
  return {
    url: named?.url ?? own,
    directUrl: own,
    child,
    log,
    stop,
    errors: () => errors,
    [Symbol.asyncDispose]: async () => {
      await named?.[Symbol.asyncDispose]();
      await stop("SIGKILL");
      await endGroup();
    },
  };
}

/**
 * Returns what kills the server and all its processes, also those that are stopped. They are killed as well when this process ends in
 * any way: standard input of the watcher closes then.
 */
function endsWithThisProcess(server: ChildProcess): () => Promise<void> {
  const { pid = NaN } = server;
  const watcher = spawn("/bin/sh", ["-c", `read -r _; kill -s KILL -- "-$0" 2>/dev/null`, String(pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  // Once nobody is left, the system may give the number of the group to others.
  server.once("exit", () => {
    const looking = setInterval(() => {
      if (isGroup(pid)) return;
      clearInterval(looking);
      watcher.kill("SIGKILL");
    }, 50).unref();
  });
  const done = once(watcher, "exit");
  return async () => {
    watcher.ref();
    watcher.stdin.end();
    await done;
  };
}

function isGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}
