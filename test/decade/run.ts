// Compares the program with the model in drawn sequences: npm run decade [-- --count 100 | --seed 7 | --postgres]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createDatabase, startPostgres } from "../support/processes/postgres.ts";
import { sharedMemory } from "../support/shared-memory.ts";
import { setClock, makeGround } from "./real-site.ts";
import { drawSequence, runSequence, sayStep, shortest } from "./sequence.ts";

const { values } = parseArgs({
  options: {
    /** Runs this sequence alone, and prints its steps. */
    seed: { type: "string" },
    from: { type: "string", default: "1" },
    count: { type: "string", default: "1000" },
    /** Ends at the first fault. */
    first: { type: "boolean", default: false },
    postgres: { type: "boolean", default: false },
  },
});
const from = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.count) : 1;
const mostFaults = values.first ? 1 : 5;

setClock();
const place = (await sharedMemory(2)) ?? tmpdir();
const folder = await mkdtemp(path.join(place, "attestry-decade-"));
const server = values.postgres ? await startPostgres(place) : null;
const began = performance.now();
let faults = 0;
let ran = 0;
try {
  const ground = await makeGround(folder, server ? (name) => createDatabase(server.url, name) : undefined);
  for (let seed = from; seed < from + count && faults < mostFaults; seed += 1) {
    const sequence = drawSequence(seed);
    if (values.seed !== undefined) console.log(lines(sequence.map(sayStep)));
    const found = await runSequence(ground, sequence);
    ran += 1;
    if (found === null) continue;
    faults += 1;
    const short = await shortest(ground, sequence, found);
    console.log(`\nSeed ${seed}, ${found}\nThe shortest sequence that shows it:\n${lines(short.map(sayStep))}`);
    console.log(`As a test: ${JSON.stringify(short)}`);
    console.log(`It says: ${await runSequence(ground, short)}`);
  }
} finally {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}
const seconds = (performance.now() - began) / 1000;
const anHour = Math.round((ran / seconds) * 3600);
console.log(`${ran} sequences from seed ${from}, ${faults} with a fault, ${anHour} an hour.`);
process.exitCode = faults > 0 ? 1 : 0;

function lines(said: readonly string[]): string {
  return said.map((line, at) => `${String(at + 1).padStart(4)}. ${line}`).join("\n");
}
