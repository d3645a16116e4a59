import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { findPostgresPrograms } from "./postgres-programs.ts";

export type PostgresServer = { url: string; stop: () => Promise<void> };

type Owner = { uid?: number; gid?: number };

/** Starts a throw-away PostgreSQL. It ends with `stop`, and with this process however that ends. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-postgres-"));
  const programs = await findPostgresPrograms(folder).catch(async (error: unknown) => {
    await rm(folder, { recursive: true });
    throw error;
  });
  const port = await freePort();
  const server = spawnServer(programs, folder, port);
  const ended = once(server, "exit");
  await untilReady(server);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.stdin?.end();
      await ended;
    },
  };
}

/** Makes a database on the server behind `url`, empty or as a copy, and returns its own URL. */
export async function createDatabase(url: string, copyOf = "template1"): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${copyOf}`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(url), { pathname: name }).href;
}

/**
 * Makes the data folder ($1/data), then runs the server until it ends or standard input closes, which it does when
 * the process at its other end dies, even by SIGKILL. Only then is the folder removed.
 */
const script = `
  programs=$0 folder=$1 port=$2
  trap 'rm -rf "$folder"' EXIT
  exec 3<&0
  "$programs/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >&2 || exit
  "$programs/postgres" -D "$folder/data" -h 127.0.0.1 -p "$port" -c unix_socket_directories= -c max_connections=200 \\
    -c fsync=off -c full_page_writes=off -c synchronous_commit=off </dev/null 3<&- &
  server=$!
  { cat <&3 >/dev/null; kill -INT "$server"; } 2>/dev/null &
  watcher=$!
  wait "$server"
  kill "$watcher" 2>/dev/null`;

function spawnServer(programs: string, folder: string, port: number): ChildProcess {
  const owner = ownerFor(folder);
  return spawn("/bin/sh", ["-c", script, programs, folder, String(port)], {
    ...owner,
    cwd: folder,
    // Away from the terminal, whose Ctrl-C would end the server before the tests that use it.
    detached: true,
    env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC" },
    stdio: ["pipe", "ignore", "pipe"],
  });
}

/** PostgreSQL refuses to run as root: there the folder and the server are given to "nobody". */
function ownerFor(folder: string): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOfNobody = (which: "-u" | "-g") => Number(execFileSync("id", [which, "nobody"], { encoding: "utf8" }));
  const owner = { uid: idOfNobody("-u"), gid: idOfNobody("-g") };
  execFileSync("chown", ["-R", `${owner.uid}:${owner.gid}`, folder]);
  return owner;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === "string") throw new Error("No free port on 127.0.0.1.");
  return address.port;
}

async function untilReady(server: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    server.stderr?.on("data", (bytes: Buffer) => {
      log += bytes.toString();
      if (log.includes("ready to accept connections")) resolve();
    });
  });
  // Whatever it says later is read and dropped, or a full pipe would make it wait for us.
  server.stderr?.removeAllListeners("data").resume();
}
