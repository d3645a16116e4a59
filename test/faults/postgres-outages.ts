import { execFileSync } from "node:child_process";
import pg from "pg";
import type { PostgresServer } from "../support/processes/postgres.ts";
import { timeUntil } from "./member.ts";
import type { Outage } from "./outages.ts";
import type { Proxy } from "./postgres-proxy.ts";

/** Every connection that a process may keep (see docs/operating.md). */
const mostConnections = 10;

/** The lines to PostgreSQL are cut, and the next time bytes vanish on them. */
export function brokenLines({ set }: Proxy, databaseUrl: string): Outage {
  let mood: "cuts" | "swallows" = "swallows";
  return {
    begin: () => set((mood = mood === "cuts" ? "swallows" : "cuts")),
    end: () => set("passes"),
    isReadable: false,
    leftOver: () => connectionsLeft(databaseUrl),
  };
}

/** The whole server stands still, and goes on where it stood. */
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

/** A process of it is killed: PostgreSQL ends all others, recovers, and starts anew. */
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

/** The primary ends, and its standby becomes one. */
export const promotedStandby = (primary: PostgresServer, databaseUrl: string): Outage => ({
  async begin() {
    await primary.stop();
    await besideSite(databaseUrl, (client) => client.query("select pg_promote()"));
  },
  end: () => undefined,
  isReadable: false,
  isMoment: true,
  leftOver: () => connectionsLeft(databaseUrl),
});

/** Acknowledges before it writes, as a server does whose operator switched `synchronous_commit` off. */
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

/** The first process of the server, then its children. */
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
    return count <= mostConnections
      ? []
      : [`${count} connections to the database are open, of at most ${mostConnections}`];
  });

/** Asks the server in another database. */
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
