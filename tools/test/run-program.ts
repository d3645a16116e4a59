import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";

const root = path.join(import.meta.dirname, "../..");
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export const node = (...args: string[]): string[] => [process.execPath, ...args];
export const packaged = (name: string, ...args: string[]): string[] => [`${root}/node_modules/.bin/${name}`, ...args];

/** Runs a program in the project folder. True if the program succeeds. */
export function succeeds([program = "", ...args]: string[], environment: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return endsWell(spawn(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } }));
}

/** Runs a program in the project folder, and also returns all its output. */
export async function runWhole([program = "", ...args]: string[]): Promise<{ succeeded: boolean; output: string }> {
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const [succeeded, ...written] = await Promise.all([endsWell(child), text(child.stdout), text(child.stderr)]);
  return { succeeded, output: written.join("") };
}

/** True if the program succeeds. A signal ends the program, and then this process. */
function endsWell(child: ChildProcess): Promise<boolean> {
  const stop = (signal: NodeJS.Signals) => {
    child.once("exit", () => process.exit(1));
    child.kill(signal);
  };
  for (const signal of signals) process.once(signal, stop);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      for (const signal of signals) process.off(signal, stop);
      resolve(code === 0);
    });
  });
}
