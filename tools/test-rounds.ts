// Runs all tests several times, one round after another, and adds each round to docs/test-rounds.md:
//   node tools/test-rounds.ts --rounds 4 --busy 1
// The first rounds, as many as --busy says, run beside a process that occupies one processor.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { node, packaged, succeeds } from "./test/run-program.ts";

const root = path.join(import.meta.dirname, "..");
const table = path.join(root, "docs/test-rounds.md");

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "1" }, busy: { type: "string", default: "0" } },
});

/** The tested commit, with a note if files differ from it. The table is ignored: it differs after the first round. */
async function commit(): Promise<string> {
  const git = async (...args: string[]) => (await promisify(execFile)("git", args, { cwd: root })).stdout.trim();
  const changed = await git("status", "--porcelain", "--", ".", `:!${path.relative(root, table)}`);
  return `${await git("rev-parse", "--short", "HEAD")}${changed === "" ? "" : " and changes"}`;
}

/** Runs the tests and returns the last line of their output. */
async function runTests(): Promise<string> {
  const [program = "", ...args] = node("tools/ready.mjs", "test");
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let written = "";
  child.stdout.on("data", (bytes: Buffer) => {
    process.stdout.write(bytes);
    written = (written + bytes.toString()).slice(-1000);
  });
  await once(child, "close");
  return written.trimEnd().split("\n").at(-1) ?? "";
}

function keepProcessorBusy(): Disposable {
  const child = spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" });
  return { [Symbol.dispose]: () => void child.kill("SIGKILL") };
}

for (let round = 1; round <= Number(values.rounds); round += 1) {
  const isBusy = round <= Number(values.busy);
  using _busy = isBusy ? keepProcessorBusy() : null;
  const started = performance.now();
  const [, passed = "none", failed = "?"] = /^(\d+) passed, (\d+) failed$/.exec(await runTests()) ?? [];
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const day = new Date().toISOString().slice(0, 16).replace("T", " ");
  await appendFile(
    table,
    `| ${day} | ${await commit()} | ${minutes} | ${passed} | ${failed} | ${isBusy ? "yes" : ""} |\n`,
  );
  await succeeds(packaged("oxfmt", table));
  if (failed !== "0") process.exitCode = 1;
}
