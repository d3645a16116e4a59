import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { installed, startChildProgram } from "../../support/processes/child-program.ts";
import { freePort } from "../../support/processes/free-port.ts";
import { askServer } from "../../support/processes/postgres.ts";
import { debianFolders } from "../../support/processes/postgres-programs.ts";
import { sharedMemory } from "../../support/shared-memory.ts";
import { timeUntil } from "../member.ts";
import { ClusterNode, type Ports } from "./node.ts";

const example = path.join(import.meta.dirname, "../../../deploy/haproxy.cfg");

const clusterSchema = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});

/** The first start copies the whole database to two machines. */
const readyWithinMs = 120_000;

/** Three machines with PostgreSQL, Patroni and etcd, and HAProxy before them, all with the examples of deploy/. */
export type Cluster = AsyncDisposable & {
  databaseUrl: string;
  /** Waits until two standbys follow the leader, one of them synchronously. Returns the leader. */
  untilWhole: () => Promise<ClusterNode>;
};

const newPorts = async (): Promise<Ports> => ({
  postgres: await freePort(),
  patroni: await freePort(),
  etcd: await freePort(),
  etcdPeers: await freePort(),
});

export async function startCluster(): Promise<Cluster> {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join((await sharedMemory(4)) ?? tmpdir(), "attestry-cluster-"));
  made.defer(() => rm(folder, { recursive: true, force: true }));
  // Its machines run as another user.
  await chmod(folder, 0o755);
  const [programs] = await debianFolders();
  if (programs === undefined) throw new Error("Patroni needs the PostgreSQL of Debian");
  const etcds = [await newPorts(), await newPorts(), await newPorts()];
  const nodes = etcds.map((ports, at) => {
    const name = `db${at + 1}`;
    return new ClusterNode({ name, folder: path.join(folder, name), ports, etcds, programs });
  });
  for (const node of nodes) made.use(node);
  await Promise.all(nodes.map((node) => node.start()));
  const port = await freePort();
  const file = path.join(folder, "haproxy.cfg");
  await writeFile(file, await haproxySettings(port, etcds));
  made.use(await startChildProgram(installed("haproxy") ?? "haproxy", ["-f", file], { signal: "TERM" }));
  await leaderOf(nodes);
  const parts = made.move();
  return {
    databaseUrl: await createDatabase(port),
    untilWhole: () => leaderOf(nodes),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** The example of deploy/, with other addresses. */
async function haproxySettings(port: number, nodes: readonly Ports[]): Promise<string> {
  let text = (await readFile(example, "utf8")).replace("bind 127.0.0.1:5432", `bind 127.0.0.1:${port}`);
  for (const [at, { postgres, patroni }] of nodes.entries())
    text = text.replace(`10.0.0.1${at + 1}:5432`, `127.0.0.1:${postgres} port ${patroni}`);
  return text;
}

/** The database as docs/operator/databases.md makes it. */
async function createDatabase(port: number): Promise<string> {
  const admin = `postgres://postgres:SUPERUSER-PASSWORD@127.0.0.1:${port}/postgres`;
  const reaches = () =>
    askServer(admin, "select 1").then(
      () => true,
      () => false,
    );
  await timeUntil(reaches, readyWithinMs);
  await askServer(admin, "create role attestry login password 'password'");
  await askServer(admin, "create database attestry owner attestry");
  return `postgres://attestry:password@127.0.0.1:${port}/attestry`;
}

async function leaderOf(nodes: readonly ClusterNode[]): Promise<ClusterNode> {
  let leader: ClusterNode | undefined;
  const isWhole = async () => {
    const members = (await Promise.all(nodes.map(membersSeenBy))).find((seen) => seen.length > 0) ?? [];
    const running = members.filter(({ state }) => state === "running" || state === "streaming");
    const name = running.find(({ role }) => role === "leader")?.name;
    leader = nodes.find((node) => node.name === name);
    return running.length === nodes.length && running.some(({ role }) => role === "sync_standby");
  };
  const waitedMs = await timeUntil(isWhole, readyWithinMs);
  if (!leader || waitedMs === Infinity) throw new Error("the cluster did not become whole");
  return leader;
}

async function membersSeenBy({ ports }: ClusterNode): Promise<z.output<typeof clusterSchema>["members"]> {
  const answer = await fetch(`http://127.0.0.1:${ports.patroni}/cluster`).catch(() => null);
  return answer?.ok ? clusterSchema.parse(await answer.json()).members : [];
}
