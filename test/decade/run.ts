// Compares the program with the model in drawn sequences: npm run decade [-- --count 100 | --seed 7 | --postgres]
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createDatabase, startPostgres } from "../support/processes/postgres.ts";
import { sharedMemory } from "../support/shared-memory.ts";
import { makeGround, setClock } from "./real-site.ts";
import { drawSequence, runSequence, sayStep, shortest } from "./sequence.ts";

const { values, positionals } = parseArgs({
  options: {
    /** Runs this sequence alone, and prints its steps. */
    seed: { type: "string" },
    from: { type: "string", default: "1" },
    count: { type: "string", default: "1000" },
    /** Ends at the first fault. */
    first: { type: "boolean", default: false },
    postgres: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

/** New objects fill more memory before garbage is collected. */
const execArgv = ["--max-semi-space-size=64"];

if (process.send) await takeSeeds(positionals);
else await dealOut();

/** Runs as many processes as there are processors. Each takes one seed after another. */
async function dealOut(): Promise<void> {
  const from = Number(values.seed ?? values.from);
  const count = values.seed === undefined ? Number(values.count) : 1;
  const mostFaults = values.first ? 1 : 5;
  if (values.seed !== undefined) console.log(lines(drawSequence(from).map(sayStep)));
  const place = (await sharedMemory(2)) ?? tmpdir();
  const folder = await mkdtemp(path.join(place, "attestry-decade-"));
  const server = values.postgres ? await startPostgres(place) : null;
  const began = performance.now();
  let [next, ran, faults] = [from, 0, 0];
  const runProcess = async (name: string) => {
    const own = path.join(folder, name);
    await mkdir(own);
    const child = fork(import.meta.filename, [own, server?.url ?? ""], { execArgv });
    const isOver = new AbortController();
    child.once("exit", () => isOver.abort());
    while (next < from + count && faults < mostFaults) {
      child.send((next += 1) - 1);
      const [told]: unknown[] = await once(child, "message", { signal: isOver.signal });
      ran += 1;
      if (told === "") continue;
      faults += 1;
      console.log(String(told));
    }
    if (child.connected) child.disconnect();
    if (!isOver.signal.aborted) await once(child, "exit");
  };
  try {
    const processes = Math.min(count, availableParallelism());
    await Promise.all(Array.from({ length: processes }, (_, at) => runProcess(String(at))));
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const seconds = (performance.now() - began) / 1000;
  const anHour = Math.round((ran / seconds) * 3600);
  console.log(`${ran} sequences from seed ${from}, ${faults} with a fault, ${anHour} an hour.`);
  process.exitCode = faults > 0 ? 1 : 0;
}

/** The other side: answers each seed with what was found, or with nothing. */
async function takeSeeds([folder = "", serverUrl = ""]: readonly string[]): Promise<void> {
  setClock();
  const ground = await makeGround(folder, serverUrl === "" ? undefined : (name) => createDatabase(serverUrl, name));
  process.on("message", (seed) => void reportOn(Number(seed)).then((report) => process.send?.(report)));

  async function reportOn(seed: number): Promise<string> {
    const sequence = drawSequence(seed);
    const found = await runSequence(ground, sequence);
    if (found === null) return "";
    const short = await shortest(ground, sequence, found);
    return [
      `\nSeed ${seed}, ${found}`,
      `The shortest sequence that shows it:\n${lines(short.map(sayStep))}`,
      `As a test: ${JSON.stringify(short)}`,
      `It says: ${await runSequence(ground, short)}`,
    ].join("\n");
  }
}

function lines(said: readonly string[]): string {
  return said.map((line, at) => `${String(at + 1).padStart(4)}. ${line}`).join("\n");
}
