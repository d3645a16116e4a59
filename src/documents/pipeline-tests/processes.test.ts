import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect } from "vitest";
import { type ImagePipeline, openImagePipeline } from "../image-pipeline.ts";
import { drawnSheet, endlessPdf, greedyPdf } from "#test/support/files/handmade-files.ts";
import { handmadePdf } from "#test/support/files/handmade-pdf.ts";
import { test } from "#test/support/files/pipeline-test.ts";
import { mayLowerPriority, withLowPriority } from "#test/support/processes/low-priority.ts";

const oneProcess = { processes: 1, timeLimitMs: 20_000, memoryLimitMb: 1024, usualMs: 20_000 };

describe("the image pipeline", () => {
  test("refuses a file that takes too long and publishes the next one", async () => {
    await using pipeline = openImagePipeline({ ...oneProcess, timeLimitMs: 4000 });
    const refusal = expect(pipeline.publish(given(endlessPdf()), "paper")).rejects.toMatchObject({
      id: "decoding-took-too-long",
      status: 422,
    });
    // A stopped process takes as long as one that computes, and leaves the processor to other tests.
    process.kill(await atWork(pipeline), "SIGSTOP");
    await refusal;
    await publishesAgain(pipeline);
  });

  test("refuses a file that needs too much memory outside the V8 heap and publishes the next one", async () => {
    await using pipeline = openImagePipeline({ ...oneProcess, memoryLimitMb: 300 });
    const refusal = expect(pipeline.publish(given(greedyPdf()), "paper")).rejects;
    await refusal.toMatchObject({ id: "decoding-took-too-much", status: 422 });
    await publishesAgain(pipeline);
  });

  test.for([
    ["SIGKILL", "decoding-took-too-much"],
    ["SIGSEGV", "decoding-failed"],
  ] as const)("loses only the current file when its decoder ends by %s", async ([signal, id]) => {
    await using pipeline = openImagePipeline(oneProcess);
    await publishesAgain(pipeline);
    const refusal = expect(pipeline.publish(given(endlessPdf()), "paper")).rejects.toMatchObject({ id });
    const waiting = pipeline.publish(given(await sheet()), "paper");
    process.kill(await atWork(pipeline), signal);
    await refusal;
    expect((await waiting).pages).toHaveLength(1);
  });

  test("replaces a decoder that ended while it was idle", async () => {
    await using pipeline = openImagePipeline(oneProcess);
    await publishesAgain(pipeline);
    for (const { id } of pipeline.processes()) process.kill(id, "SIGKILL");
    await expect.poll(() => pipeline.processes()).toEqual([]);
    await publishesAgain(pipeline);
  });

  test("reports a decoder that cannot start as an internal error, not as a fault of the file", async () => {
    await using pipeline = openImagePipeline({ ...oneProcess, memoryLimitMb: Number.NaN });
    await expect(pipeline.publish(given(await sheet()), "paper")).rejects.toMatchObject({ id: "internal" });
  });
});

