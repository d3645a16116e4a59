import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { isPortalError } from "#core/errors.ts";
import { pick, seededRandom } from "#demo/random.ts";
import { Coverage } from "./coverage.ts";
import { mutated, shortestInput } from "./mutate.ts";
import { makeParsers } from "./parsers.ts";

/** The thread that gives inputs to one parser. Its parent ends it if an input takes too long or too much memory. */

export type Task = { name: string; seed: number; seconds: number; only?: string; now: NowRead };
/** The input that is read now, for the parent: its number and its length, and its characters. */
export type NowRead = { place: Int32Array<SharedArrayBuffer>; bytes: Uint8Array<SharedArrayBuffer> };
export type Done = {
  ran: number;
  kept: number;
  slowestMs: number;
  mostMb: number;
  fault?: { what: string; input: string };
};

const maxMs = 1000;
const maxMb = 64;
const atOnce = 100;

const { name, seed, seconds, only, now } = workerData as Task;
const parser = (await makeParsers()).find((one) => one.name === name);
if (!parser) throw new Error(`there is no parser ${name}`);
const { corpus, parse, refusals } = parser;
const done: Done = { ran: 0, kept: 0, slowestMs: 0, mostMb: 0 };

class Fault extends Error {
  readonly input: string;
  constructor(what: string, input: string) {
    super(what);
    this.input = input;
  }
}

const usedMb = () => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return (used_heap_size + external_memory) / 2 ** 20;
};

async function run(input: string): Promise<void> {
  const bytes = Buffer.from(input, "latin1");
  now.bytes.set(bytes);
  now.place[1] = bytes.length;
  Atomics.add(now.place, 0, 1);
  const [beganMs, beganMb] = [performance.now(), usedMb()];
  const before = process.threadCpuUsage();
  try {
    await parse(bytes);
  } catch (error) {
    if (!isPortalError(error) || !refusals.includes(error.id)) throw new Fault(inWords(error), input);
  }
  const { user, system } = process.threadCpuUsage(before);
  const ms = Math.min(performance.now() - beganMs, (user + system) / 1000);
  const mb = usedMb() - beganMb;
  done.ran += 1;
  done.slowestMs = Math.max(done.slowestMs, ms);
  done.mostMb = Math.max(done.mostMb, mb);
  if (ms > maxMs) throw new Fault(`it takes more than ${maxMs} ms`, input);
  if (mb > maxMb) throw new Fault(`it takes more than ${maxMb} MB`, input);
}

const inWords = (error: unknown): string =>
  isPortalError(error)
    ? `it refuses with "${error.id}": ${String(error.cause)}`
    : String(error instanceof Error ? error.stack : error);

/** What is the same in all inputs that show one fault: its first line, without numbers and quoted parts. */
const kindOf = (what: string) => what.split("\n", 1)[0]?.replaceAll(/\d+|".*"/g, "");

async function fuzz(): Promise<void> {
  if (only !== undefined) return run(only);
  const random = seededRandom(seed);
  const coverage = new Coverage();
  await coverage.start();
  const kept = [...corpus];
  for (const input of kept) await run(input);
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const batch = Array.from({ length: atOnce }, () => mutated(pick(kept, random), pick(kept, random), random));
    kept.push(...(await coverage.newAmong(batch, run)));
    done.kept = kept.length - corpus.length;
  }
}

try {
  await fuzz();
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  const failsSame = (input: string) =>
    run(input).then(
      () => false,
      (other: unknown) => other instanceof Fault && kindOf(other.message) === kindOf(error.message),
    );
  const input = await shortestInput(error.input, failsSame);
  done.fault = { what: error.message, input };
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(done);
