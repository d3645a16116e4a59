import { spawn } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Runs a program to its end and forwards signals to it. Collects its output if `stdio` contains "pipe". */
export function runChild(program, args, { cwd, node, stdio }) {
  const child = spawn(program, args, { cwd, env: withNodeFirst(node), stdio });
  const passOn = (signal) => child.kill(signal);
  const printed = { output: "", errors: "" };
  child.stdout?.setEncoding("utf8").on("data", (text) => (printed.output += text));
  child.stderr?.setEncoding("utf8").on("data", (text) => (printed.errors += text));
  for (const signal of signals) process.on(signal, passOn);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code: code ?? 128 + constants.signals[signal], ...printed }));
  }).finally(() => {
    for (const signal of signals) process.off(signal, passOn);
  });
}

/**
 * The environment in which `node` is the chosen one, also for scripts that find it on the PATH. By default, the C library
 * keeps freed memory for each thread apart: 3 MB of an idle server, for nothing.
 */
function withNodeFirst(node) {
  return {
    MALLOC_ARENA_MAX: "2",
    ...process.env,
    PATH: [path.dirname(node), process.env.PATH].filter(Boolean).join(path.delimiter),
  };
}
