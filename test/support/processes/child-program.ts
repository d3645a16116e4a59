import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

/** The path of a system program. Debian installs servers in folders that are not in a user's `PATH`. */
export const installed = (name: string): string | undefined =>
  [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/sbin", "/sbin"]
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/**
 * Ends the program when standard input closes, which happens when the process at its other end dies, even by SIGKILL.
 * The script prints the id of the program, whose own output goes to standard error.
 */
const script = (signal: string) => `
  exec 3<&0
  "$0" "$@" </dev/null >&2 3<&- &
  program=$!
  echo $program
  { cat <&3 >/dev/null; kill -${signal} $program; } 2>/dev/null &
  watcher=$!
  wait $program
  code=$?
  kill $watcher 2>/dev/null
  exit $code`;

export type ChildProgram = AsyncDisposable & {
  pid: number;
  /** The output so far. */
  said: () => string;
  ended: Promise<unknown>;
};

/** Starts a program that ends with this process. Disposing ends it by the signal. */
export async function startChildProgram(
  program: string,
  args: readonly string[],
  { env = {}, signal = "INT" }: { env?: Record<string, string>; signal?: "INT" | "TERM" } = {},
): Promise<ChildProgram> {
  const child = spawn("/bin/sh", ["-c", script(signal), program, ...args], {
    env: { PATH: process.env["PATH"], ...env },
  });
  const ended = once(child, "exit");
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
  child.stdin.on("error", () => undefined);
  const [pid] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    pid: Number(pid),
    said: () => said,
    ended,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
