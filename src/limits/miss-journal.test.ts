import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { expect, onTestFinished, test } from "vitest";
import { keepJournal, type KeptJournal } from "./journal-files.ts";
import { lookupLimits } from "./lookup-price.ts";

const program = fileURLToPath(new URL("../../test/support/processes/miss-process.ts", import.meta.url));
const saidSchema = z.object({ epoch: z.number().optional(), free: z.number().optional() });

type Misser = { child: ChildProcess; epoch: number; free: Promise<number> };

async function startOne({ files }: KeptJournal, onEpoch: () => void = () => undefined): Promise<Misser> {
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "inherit", "inherit", "ipc", ...files] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const { promise, resolve } = Promise.withResolvers<number>();
  const one = { child, epoch: -1, free: promise };
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
  let missers: Misser[] = [];
  const turn = () =>
    journal.turn(
      missers.map(({ epoch }) => epoch),
      length,
    );
  missers = await Promise.all([1, 2, 3].map(() => startOne(journal, turn)));
  const free = await Promise.all(missers.map(go));
  expect(free.reduce((sum, one) => sum + one)).toBe(lookupLimits.freeMisses);
  const turned = new Set(missers.map(({ epoch }) => epoch));
  expect(turned.has(1)).toBe(length === Infinity);
  // One that starts later learns from the file what was counted before; from the database, if there is another file since.
  if (length === Infinity) expect(await go(await startOne(journal))).toBe(0);
});
