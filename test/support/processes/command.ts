import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export type CommandResult = { code: number | null; out: string; err: string };

/**
 * Runs `attestry` and returns its output and exit code. `typed` is its standard input. `through` is another program,
 * with its options, that runs it.
 */
export async function attestry(
  environment: Record<string, string>,
  args: readonly string[],
  typed = "",
  through: readonly string[] = [],
): Promise<CommandResult> {
  // Port 0 avoids a conflict with a program on the default port.
  const env = { PATH: process.env["PATH"], PORT: "0", ...environment };
  const [program = process.execPath, ...rest] = [...through, process.execPath, "build/program/main.js", ...args];
  // The timeout of a test, not less: a backup yields to other work on the machine.
  const child = spawn(program, rest, { env, timeout: 60_000 });
  // A command that fails early closes its standard input without reading it.
  child.stdin.on("error", () => undefined).end(typed);
  const exited = once(child, "exit") as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, out, err };
}
