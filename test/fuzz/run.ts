// Gives changed inputs to every parser of what strangers send: npm run fuzz [-- SECONDS] [--only NAME] [--seed N] [--input FILE]
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { makeParsers } from "./parsers.ts";
import type { Done, NowRead, Task } from "./worker.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    /** A file that an earlier run wrote. The parser reads it alone. */
    input: { type: "string" },
  },
});
const seconds = Number(positionals[0] ?? 600);
const seed = Number(values.seed);
/** The memory of the program itself, and what one input may take. */
const memoryMb = 128 + 64;
/** Some inputs may take longer while the machine does other work. */
const hangs = { processorMs: 5000, ms: 120_000 };

/** Ends the thread if it reads one input for too long. */
function watched({ place }: NowRead, onHang: () => void): NodeJS.Timeout {
  let last = { at: -1, since: 0, processor: 0 };
  return setInterval(() => {
    const at = Atomics.load(place, 0);
    const [ms, { user, system }] = [performance.now(), process.cpuUsage()];
    const processor = (user + system) / 1000;
    if (at !== last.at) last = { at, since: ms, processor };
    else if (processor - last.processor > hangs.processorMs || ms - last.since > hangs.ms) onHang();
  }, 250);
}

async function fuzz(name: string, only?: string): Promise<Done> {
  const now = {
    place: new Int32Array(new SharedArrayBuffer(8)),
    bytes: new Uint8Array(new SharedArrayBuffer(2 ** 18)),
  };
  const task: Task = { name, seed, seconds, now, ...(only !== undefined && { only }) };
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const fails = (what: string) => {
    const input = Buffer.from(now.bytes.subarray(0, now.place[1])).toString("latin1");
    resolve({ ran: now.place[0] ?? 0, kept: 0, slowestMs: 0, mostMb: 0, fault: { what, input } });
  };
  worker.once("message", resolve);
  worker.once("error", (error: NodeJS.ErrnoException) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY" ? fails("it takes too much memory") : reject(error),
  );
  const watching = watched(now, () => fails("it does not end"));
  try {
    return await promise;
  } finally {
    clearInterval(watching);
    await worker.terminate();
  }
}

const names = (await makeParsers()).map(({ name }) => name).filter((name) => name === (values.only ?? name));
if (names.length === 0) throw new Error(`There is no parser ${values.only}.`);
const only = values.input === undefined ? undefined : (await readFile(values.input)).toString("latin1");
console.log(`Seed ${seed}, ${seconds} seconds for each parser.`);
for (const name of names) {
  const { ran, kept, slowestMs, mostMb, fault } = await fuzz(name, only);
  const figures = `${ran} inputs, ${kept} that ran new code, ${Math.ceil(slowestMs)} ms and ${Math.ceil(mostMb)} MB at most`;
  console.log(`${name}: ${fault ? "FAILED after " : ""}${figures}`);
  if (!fault) continue;
  process.exitCode = 1;
  const file = path.join(await mkdtemp(path.join(tmpdir(), "attestry-fuzz-")), `${name}.bin`);
  await writeFile(file, fault.input, "latin1");
  console.log(
    `  ${fault.what}\n  The input: ${JSON.stringify(fault.input.slice(0, 500))}\n  Again: npm run fuzz -- --only ${name} --input ${file}`,
  );
}
