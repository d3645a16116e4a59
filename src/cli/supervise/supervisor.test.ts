import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Supervisor } from "./supervisor.ts";

const servesUntil = (onSigterm: string) => `process.on("SIGTERM", ${onSigterm});
setInterval(() => process.send({ is: "beat", epoch: null }), 20); process.send({ is: "serving" });`;
const serves = servesUntil("() => process.exit(0)");
const isServing = (message: unknown) => JSON.stringify(message) === '{"is":"serving"}';
const endsWith = (code: number) => `process.exit(${code})`;
/** Told to end when it is about to serve, it says so, and hangs. */
const hangs = servesUntil(`() => process.send({ is: "serving" })`);
const endsAtSecondSigterm = servesUntil(`() => {
setTimeout(() => process.exit(0), 1100); process.once("SIGTERM", () => process.exit(9)); }`);
const isSilent = `setTimeout(() => undefined, 60_000);`;
/** Is busy for 3.5 seconds, is told to end meanwhile, and ends. */
const isBusyWhenTold = `process.on("SIGTERM", () => process.exit(0)); process.send({ is: "serving" }, () => {
  for (const until = Date.now() + 3500; Date.now() < until;); }); setInterval(() => undefined, 1000);`;
const leavesItsChannel = `process.disconnect(); setInterval(() => undefined, 1000);`;
/** As a restore or a migration on SQLite, which may have pauses between its parts. */
const works = `process.send({ is: "works" }); process.send({ is: "beat", epoch: null }, () => {
  for (const until = Date.now() + 4500; Date.now() < until;); process.exit(7); });`;

/**
 * A supervisor of real processes. Each start takes the next of these programs, and the last one again and again. On a busy
 * machine Node takes a second before it says something: so long has a start at least, with four ticks.
 */
function supervised(count: number, programs: readonly string[], { tick = () => undefined, tickMs = 500 } = {}) {
  const children: ChildProcess[] = [];
  const serving = new Set<ChildProcess>();
  const said: string[] = [];
  const supervisor = new Supervisor({
    count,
    start: () => {
      const program = programs[Math.min(children.length, programs.length - 1)] ?? "";
      // Throws E2BIG for a text that is too long, as it throws ENOMEM without memory.
      const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
      children.push(child);
      child.on("message", (message) => isServing(message) && serving.add(child));
      return child;
    },
    say: (_, words) => void said.push(words),
    tick,
    tickMs,
  });
  const ended = supervisor.run();
  onTestFinished(() => supervisor.killAll());
  /** The places of the children that serve. */
  const alive = () =>
    children.flatMap((child, at) =>
      serving.has(child) && child.exitCode === null && child.signalCode === null ? [at] : [],
    );
  const until = async (running: readonly number[]) => {
    await expect.poll(alive).toEqual(running);
  };
  return { supervisor, children, said, ended, alive, until };
}

test("a process that is killed, stopped or ends is replaced, and SIGTERM leaves none, also none that hangs", async () => {
  const { supervisor, children, said, ended, alive, until } = supervised(2, [serves, serves, serves, hangs, serves]);
  await until([0, 1]);
  children[0]?.kill("SIGKILL");
  await until([1, 2]);
  children[1]?.kill("SIGSTOP");
  await until([2, 3]);
  expect(said).toEqual([
    "a process ended (SIGKILL); another one takes its place",
    "a process does not answer and is killed",
    "a process ended (SIGKILL); another one takes its place",
  ]);
  supervisor.stop();
  expect(await ended).toBe(0);
  expect(alive()).toEqual([]);
  expect(children.at(3)?.signalCode).toBe("SIGKILL");
});

test("if no process has served, the supervisor ends with the exit code of the one that failed", async () => {
  const { children, ended } = supervised(2, [endsWith(7)]);
  expect(await ended).toBe(7);
  expect(children).toHaveLength(1);
});

test("while others serve, a process that dies at each start is tried again with pauses that grow", async () => {
  const { supervisor, children, ended, alive } = supervised(2, [serves, endsWith(1)]);
  const began = performance.now();
  await expect.poll(() => children.length).toBe(5);
  expect(performance.now() - began).toBeGreaterThan(1400);
  expect(alive()).toContain(0);
  supervisor.stop();
  expect(await ended).toBe(0);
});

test("a start that the system refuses is tried again while others serve, and ends the supervisor if none does", async () => {
  const tooLong = "0;".repeat(2 ** 20);
  const { supervisor, said, ended, alive } = supervised(2, [serves, tooLong]);
  const refused = () => said.filter((line) => line === "a process could not be started: spawn E2BIG");
  await expect.poll(() => refused().length).toBe(3);
  expect(alive()).toEqual([0]);
  supervisor.stop();
  expect(await ended).toBe(0);
  expect(await supervised(2, [tooLong]).ended).toBe(1);
});

test(
  "a start that says nothing is ended after a while, also without its channel, and one that restores or takes a migration step is not",
  { timeout: 15_000 },
  async () => {
    const silent = [isSilent, leavesItsChannel].map((program) => supervised(1, [program], { tickMs: 100 }));
    const ended = [...silent, supervised(1, [works])];
    expect(await Promise.all(ended.map((one) => one.ended))).toEqual([137, 137, 7]);
    expect(ended.map(({ children }) => children.length)).toEqual([3, 3, 1]);
  },
);

test("a first start that hangs is tried again", async () => {
  const { supervisor, said, ended, until } = supervised(1, [isSilent, serves]);
  await until([1]);
  expect(said).toEqual([
    "a process does not answer and is killed",
    "a new process ended before it served (SIGKILL); another one is started",
  ]);
  supervisor.stop();
  expect(await ended).toBe(0);
});

test("one process after another is replaced, each once the next one serves; one that does not serve keeps the old ones", async () => {
  const { supervisor, children, ended, alive, until } = supervised(2, [
    serves,
    serves,
    serves,
    serves,
    endsWith(1),
    serves,
  ]);
  await until([0, 1]);
  let least = 2;
  const watching = setInterval(() => (least = Math.min(least, alive().length)), 1);
  supervisor.roll();
  await until([2, 3]);
  supervisor.roll();
  await expect.poll(() => children.length).toBe(5);
  await expect.poll(() => children[4]?.exitCode).toBe(1);
  clearInterval(watching);
  expect([least, alive()]).toEqual([2, [2, 3]]);
  supervisor.stop();
  expect(await ended).toBe(0);
});

test("a journal that cannot be kept does not end the supervisor, which says so once", async () => {
  let ticks = 0;
  const fails = () => {
    ticks += 1;
    throw new Error("no space left");
  };
  const { supervisor, said, ended, until } = supervised(1, [serves], { tick: fails });
  await until([0]);
  await expect.poll(() => ticks).toBeGreaterThan(2);
  expect(said).toHaveLength(1);
  supervisor.stop();
  expect(await ended).toBe(0);
});

test("a process that answers its last requests and saves what it counted has the time, and is told to end only once", async () => {
  const { supervisor, children, ended, until } = supervised(1, [endsAtSecondSigterm, serves]);
  await until([0]);
  supervisor.roll();
  await until([0, 1]);
  supervisor.stop();
  expect(await ended).toBe(0);
  expect(children[0]?.exitCode).toBe(0);
});

test("a process that was busy before it was told to end has the time too", async () => {
  const { supervisor, children, ended, until } = supervised(1, [isBusyWhenTold]);
  await until([0]);
  // Less than a process that serves may be silent, and more than what is left of the time to leave.
  await delay(1200);
  supervisor.stop();
  expect(await ended).toBe(0);
  expect(children[0]?.exitCode).toBe(0);
});
