import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** `site` is the line that says which site the command works on; `err` is what else it said on standard error. */
export type CommandResult = { code: number | null; out: string; err: string; site: string };

// Port 0 avoids a conflict with a program on the default port.
export const environmentOf = (more: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  PORT: "0",
  ...more,
});

export function apart({ err, ...said }: Omit<CommandResult, "site">): CommandResult {
  const [site = ""] = /^Site: .*\n/m.exec(err) ?? [];
  return { ...said, site, err: err.replace(site, "") };
}

/**
 * Runs `attestry` as a process, for what only a process shows: signals, limits, and variables that Node reads when it
 * starts. `typed` is its standard input. `through` is another program, with its options, that runs it.
 */
export async function attestryProcess(
  environment: Record<string, string>,
  args: readonly string[],
  typed = "",
  through: readonly string[] = [],
): Promise<CommandResult> {
  const [program = process.execPath, ...rest] = [...through, process.execPath, "build/program/main.js", ...args];
  // The timeout of a test, not less: a backup yields to other work on the machine.
  const child = spawn(program, rest, { env: environmentOf(environment), timeout: 60_000 });
  // A command that fails early closes its standard input without reading it.
  child.stdin.on("error", () => undefined).end(typed);
  const exited = once(child, "exit") as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return apart({ code, out, err });
}
