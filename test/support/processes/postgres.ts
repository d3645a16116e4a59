import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { findPostgresPrograms } from "./postgres-programs.ts";
import { freePort } from "./free-port.ts";

export type PostgresServer = {
  url: string;
  stop: () => Promise<void>;
};

type Owner = { uid?: number; gid?: number };

/** Fast settings that lose data in a crash. */
export const forgetful = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off";

/**
 * Starts a temporary, empty PostgreSQL with its data in a folder in `dataIn`, or a standby of nobody. It ends with `stop`,
 * and when this process ends in any way.
 */
export async function startPostgres(
  dataIn = tmpdir(),
  settings = forgetful,
  { isStandby = false } = {},
): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-postgres-"));
  const data = await mkdtemp(path.join(dataIn, "attestry-postgres-data-"));
  const programs = await findPostgresPrograms(folder).catch(async (error: unknown) => {
    for (const made of [folder, data]) await rm(made, { recursive: true });
    throw error;
  });
  const port = await freePort();
  const server = spawnServer(programs, { folder, data, port, settings, signal: isStandby ? "standby" : "no-standby" });
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

/** One connection for each server: opening a connection takes as long as copying a database. */
const creators = new Map<string, pg.Pool>();

function openCreator(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The pool opens another connection after the server has ended this one.
  return pool.on("error", () => undefined);
}

/** Creates a database on the server of `url`, empty or as a copy, and returns the URL of the database. */
export async function createDatabase(url: string, copyOf = "template1"): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // By default, PostgreSQL copies each block through its write-ahead log, which takes twice the processor time.
  const query = `create database ${name} template ${copyOf} strategy file_copy`;
  await creators.getOrInsertComputed(url, openCreator).query(query);
  return Object.assign(new URL(url), { pathname: name }).href;
}

/** A database takes nine megabytes. */
export async function dropDatabase(url: string): Promise<void> {
  const { pathname } = new URL(url);
  const server = Object.assign(new URL(url), { pathname: "postgres" }).href;
  await creators.getOrInsertComputed(server, openCreator).query(`drop database ${pathname.slice(1)} with (force)`);
}

/** Runs a query on a new connection. */
export async function askServer(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Fills the data folder, then runs the server until it ends or standard input closes. Standard input closes when the
 * process at its other end dies, even by SIGKILL. After that, the script removes the folders.
 */
const script = `
  programs=$0 folder=$1 data=$2 port=$3 settings=$4 signal=$5
  trap 'rm -rf "$folder" "$data"' EXIT
  exec 3<&0
  "$programs/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >&2 || exit
  touch "$data/$signal.signal"
  "$programs/postgres" -D "$data" -h 127.0.0.1 -p "$port" -c unix_socket_directories= -c max_connections=200 \\
    $settings </dev/null 3<&- &
  server=$!
  { cat <&3 >/dev/null; kill -INT "$server"; } 2>/dev/null &
  watcher=$!
  wait "$server"
  kill "$watcher" 2>/dev/null`;

type Place = { folder: string; data: string; port: number; settings: string; signal: string };

function spawnServer(programs: string, { folder, data, port, settings, signal }: Place): ChildProcess {
  const owner = ownerOf(folder, data);
  const given = [folder, data, String(port), settings, signal];
  return spawn("/bin/sh", ["-c", script, programs, ...given], {
    ...owner,
    cwd: folder,
    // Detached from the terminal: its Ctrl-C would end the server before the tests that use it.
    detached: true,
    env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC" },
    stdio: ["pipe", "ignore", "pipe"],
  });
}

/** PostgreSQL refuses to run as root. In that case the user "nobody" gets the folders and runs the server. */
function ownerOf(...folders: string[]): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOfNobody = (which: "-u" | "-g") => Number(execFileSync("id", [which, "nobody"], { encoding: "utf8" }));
  const owner = { uid: idOfNobody("-u"), gid: idOfNobody("-g") };
  execFileSync("chown", ["-R", `${owner.uid}:${owner.gid}`, ...folders]);
  return owner;
}

async function untilReady(server: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    server.stderr?.on("data", (bytes: Buffer) => {
      log += bytes.toString();
      if (log.includes("ready to accept")) resolve();
    });
  });
  // Later output is read and dropped: a full pipe would block the server.
  server.stderr?.removeAllListeners("data").resume();
}