describe("decoder processes", () => {
  test.skipIf(!mayLowerPriority)("start under a lower priority than theirs, which only root may raise", () => {
    const worker = new URL("../become-worker.ts", import.meta.url).href;
    const program = `import { becomeWorker } from "${worker}"; becomeWorker(); process.exit(7);`;
    const node = [process.execPath, "--input-type=module", "--eval", program];
    expect(spawnSync("env", [...withLowPriority, ...node]).status).toBe(7);
  });

  test.runIf(process.platform === "linux")("are killed before the site when memory ends", async () => {
    await using pipeline = openImagePipeline(oneProcess);
    await pipeline.publish(given(await sheet()), "paper");
    const [decoder] = pipeline.processes();
    expect((await readFile(`/proc/${decoder?.id}/oom_score_adj`, "utf8")).trim()).toBe("500");
  });

  test("start with the first file and never exceed their limit", async () => {
    await using pipeline = openImagePipeline({ ...oneProcess, processes: 2 });
    expect(pipeline.processes()).toEqual([]);
    const file = given(await sheet());
    const seen = await Promise.all(
      Array.from({ length: 12 }, async () => {
        await pipeline.publish(file, "paper");
        return pipeline.processes().length;
      }),
    );
    expect(Math.max(...seen)).toBe(2);
  });

  test("and tables wait for one another where memory is little, and work side by side elsewhere", async () => {
    const file = given(await sheet());
    await using small = openImagePipeline({ ...oneProcess, isOneQueue: true });
    const table = await small.roomForTables.takeTurn();
    const waiting = small.publish(file, "paper");
    expect([small.waiting(), small.processes()]).toEqual([1, []]);
    table[Symbol.dispose]();
    expect((await waiting).pages).toHaveLength(1);
    await using large = openImagePipeline(oneProcess);
    using _other = await large.roomForTables.takeTurn();
    await publishesAgain(large);
  });

  test("end when they are idle; a file that arrives while one ends gets another", async () => {
    await using pipeline = openImagePipeline({ ...oneProcess, idleLimitMs: 1 });
    const file = given(await sheet());
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await pipeline.publish(file, "paper")).pages).toHaveLength(1);
      await delay(2);
    }
    await expect.poll(() => pipeline.processes()).toEqual([]);
    await publishesAgain(pipeline);
  });

  test("end right after they have read a PDF", async () => {
    await using pipeline = openImagePipeline(oneProcess);
    await pipeline.publish(given(handmadePdf([{ content: "0 0 99 99 re f" }])), "paper");
    await expect.poll(() => pipeline.processes()).toEqual([]);
  });

  test("finish their running work after SIGTERM, SIGINT and SIGHUP", async () => {
    await using pipeline = openImagePipeline(oneProcess);
    await publishesAgain(pipeline);
    const publishing = pipeline.publish(given(await largeSheet()), "paper");
    const id = await atWork(pipeline);
    process.kill(id, "SIGTERM");
    process.kill(id, "SIGINT");
    process.kill(id, "SIGHUP");
    expect((await publishing).pages).toHaveLength(1);
  });

  test("finish their work when the whole process group gets signals while they start", async () => {
    const group = spawn(process.execPath, ["--input-type=module-typescript", "--eval", signalledGroup], {
      detached: true,
      env: filesAndPipeline,
      stdio: ["ignore", "pipe", "inherit"],
    });
    expect(await firstNumberFrom(group)).toBe(1);
  });

  test("end when the pipeline is disposed, and every pending promise is rejected", async () => {
    const pipeline = openImagePipeline(oneProcess);
    await publishesAgain(pipeline);
    const file = given(endlessPdf());
    const refused = Promise.all(
      [1, 2, 3].map(() => expect(pipeline.publish(file, "paper")).rejects.toMatchObject({ id: "unavailable" })),
    );
    const id = await atWork(pipeline);
    await pipeline[Symbol.asyncDispose]();
    await refused;
    expect(() => process.kill(id, 0)).toThrow("ESRCH");
    await expect(pipeline.publish(file, "paper")).rejects.toMatchObject({ id: "unavailable" });
  });

  test("end with their parent, even while they hang", async () => {
    const parent = spawn(process.execPath, ["--input-type=module-typescript", "--eval", hangingParent], {
      env: filesAndPipeline,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const decoderId = await firstNumberFrom(parent);
    expect(await isRunning(decoderId)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => isRunning(decoderId)).toBe(false);
  });
});

describe("slow files", () => {
  test.for([
    ["one client", ["a", "a", "a", "a", "a"]],
    ["three clients", ["a", "b", "c"]],
  ] as const)("of %s hold nobody else's upload, however many of them wait", async ([_clients, senders]) => {
    const usualMs = await longerThanASheet();
    await using pipeline = openImagePipeline({ ...oneProcess, processes: 2, timeLimitMs: 60_000, usualMs });
    const gone = new AbortController();
    let ended = 0;
    const attack = senders.map(async (name) => {
      const from = { name, neighbourhood: name };
      const slow = pipeline.publish(given(endlessPdf()), "paper", { signal: gone.signal, from });
      await slow.catch(() => (ended += 1));
    });
    for (const name of ["one", "two", "three"]) {
      const from = { name, neighbourhood: name };
      expect((await pipeline.publish(given(await sheet()), "paper", { from })).pages).toHaveLength(1);
    }
    expect(ended).toBe(0);
    gone.abort(new Error("The client went away"));
    await Promise.all(attack);
  });

  test.for([false, true])(
    "are read in the end, one after another (in one queue with others: %s)",
    async (isOneQueue) => {
      await using pipeline = openImagePipeline({ ...oneProcess, usualMs: 1, isOneQueue });
      const files = ["one", "two", "three"].map(async (name) => {
        const from = { name, neighbourhood: name };
        return pipeline.publish(given(await largeSheet()), "paper", { from });
      });
      expect((await Promise.all(files)).map(({ pages }) => pages.length)).toEqual([1, 1, 1]);
    },
  );
});

