import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export type Said = { code: number | null; out: string; err: string };

/**
 * What `attestry` prints, and how it ends. `typed` comes on its standard input; `through` is another program that runs it, with
 * its options.
 */
export async function attestry(
  environment: Record<string, string>,
  args: readonly string[],
  typed = "",
  through: readonly string[] = [],
): Promise<Said> {
  // Whatever runs on the usual port is in nobody's way.
  const env = { PATH: process.env["PATH"], PORT: "0", ...environment };
  const [program = process.execPath, ...rest] = [...through, process.execPath, "build/program/main.js", ...args];
  // As long as a test may take, no less: a backup gives way to whatever else the machine does.
  const child = spawn(program, rest, { env, timeout: 60_000 });
  // Whoever is refused early reads nothing.
  child.stdin.on("error", () => undefined).end(typed);
  const exited = once(child, "exit") as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, out, err };
}
