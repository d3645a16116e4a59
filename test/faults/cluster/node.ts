import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type ChildProgram, installed, startChildProgram } from "../../support/processes/child-program.ts";

const example = path.join(import.meta.dirname, "../../../deploy/patroni.yml");

/** What the nodes of a cluster know of each other. */
export type NodePlace = { name: string; folder: string; ports: Ports; etcds: readonly Ports[]; programs: string };

export type Ports = { postgres: number; patroni: number; etcd: number; etcdPeers: number };

/** PostgreSQL refuses to run as root. */
const asNobody = process.getuid?.() === 0 ? ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] : [];

/** A machine of a cluster: PostgreSQL, Patroni and etcd. */
export class ClusterNode implements AsyncDisposable {
  readonly name: string;
  readonly ports: Ports;
  readonly #place: NodePlace;
  #running: ChildProgram[] = [];

  constructor(place: NodePlace) {
    this.name = place.name;
    this.ports = place.ports;
    this.#place = place;
  }

  get #data(): string {
    return path.join(this.#place.folder, "postgres");
  }

  /** Starts the machine, at first with an empty disk. */
  async start(): Promise<void> {
    const { folder } = this.#place;
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, "patroni.yml");
    await writeFile(file, await settingsOf(this.#place, this.#data));
    if (asNobody.length > 0) execFileSync("chown", ["-R", "nobody:nogroup", folder]);
    this.#running = [await this.#startEtcd(), await this.#startAsNobody("patroni", [file])];
  }

  /** Ends every process of the machine at once. */
  async kill(): Promise<void> {
    const pid = Number((await readFile(path.join(this.#data, "postmaster.pid"), "utf8")).split("\n")[0]);
    const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
    const all = [...this.#running.map((program) => program.pid), pid, ...children.trim().split(/\s+/).map(Number)];
    for (const each of all) process.kill(each, "SIGKILL");
    await Promise.all(this.#running.map(({ ended }) => ended));
  }

  #startEtcd(): Promise<ChildProgram> {
    const { name, folder, ports, etcds } = this.#place;
    const own = `http://127.0.0.1:${ports.etcd}`;
    const peers = etcds.map(({ etcdPeers }, at) => `db${at + 1}=http://127.0.0.1:${etcdPeers}`).join(",");
    const ofPeers = `http://127.0.0.1:${ports.etcdPeers}`;
    const urls = {
      "listen-client": own,
      "advertise-client": own,
      "listen-peer": ofPeers,
      "initial-advertise-peer": ofPeers,
    };
    return this.#startAsNobody("etcd", [
      ...Object.entries(urls).map(([kind, url]) => `--${kind}-urls=${url}`),
      `--name=${name}`,
      `--initial-cluster=${peers}`,
      `--data-dir=${path.join(folder, "etcd")}`,
    ]);
  }

  #startAsNobody(name: string, args: readonly string[]): Promise<ChildProgram> {
    const program = installed(name) ?? name;
    const signal = "TERM";
    if (asNobody.length === 0) return startChildProgram(program, args, { signal });
    return startChildProgram(installed("setpriv") ?? "setpriv", [...asNobody, program, ...args], { signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const [etcd, patroni] = this.#running;
    await patroni?.[Symbol.asyncDispose]();
    await etcd?.[Symbol.asyncDispose]();
  }
}

/** The example of deploy/, with other addresses and folders. */
async function settingsOf({ name, folder, ports, etcds, programs }: NodePlace, data: string): Promise<string> {
  return (await readFile(example, "utf8"))
    .replace("name: db1", `name: ${name}`)
    .replace(/hosts: .*/, `hosts: ${etcds.map(({ etcd }) => `127.0.0.1:${etcd}`).join(",")}`)
    .replaceAll("10.0.0.11:8008", `127.0.0.1:${ports.patroni}`)
    .replaceAll("10.0.0.11:5432", `127.0.0.1:${ports.postgres}`)
    .replace(/bin_dir: .*/, `bin_dir: ${programs}`)
    .replace(/data_dir: .*/, `data_dir: ${data}`)
    .replace(/pgpass: .*/, `pgpass: ${path.join(folder, "pgpass")}`)
    .replace(/^( +)max_connections: .*$/m, "$&\n$1unix_socket_directories: ''");
}
