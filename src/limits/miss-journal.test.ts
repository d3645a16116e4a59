import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { expect, onTestFinished, test } from "vitest";
import { keepJournal, type KeptJournal, recordLength } from "./journal-files.ts";
import { lookupLimits } from "./lookup-price.ts";
import { MissJournal } from "./miss-journal.ts";

const program = fileURLToPath(new URL("../../test/support/processes/miss-process.ts", import.meta.url));
const saidSchema = z.object({ epoch: z.number().optional(), free: z.number().optional() });

type Misser = { child: ChildProcess; epoch: number; free: Promise<number> };
type Started = { all?: Misser[]; onEpoch?: () => void; known?: number };

/** `all` has it before it reads the journal, which does not turn before it has said how far it is. */
async function startOne({ files }: KeptJournal, { all = [], onEpoch = () => undefined, known = 0 }: Started = {}) {
  const child = spawn(process.execPath, [program, String(known)], {
    stdio: ["ignore", "inherit", "inherit", "ipc", ...files],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const { promise, resolve } = Promise.withResolvers<number>();
  const one: Misser = { child, epoch: -1, free: promise };
  all.push(one);
  child.on("message", (message) => {
    const { epoch, free } = saidSchema.parse(message);
    if (free !== undefined) resolve(free);
    if (epoch === undefined) return;
    one.epoch = epoch;
    onEpoch();
  });
  await once(child, "message");
  return one;
}

function go({ child, free }: Misser): Promise<number> {
  child.send("go");
  return free;
}

test.each([
  ["stays in one file", Infinity],
  ["goes on in the other file whenever it can", 0],
])("three processes that miss at once have as many free misses as one, while their journal %s", async (_, length) => {
  using journal = keepJournal();
  const missers: Misser[] = [];
  const turn = () =>
    journal.turn(
      missers.map(({ epoch }) => epoch),
      length,
    );
  await Promise.all([1, 2, 3].map(() => startOne(journal, { all: missers, onEpoch: turn })));
  const free = await Promise.all(missers.map(go));
  expect(free.reduce((sum, one) => sum + one)).toBe(lookupLimits.freeMisses);
  const turned = new Set(missers.map(({ epoch }) => epoch));
  expect(turned.has(1)).toBe(length === Infinity);
  // One that starts later learns from the file what was counted before; from the database, if there is another file since.
  if (length === Infinity) expect(await go(await startOne(journal))).toBe(0);
});

test("the journal goes on without a process that cannot write to it", () => {
  using kept = keepJournal();
  const readOnly = kept.files.map((file) => openSync(`/proc/self/fd/${file}`, "r"));
  onTestFinished(() => readOnly.forEach((file) => closeSync(file)));
  const [first = NaN, second = NaN] = readOnly;
  const failures: unknown[] = [];
  const alone = new MissJournal(
    [first, second],
    { sums: () => ({ networkMisses: 1, numberMisses: 0 }), learn: () => undefined },
    (error) => failures.push(error),
  );
  const key = Buffer.alloc(16);
  const miss = () =>
    alone.sayAndHear({ kind: "missed", at: Date.now(), network: key, neighbourhood: key, number: null });
  miss();
  miss();
  expect(failures).toHaveLength(1);
  kept.turn([alone.epoch], 0);
  kept.turn([alone.epoch], 0);
  expect(fstatSync(first).size).toBe(recordLength);
});

test("a process that starts knows the misses that are in the journal and those that only the database has", async () => {
  using journal = keepJournal();
  const known = lookupLimits.freeMisses - 10;
  const first = await startOne(journal, { known });
  expect(await go(first)).toBe(10);
  // It read the database before the first one shared what it had counted.
  expect(await go(await startOne(journal, { known }))).toBe(0);
});
