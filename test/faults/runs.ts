import type { Engine } from "#storage/database/database.ts";
import { freePort } from "../support/processes/free-port.ts";
import { startPgbouncer } from "../support/processes/pgbouncer.ts";
import { S3Server } from "../support/s3-server.ts";
import type { BadPlace, backupsOnto } from "./bad-places.ts";
import { crashes, kill } from "./crashes.ts";
import { type SmallDisk, smallDisk } from "./disk-outages.ts";
import { fullStarts } from "./full-starts.ts";
import { failingCalls } from "./failing-calls.ts";
import { loggedOutages } from "./logged-outages.ts";
import { type Outage, outages } from "./outages.ts";
import { brokenLines } from "./postgres-outages.ts";
import { type Proxy, proxyBefore } from "./postgres-proxy.ts";
import { makeDisk } from "./power-cut.ts";
import type { ProcessFault } from "./processes/process-faults.ts";
import { severalProcesses } from "./processes/several-processes.ts";
import { races } from "./races.ts";
import { s3Trouble } from "./s3-outages.ts";
import type { SiteSetup, Start } from "./served-site.ts";
import type { Shown } from "./shown.ts";
import { type Crowd, stops } from "./stops.ts";
import { newSiteSetup, type Workplace } from "./workplace.ts";

/** What a row does, on its own sites. */
export type Run = (workplace: Workplace, rounds: number) => Promise<Shown>;

export const killed =
  (engine: Engine, start?: Start): Run =>
  async (workplace, rounds) =>
    crashes(await newSiteSetup(workplace, engine), rounds, kill, start);

/** The disk that loses power contains all data of the site. */
export const powerCut =
  (start?: Start): Run =>
  async (workplace, rounds) => {
    using disk = makeDisk(workplace.folder);
    const ground = await newSiteSetup(workplace, "sqlite", { DATA_DIR: `${disk.mounted}/data` });
    return await crashes(ground, rounds, disk.cut, start);
  };

/** The disk contains only documents: the syncs of a database on the same disk would also make their names durable. */
export const powerCutOfBlobs =
  (start?: Start): Run =>
  async (workplace, rounds) => {
    using disk = makeDisk(workplace.folder);
    const ground = await newSiteSetup(workplace, "sqlite", { BLOB_URL: `file://${disk.mounted}/blobs` });
    return await crashes(ground, rounds, disk.cut, start);
  };

export const withOutage =
  (outage: Outage, start?: Start): Run =>
  async (workplace, rounds) =>
    outages(await newSiteSetup(workplace, "sqlite"), outage, { rounds, start });

export const onSmallDisk =
  (variable: "DATA_DIR" | "BLOB_URL", outageOf: (disk: SmallDisk) => Outage): Run =>
  async (workplace, rounds) => {
    using disk = smallDisk(workplace.folder);
    const place = variable === "DATA_DIR" ? `${disk.mounted}/data` : `file://${disk.mounted}/blobs`;
    const ground = await newSiteSetup(workplace, "sqlite", { [variable]: place });
    return await outages(ground, outageOf(disk), { rounds });
  };

export const startedOnFullDisk: Run = async (workplace, rounds) => {
  using disk = smallDisk(workplace.folder);
  const ground = await newSiteSetup(workplace, "sqlite", { DATA_DIR: `${disk.mounted}/data` });
  return await fullStarts(ground, disk, rounds);
};

export const onBadPlace =
  (run: typeof backupsOnto, open: (inFolder: string) => BadPlace): Run =>
  async (workplace, rounds) => {
    using place = open(await workplace.newFolder());
    return await run(workplace, place, rounds);
  };

const databaseOf = ({ environment }: SiteSetup): string => environment["DATABASE_URL"] ?? "";

const withProxy =
  (run: (behind: SiteSetup, proxy: Proxy, rounds: number, databaseUrl: string) => Promise<Shown>): Run =>
  async (workplace, rounds) => {
    const ground = await newSiteSetup(workplace, "postgres");
    const databaseUrl = databaseOf(ground);
    using proxy = await proxyBefore(databaseUrl);
    const behind = { ...ground, environment: { ...ground.environment, DATABASE_URL: proxy.url } };
    return await run(behind, proxy, rounds, databaseUrl);
  };

export const withLines = withProxy((behind, proxy, rounds, databaseUrl) =>
  outages(behind, brokenLines(proxy, databaseUrl), { rounds }),
);

export const withLoggedOutages = withProxy(loggedOutages);

/** Kills PgBouncer, and starts it again. */
export const withPgbouncer: Run = async (workplace, rounds) => {
  const ground = await newSiteSetup(workplace, "postgres");
  const databaseUrl = databaseOf(ground);
  const port = await freePort();
  await using running = new AsyncDisposableStack();
  let pooler = running.use(await startPgbouncer(databaseUrl, port));
  const DATABASE_URL = `${Object.assign(new URL(databaseUrl), { port: String(port) }).href}?pgbouncer=true`;
  const outage: Outage = {
    async begin() {
      process.kill(pooler.pid, "SIGKILL");
      await pooler.ended;
    },
    async end() {
      pooler = running.use(await startPgbouncer(databaseUrl, port));
    },
    isReadable: false,
  };
  return await outages({ ...ground, environment: { ...ground.environment, DATABASE_URL } }, outage, { rounds });
};

/** Clients of a single round pause longer. */
export const hurtProcesses =
  (fault: ProcessFault): Run =>
  (workplace, rounds) =>
    severalProcesses(workplace, rounds, fault, rounds > 1 ? 5 : 60);

export const withS3: Run = async (workplace, rounds) => {
  await using s3 = await new S3Server().start();
  const ground = await newSiteSetup(workplace, "sqlite", { BLOB_URL: s3.url({ prefix: "/site" }) });
  return await outages(ground, s3Trouble(s3), { rounds });
};

export const withServer =
  (outage: (databaseUrl: string) => Outage, prepare?: (databaseUrl: string) => Promise<void>): Run =>
  async (workplace, rounds) => {
    const ground = await newSiteSetup(workplace, "postgres");
    await prepare?.(databaseOf(ground));
    return outages(ground, outage(databaseOf(ground)), { rounds });
  };

export const raced =
  (engine: Engine, isConditional = true): Run =>
  async (workplace, rounds) =>
    races(await newSiteSetup(workplace, engine), rounds, isConditional);

export const failing =
  (calls: readonly string[], start?: Start): Run =>
  async (workplace) =>
    failingCalls(await newSiteSetup(workplace, "sqlite"), calls, start);

export const stopped =
  (signal: "SIGTERM" | "SIGKILL", crowd: Crowd): Run =>
  async (workplace, rounds) =>
    stops(await newSiteSetup(workplace, "sqlite"), rounds, signal, crowd);
