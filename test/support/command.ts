import { getPriority, setPriority } from "node:os";
import { Readable } from "node:stream";
import { format } from "node:util";
import { vi } from "vitest";
import { runCommand } from "#cli/run-command.ts";
import { apart, type CommandResult, environmentOf } from "./processes/command.ts";

/**
 * Runs `attestry` in this process, one command at a time, and returns its output and exit code. Starting a process takes
 * longer than most commands. `typed` is its standard input.
 */
export async function attestry(
  environment: Record<string, string>,
  args: readonly string[],
  typed = "",
): Promise<CommandResult> {
  const said = { out: "", err: "" };
  const keep = (where: keyof typeof said) => (text: string | Uint8Array) => (said[where] += String(text)) !== "";
  const keepLine =
    (where: keyof typeof said) =>
    (...words: unknown[]) =>
      void (said[where] += `${format(...words)}\n`);
  using _log = vi.spyOn(console, "log").mockImplementation(keepLine("out"));
  using _error = vi.spyOn(console, "error").mockImplementation(keepLine("err"));
  using _stdout = vi.spyOn(process.stdout, "write").mockImplementation(keep("out"));
  using _stderr = vi.spyOn(process.stderr, "write").mockImplementation(keep("err"));
  const restore = changeProcess(environmentOf(environment), Readable.from([Buffer.from(typed)]));
  try {
    await runCommand(args);
    return apart({ code: Number(process.exitCode ?? 0), ...said });
  } finally {
    restore();
  }
}

/** Changes what src/main.ts and a shell set for a command. The returned function restores it. */
function changeProcess(environment: NodeJS.ProcessEnv, input: Readable): () => void {
  const { env, exitCode } = process;
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
  const [mask, priority] = [process.umask(0o077), getPriority()];
  process.env = environment;
  process.exitCode = undefined;
  Object.defineProperty(process, "stdin", { configurable: true, get: () => input });
  return () => {
    process.env = env;
    process.exitCode = exitCode;
    Object.defineProperty(process, "stdin", stdin);
    process.umask(mask);
    raisePriority(priority);
  };
}

/** A backup lowers the priority, which only root may raise again, and not in every container. */
function raisePriority(priority: number): void {
  try {
    setPriority(priority);
  } catch {
    // The tests that follow take longer.
  }
}
