import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export type Said = { code: number | null; out: string; err: string };

/** What `attestry` prints, and how it ends. `typed` comes on its standard input. */
export async function attestry(
  environment: Record<string, string>,
  args: readonly string[],
  typed = "",
): Promise<Said> {
  // Whatever runs on the usual port is in nobody's way.
  const env = { PATH: process.env["PATH"], PORT: "0", ...environment };
  const child = spawn(process.execPath, ["build/program/main.js", ...args], { env, timeout: 20_000 });
  // Whoever is refused early reads nothing.
  child.stdin.on("error", () => undefined).end(typed);
  const exited = once(child, "exit") as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, out, err };
}
