import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Runs a program in `cwd` and returns its output. Throws with what it printed if it fails. */
export async function run([program = "", ...args]: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close") as Promise<[number | null]>;
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${[program, ...args].join(" ")} failed:\n${errors || out}`);
  return out.trimEnd();
}
