import { spawn } from "node:child_process";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export const node = (...args: string[]): string[] => [process.execPath, ...args];
export const packaged = (name: string, ...args: string[]): string[] => [`${root}/node_modules/.bin/${name}`, ...args];

/** Runs a program in the project's folder and says whether it ended well. A signal ends it, and us with it. */
export function succeeds([program = "", ...args]: string[], environment: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } });
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
