import { execFileSync } from "node:child_process";
import pg from "pg";
import { timeUntil } from "./member.ts";
import type { Outage } from "./outages.ts";
import type { Proxy } from "./postgres-proxy.ts";

/** The number of connections that a process may keep (see docs/operator/databases.md). */
const maxConnections = 10;

/** Alternates between two faults: connections to PostgreSQL are cut, or lose all bytes. */
export function brokenLines({ set }: Proxy, databaseUrl: string): Outage {
  let mood: "cuts" | "swallows" = "swallows";
  return {
    begin: () => set((mood = mood === "cuts" ? "swallows" : "cuts")),
    end: () => set("passes"),
    isReadable: false,
    leftOver: () => connectionsLeft(databaseUrl),
  };
}

/** Pauses all processes of the server and lets them continue. */
export function pausedServer(databaseUrl: string): Outage {
  let stopped: number[] = [];
  return {
    async begin() {
      stopped = await processesOf(databaseUrl);
      for (const pid of stopped) process.kill(pid, "SIGSTOP");
    },
    end() {
      for (const pid of stopped) process.kill(pid, "SIGCONT");
    },
    isReadable: false,
    leftOver: () => connectionsLeft(databaseUrl),
  };
}

/** Kills one process of PostgreSQL, which then ends all others, recovers and restarts. */
export const restartedServer = (databaseUrl: string): Outage => ({
  async begin() {
    const [, ...backends] = await processesOf(databaseUrl);
    process.kill(backends[0] ?? 0, "SIGKILL");
    await timeUntil(async () => !backends.some(isAlive), 5000);
  },
  end: () => undefined,
  isReadable: false,
  isMoment: true,
  leftOver: () => connectionsLeft(databaseUrl),
});

/** Makes PostgreSQL acknowledge a commit before it writes it to disk: switches `synchronous_commit` off. */
export const forgetOnCrash = (databaseUrl: string): Promise<void> =>
  besideSite(databaseUrl, async (client) => {
    await client.query(`alter database ${new URL(databaseUrl).pathname.slice(1)} set synchronous_commit = off`);
  });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the main process of the server, then its children. */
const processesOf = (databaseUrl: string): Promise<number[]> =>
  besideSite(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const own = rows[0]?.pid ?? 0;
    const [server = 0] = processes("-o", "ppid=", "-p", String(own));
    return [server, ...processes("-o", "pid=", "--ppid", String(server)).filter((pid) => pid !== own)];
  });

const processes = (...args: string[]) => execFileSync("ps", args, { encoding: "utf8" }).trim().split(/\s+/).map(Number);

const connectionsLeft = (databaseUrl: string): Promise<string[]> =>
  besideSite(databaseUrl, async (client) => {
    const counted = "select count(*)::int as count from pg_stat_activity where datname = $1";
    const { rows } = await client.query<{ count: number }>(counted, [new URL(databaseUrl).pathname.slice(1)]);
    const count = rows[0]?.count ?? 0;
    return count <= maxConnections
      ? []
      : [`${count} connections to the database are open, of at most ${maxConnections}`];
  });

/** Connects to another database of the same server. */
async function besideSite<Result>(databaseUrl: string, ask: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const url = Object.assign(new URL(databaseUrl), { pathname: "postgres" });
  const client = new pg.Client({ connectionString: url.href });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}
