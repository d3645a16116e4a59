import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readlink, rename } from "node:fs/promises";
import { Agent, get } from "node:http";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { codeOf } from "#core/errors.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { emptyEnvironment, openForTest } from "../support/portals.ts";
import { freePort } from "../support/processes/free-port.ts";
import { type StartedServer, startServer } from "../support/processes/server.ts";

const token = "a token for the tests alone";

/** The status of the answer, on a connection of its own: any of the processes may accept it. */
async function statusOf(url: string, { agent, cookie = "" }: { agent?: Agent; cookie?: string } = {}): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const asked = get(url, { agent: agent ?? false, headers: { cookie } }, (answer) =>
    answer.resume().on("end", () => resolve(answer.statusCode ?? 0)),
  );
  asked.on("error", reject);
  return promise;
}

const servingIn = ({ log }: StartedServer) =>
  log.filter(({ msg }) => msg === "serving").map((line) => Number(line["process"]));

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const parentOf = (pid: number) => {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return NaN;
  }
};

const childrenOf = ({ child }: StartedServer) =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === child.pid);

/** False for a copy of the supervisor that has not become another program yet: until it has, the supervisor waits for it. */
function isMember(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--member=");
  } catch {
    return false;
  }
}

async function lookupsByMember(url: string, outcome: string): Promise<number[]> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  const line = new RegExp(`^attestry_lookups_total\\{member="[12]",outcome="${outcome}"\\} (\\d+)$`, "gm");
  return [...(await answer.text()).matchAll(line)].map(([, count]) => Number(count));
}

test("two processes of one supervisor are one site", async () => {
  const empty = await emptyEnvironment("sqlite");
  const environment = { ...empty, PROCESSES: "2", METRICS_TOKEN: token };
  const folder = `${empty["DATA_DIR"] ?? ""}-beside`;
  await mkdir(folder);
  const started = { limit: `cd ${folder}`, folder: path.resolve(".") };
  const server = await startServer({ ...environment, PORT: String(await freePort()) }, started);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { url } = server;
  await expect.poll(() => servingIn(server)).toHaveLength(2);
  const links = () => server.errors().match(/token=/g);
  await expect.poll(links).toHaveLength(1);

  // At first one after another until the free misses are almost used up, then many at once.
  const { freeMisses } = lookupLimits;
  const miss = (number: number) => statusOf(`${url}/result/MISSING${number}`);
  const first = Array.from({ length: freeMisses - 10 }, (_, at) => at);
  for (const number of first) expect(await miss(number)).toBe(404);
  const atOnce = await Promise.all(Array.from({ length: 60 }, (_, at) => miss(1000 + at)));
  expect(atOnce.filter((status) => status === 404)).toHaveLength(10);
  expect(atOnce.filter((status) => status === 429)).toHaveLength(50);
  const counted = await lookupsByMember(url, "none");
  expect(counted).toHaveLength(2);
  expect(counted).not.toContain(0);
  expect(counted.reduce((sum, one) => sum + one)).toBe(freeMisses);

  const [killed = 0, other = 0] = servingIn(server);
  const killedAt = performance.now();
  process.kill(killed, "SIGKILL");
  await expect.poll(() => servingIn(server), { interval: 20 }).toHaveLength(3);
  expect(performance.now() - killedAt).toBeLessThan(5000);
  const [, , next = 0] = servingIn(server);
  // The new process knows the misses that the killed one counted.
  process.kill(other, "SIGSTOP");
  expect(await miss(2000)).toBe(429);
  process.kill(other, "SIGCONT");

  // While each process is replaced, every process that is asked is ready. An upgrade has put another folder in the place of theirs.
  await rename(folder, `${folder}-before`);
  await mkdir(folder);
  let isRolling = true;
  const clients = Array.from({ length: 4 }, async () => {
    while (isRolling) expect(await statusOf(`${url}/readyz/lookups`)).toBe(200);
  });
  server.child.kill("SIGHUP");
  await expect.poll(() => servingIn(server)).toHaveLength(5);
  await expect.poll(() => [isAlive(other), isAlive(next)]).toEqual([false, false]);
  isRolling = false;
  const folders = await Promise.all(
    servingIn(server)
      .slice(3)
      .map((pid) => readlink(`/proc/${pid}/cwd`)),
  );
  expect(folders).toEqual([folder, folder]);
  await Promise.all(clients);
  expect(server.log.filter(({ level }) => level === "error")).toEqual([]);
  expect(links()).toHaveLength(1);

  const { cookie } = await signedIn(await openForTest(environment), url, "admin");
  expect(await (await fetch(`${url}/healthz`, { headers: { cookie } })).json()).toMatchObject({
    processes: [
      { number: 1, since: expect.any(String), replaced: 1 },
      { number: 2, since: expect.any(String), replaced: 0 },
    ],
  });

  // The other process is not asked: its measurements since the last reading would begin anew.
  const stopped = servingIn(server).at(-1) ?? NaN;
  process.kill(stopped, "SIGSTOP");
  const askedAt = performance.now();
  expect(await statusOf(`${url}/healthz`, { cookie })).toBe(200);
  expect(performance.now() - askedAt).toBeLessThan(1500);
  process.kill(stopped, "SIGCONT");

  const agent = new Agent({ keepAlive: true });
  expect(await statusOf(`${url}/healthz`, { agent })).toBe(200);
  const stoppedAt = performance.now();
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(performance.now() - stoppedAt).toBeLessThan(8000);
  expect(servingIn(server).filter(isAlive)).toEqual([]);
  agent.destroy();
});

test("a process that hangs while it serves or starts is replaced within eight seconds, and its clients are freed", async () => {
  const begunAt = performance.now();
  const server = await startServer({ ...(await emptyEnvironment("sqlite")), PROCESSES: "2" });
  onTestFinished(() => server[Symbol.asyncDispose]());
  await expect.poll(() => servingIn(server)).toHaveLength(2);
  // On a busy machine, all takes longer: how long a start takes here, and five seconds of silence before that.
  const startMs = performance.now() - begunAt;
  const silentMs = 5000;
  const [other = NaN, hung = NaN] = servingIn(server);
  const health = `${server.directUrl}/healthz`;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  // While the other process is stopped, only this one accepts connections.
  process.kill(other, "SIGSTOP");
  expect(await statusOf(health, { agent })).toBe(200);
  process.kill(hung, "SIGSTOP");
  process.kill(other, "SIGCONT");

  const hungAt = performance.now();
  const bound = statusOf(health, { agent }).catch(codeOf);
  const known = childrenOf(server);
  const starting = () => childrenOf(server).find((pid) => !known.includes(pid) && isMember(pid)) ?? NaN;
  await expect.poll(starting, { interval: 10 }).not.toBeNaN();
  process.kill(starting(), "SIGSTOP");
  const startedAt = performance.now();
  expect(await bound).toBe("ECONNRESET");
  expect(performance.now() - hungAt).toBeLessThan(silentMs + startMs);
  expect(await statusOf(health)).toBe(200);
  await expect.poll(() => servingIn(server), { interval: 20, timeout: 40_000 }).toHaveLength(3);
  expect(performance.now() - startedAt).toBeLessThan(silentMs + 2 * startMs);
});