describe("an upload whose client went away", () => {
  test("lets others pass if it takes long, and ends the decoder that works on it", async () => {
    const usualMs = await longerThanASheet();
    await using pipeline = openImagePipeline({ ...oneProcess, timeLimitMs: 60_000, usualMs, idleLimitMs: 1 });
    const gone = new AbortController();
    const refusal = expect(pipeline.publish(given(endlessPdf()), "paper", gone)).rejects.toThrow("went away");
    await publishesAgain(pipeline);
    await atWork(pipeline);
    gone.abort(new Error("The client went away"));
    await refusal;
    await expect.poll(() => pipeline.processes()).toEqual([]);
  });

  test("leaves the queue, and the other uploads are published", async () => {
    await using pipeline = openImagePipeline(oneProcess);
    const file = given(await largeSheet());
    const gone = new AbortController();
    const [first, second, third] = [
      pipeline.publish(file, "paper"),
      pipeline.publish(file, "paper", gone),
      pipeline.publish(file, "paper"),
    ];
    await atWork(pipeline);
    gone.abort(new Error("The client went away"));
    await expect(second).rejects.toThrow("went away");
    expect((await Promise.all([first, third])).map(({ pages }) => pages.length)).toEqual([1, 1]);
  });
});

const filesAndPipeline = {
  FILES: new URL("../../../test/support/files/handmade-files.ts", import.meta.url).href,
  PIPELINE: new URL("../image-pipeline.ts", import.meta.url).href,
};

/** Sends signals to the process id 0, which is its whole process group. */
const signalledGroup = `
  const { openImagePipeline } = await import(process.env.PIPELINE);
  const { plain } = await import(process.env.FILES);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
  await using pipeline = openImagePipeline({ processes: 1, timeLimitMs: 60_000, memoryLimitMb: 1024 });
  const drawn = await plain(8, 8, "#c03020").jpeg().toBuffer();
  const publishing = pipeline.publish(async () => drawn, "paper").then(({ pages }) => pages.length, () => 0);
  while (pipeline.processes().length === 0) await new Promise(setImmediate);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.kill(0, signal);
  console.log(await publishing);
`;

/** The first file makes sure that the decoder has started and its watchdog runs. */
const hangingParent = `
  const { openImagePipeline } = await import(process.env.PIPELINE);
  const { endlessPdf, plain } = await import(process.env.FILES);
  const pipeline = openImagePipeline({ processes: 1, timeLimitMs: 60_000, memoryLimitMb: 1024 });
  const drawn = await plain(8, 8, "#c03020").jpeg().toBuffer();
  await pipeline.publish(async () => drawn, "paper");
  pipeline.publish(async () => endlessPdf(), "paper").catch(() => {});
  while (pipeline.processes().every(({ isIdle }) => isIdle)) await new Promise(setImmediate);
  console.log(pipeline.processes()[0].id);
`;

const given = (bytes: Uint8Array) => async () => bytes;

async function publishesAgain(pipeline: ImagePipeline): Promise<void> {
  expect((await pipeline.publish(given(await sheet()), "paper")).pages).toHaveLength(1);
}

/** So long that a sheet is no slow file on this machine either, whatever else it does. */
async function longerThanASheet(): Promise<number> {
  await using pipeline = openImagePipeline(oneProcess);
  await publishesAgain(pipeline);
  const before = performance.now();
  await publishesAgain(pipeline);
  return Math.max(400, 20 * (performance.now() - before));
}

async function sheet(): Promise<Buffer> {
  return await drawnSheet(60, 80).jpeg().toBuffer();
}

async function largeSheet(): Promise<Buffer> {
  return await drawnSheet(1400, 1960).jpeg().toBuffer();
}

/** Looks in every turn of the event loop: a file may be read between two looks of `expect.poll`. */
async function atWork(pipeline: ImagePipeline): Promise<number> {
  const busy = pipeline.processes().find(({ isIdle }) => !isIdle);
  if (busy) return busy.id;
  await nextTurn();
  return await atWork(pipeline);
}

async function firstNumberFrom(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error("The child has no output");
  const [words] = await once(child.stdout.setEncoding("utf8"), "data");
  return Number.parseInt(String(words), 10);
}

/** False for a zombie too: without an init process that reaps it, an ended orphan stays in the process table. */
async function isRunning(id: number): Promise<boolean> {
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  const state = await readFile(`/proc/${id}/stat`, "latin1").catch(() => "");
  return !/\) Z /.test(state);
}
