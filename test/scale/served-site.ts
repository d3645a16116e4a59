import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { cookieOfAdmin, type Member, timeUntil, isReady } from "../faults/member.ts";
import { settings } from "../faults/served-site.ts";
import { freePort } from "../support/processes/free-port.ts";
import { type Balancer, startNginx } from "../support/processes/nginx.ts";
import { pgbouncer, startPgbouncer } from "../support/processes/pgbouncer.ts";
import { createDatabase, type PostgresServer, startPostgres } from "../support/processes/postgres.ts";
import type { ChildProgram } from "../support/processes/child-program.ts";
import { S3Server } from "../support/s3-server.ts";
import { sharedMemory } from "../support/shared-memory.ts";
import { ServedProcess } from "./served-process.ts";

/** A program beside the processes. A restart uses the same address. */
export type Part<Program extends ChildProgram = ChildProgram> = AsyncDisposable & {
  program: Program;
  startAgain: () => Promise<void>;
};

/** A site of several processes, with all the programs around them. */
export type ServedSite = AsyncDisposable & {
  member: Member;
  environment: Record<string, string>;
  /** Bypasses PgBouncer. */
  databaseUrl: string;
  processes: readonly ServedProcess[];
  postgres: PostgresServer;
  s3: S3Server;
  nginx: Part<Balancer>;
  /** Null if PgBouncer is not installed or not used. */
  pgbouncer: Part | null;
};

/** Returns the settings of PgBouncer in docs/operating.md. */
async function poolerSettings(): Promise<string> {
  const text = await readFile(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const [, written] = /^\[pgbouncer\]\n([^`]*)/m.exec(text) ?? [];
  if (written === undefined) throw new Error("docs/operating.md has no settings of PgBouncer");
  return written;
}

async function partOf<Program extends ChildProgram>(start: () => Promise<Program>): Promise<Part<Program>> {
  const part = {
    program: await start(),
    async startAgain() {
      await part.program[Symbol.asyncDispose]();
      part.program = await start();
    },
    [Symbol.asyncDispose]: () => part.program[Symbol.asyncDispose](),
  };
  return part;
}

/** Each process has its own folder, as on its own machine. PgBouncer is used if it is installed and `between` allows it. */
export async function serveSite(
  folder: string,
  count: number,
  between: "PgBouncer" | "nothing" = "PgBouncer",
): Promise<ServedSite> {
  await using made = new AsyncDisposableStack();
  // PostgreSQL has its default settings, which make a commit durable.
  const postgres = await startPostgres((await sharedMemory(4)) ?? undefined, "", { comesBack: true });
  made.defer(() => postgres.stop());
  const s3 = made.use(await new S3Server().start());
  const databaseUrl = await createDatabase(postgres.url);
  const poolerUrl = Object.assign(new URL(databaseUrl), { port: String(await freePort()) });
  const asDocumented = await poolerSettings();
  const pooler =
    pgbouncer && between === "PgBouncer"
      ? made.use(await partOf(() => startPgbouncer(databaseUrl, Number(poolerUrl.port), asDocumented)))
      : null;
  const environment = {
    ...settings,
    TRUSTED_PROXIES: "127.0.0.1",
    DATABASE_URL: pooler ? poolerUrl.href : databaseUrl,
    BLOB_URL: s3.url({ prefix: "/site" }),
    DATA_DIR: path.join(folder, "data"),
  };
  const cookie = await cookieOfAdmin(environment);
  const processes: ServedProcess[] = [];
  for (let number = 1; number <= count; number += 1) {
    const started = await ServedProcess.start({ ...environment, DATA_DIR: path.join(folder, `data-${number}`) });
    processes.push(made.use(started));
  }
  const ofNginx = path.join(folder, "nginx");
  await mkdir(ofNginx);
  const port = await freePort();
  const addresses = processes.map(({ address }) => address);
  const nginx = made.use(await partOf(() => startNginx(addresses, { folder: ofNginx, port })));
  const member = { url: nginx.program.url, cookie };
  await timeUntil(() => isReady(member), 10_000);
  const parts = made.move();
  const all = { member, environment, databaseUrl, processes, postgres, s3, nginx, pgbouncer: pooler };
  return { ...all, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
