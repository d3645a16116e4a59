import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { text } from "node:stream/consumers";

let isStopped = false;
const underWay = new Set<ChildProcess>();

/** Lets Ctrl-C end the program that runs now. Its caller then cleans up, as after a failure. */
export function cleanUpWhenStopped(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      isStopped = true;
      for (const child of underWay) child.kill("SIGTERM");
    });
  }
}

/** Runs a program in `cwd` and returns its output. Throws with what it printed if it fails, and after Ctrl-C. */
export async function run(command: readonly string[], cwd: string): Promise<string> {
  refuseStopped();
  return runAnyway(command, cwd, underWay).finally(refuseStopped);
}

function refuseStopped(): void {
  if (isStopped) throw new Error("Stopped. What was made so far is removed.");
}

/** Like `run`, also after Ctrl-C, which does not end it: for what cleans up. */
export async function runAnyway(
  [program = "", ...args]: readonly string[],
  cwd: string,
  endedByStop = new Set<ChildProcess>(),
): Promise<string> {
  const child = spawn(program, args, { cwd, env: withSystemFolders(), stdio: ["ignore", "pipe", "pipe"] });
  endedByStop.add(child);
  try {
    const ended = once(child, "close") as Promise<[number | null]>;
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (code !== 0) throw new Error(`${[program, ...args].join(" ")} failed:\n${errors || out}`);
    return out.trimEnd();
  } finally {
    endedByStop.delete(child);
  }
}

/** `su` of Debian leaves these folders out of root's PATH. What is needed is looked for in them, too (`installed`). */
const withSystemFolders = () => ({ ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin` });

/** Runs `work` with a folder, which is removed afterwards however the work ends. */
export async function withScratch<Result>(prefix: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(prefix);
  try {
    return await work(folder);
  } finally {
    await unmountBelow(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A debootstrap that was stopped leaves the /proc and /sys of this machine mounted. */
async function unmountBelow(folder: string): Promise<void> {
  const mounts = await readFile("/proc/self/mounts", "utf8").catch(() => "");
  const places = mounts.split("\n").map((line) => line.split(" ")[1] ?? "");
  for (const place of places.filter((each) => each.startsWith(`${folder}/`)).toReversed()) {
    await runAnyway(["umount", "--lazy", place], "/");
  }
}
