import type { Engine } from "#storage/database/database.ts";
import { backupsWhileWriting } from "./backups.ts";
import { clockJumps } from "./clock-jumps.ts";
import { crashes, kill } from "./crashes.ts";
import { databaseLimit, fileLimit, smallDisk } from "./disk-outages.ts";
import { failingCalls } from "./failing-calls.ts";
import { type Outage, outages } from "./outages.ts";
import { brokenLines, forgetOnCrash, pausedServer, restartedServer } from "./postgres-outages.ts";
import { proxyBefore } from "./postgres-proxy.ts";
import { makeDisk } from "./power-cut.ts";
import { races } from "./races.ts";
import { spoiltBy, type Start } from "./served-site.ts";
import type { Shown } from "./shown.ts";
import { stops } from "./stops.ts";
import { newGround, type Workplace } from "./workplace.ts";

type Run = (workplace: Workplace, rounds: number) => Promise<Shown>;

export type Row = {
  promise: string;
  /** "root", or programs. */
  needs: readonly string[];
  rounds: number;
  /** In `npm test`; 0: not there. */
  shortRounds: number;
  run: Run;
  /** The same with a program, or with requests, that must be seen to break the promise. */
  control?: { rounds: number; run: Run };
};

const killed =
  (engine: Engine, start?: Start): Run =>
  async (workplace, rounds) =>
    crashes(await newGround(workplace, engine), rounds, kill, start);

/** Everything is on the disk that loses its power. */
const powerCut =
  (start?: Start): Run =>
  async (workplace, rounds) => {
    using disk = makeDisk(workplace.folder);
    const ground = await newGround(workplace, "sqlite", { DATA_DIR: `${disk.mounted}/data` });
    return await crashes(ground, rounds, disk.cut, start);
  };

/** Documents alone: a database that syncs on the same disk would make their names durable by the way. */
const powerCutOfBlobs =
  (start?: Start): Run =>
  async (workplace, rounds) => {
    using disk = makeDisk(workplace.folder);
    const ground = await newGround(workplace, "sqlite", { BLOB_URL: `file://${disk.mounted}/blobs` });
    return await crashes(ground, rounds, disk.cut, start);
  };

const withOutage =
  (outage: Outage, start?: Start): Run =>
  async (workplace, rounds) =>
    outages(await newGround(workplace, "sqlite"), outage, { rounds, start });

const smallDiskFull: Run = async (workplace, rounds) => {
  using disk = smallDisk(workplace.folder);
  const ground = await newGround(workplace, "sqlite", { DATA_DIR: `${disk.mounted}/data` });
  return await outages(ground, disk.full, { rounds });
};

const withLines =
  (mood: "cuts" | "swallows"): Run =>
  async (workplace, rounds) => {
    const ground = await newGround(workplace, "postgres");
    const databaseUrl = ground.environment["DATABASE_URL"] ?? "";
    using proxy = await proxyBefore(databaseUrl);
    const behind = { ...ground, environment: { ...ground.environment, DATABASE_URL: proxy.url } };
    return await outages(behind, brokenLines(proxy, databaseUrl, mood), { rounds });
  };

const withServer =
  (outage: (databaseUrl: string) => Outage, prepare?: (databaseUrl: string) => Promise<void>): Run =>
  async (workplace, rounds) => {
    const ground = await newGround(workplace, "postgres");
    await prepare?.(ground.environment["DATABASE_URL"] ?? "");
    return outages(ground, outage(ground.environment["DATABASE_URL"] ?? ""), { rounds });
  };

const raced =
  (engine: Engine, isConditional = true): Run =>
  async (workplace, rounds) =>
    races(await newGround(workplace, engine), rounds, isConditional);

const failing =
  (calls: readonly string[], start?: Start): Run =>
  async (workplace) =>
    failingCalls(await newGround(workplace, "sqlite"), calls, start);

const stopped =
  (signal: "SIGTERM" | "SIGKILL"): Run =>
  async (workplace, rounds) =>
    stops(await newGround(workplace, "sqlite"), rounds, signal);

const forPowerCuts = ["root", "losetup", "mkfs.ext4", "fsfreeze"];
/** `write` is not among them: Node's threads wake each other by it. */
const fileCalls = ["fsync", "fdatasync", "pwrite64", "rename", "openat"];
const smallDatabase = new URL("small-database.ts", import.meta.url);

/** What `npm run faults` does, in this order. */
export const rows: Readonly<Record<string, Row>> = {
  "kill-sqlite": {
    promise: "a site on SQLite that is killed as it writes loses nothing that it acknowledged",
    needs: [],
    rounds: 100,
    shortRounds: 2,
    run: killed("sqlite"),
    control: { rounds: 2, run: killed("sqlite", spoiltBy("commit")) },
  },
  "kill-postgres": {
    promise: "a site on PostgreSQL that is killed as it writes loses nothing that it acknowledged",
    needs: [],
    rounds: 100,
    shortRounds: 2,
    run: killed("postgres"),
  },
  "power-cut": {
    promise: "nothing acknowledged is lost when the power goes",
    needs: forPowerCuts,
    rounds: 30,
    shortRounds: 0,
    run: powerCut(),
    control: { rounds: 5, run: powerCut(spoiltBy("database")) },
  },
  "power-cut-documents": {
    promise: "no document is lost when the power of their disk goes",
    needs: forPowerCuts,
    rounds: 30,
    shortRounds: 0,
    run: powerCutOfBlobs(),
    control: { rounds: 5, run: powerCutOfBlobs(spoiltBy("folders")) },
  },
  "database-full": {
    promise: "a database that may not grow refuses, is read, and goes on unaided",
    needs: [],
    rounds: 6,
    shortRounds: 1,
    run: withOutage(databaseLimit, { before: smallDatabase }),
  },
  "files-full": {
    promise: "files that may not grow are refused, read, and go on unaided",
    needs: ["prlimit"],
    rounds: 6,
    shortRounds: 0,
    run: withOutage(fileLimit),
  },
  "disk-full": {
    promise: "a full disk refuses, is read, and goes on unaided",
    needs: ["root"],
    rounds: 6,
    shortRounds: 0,
    run: smallDiskFull,
  },
  "failing-calls": {
    promise: "no call that fails with EIO is followed by an acknowledgement",
    needs: ["strace"],
    rounds: 1,
    shortRounds: 0,
    run: failing(fileCalls),
    control: { rounds: 1, run: failing(["fsync"], spoiltBy("errors")) },
  },
  "postgres-cut": {
    promise: "connections to PostgreSQL that are cut make the site answer 503 until they are back",
    needs: [],
    rounds: 6,
    shortRounds: 1,
    run: withLines("cuts"),
  },
  "postgres-silent": {
    promise: "a line to PostgreSQL that swallows everything makes the site answer 503 until it is back",
    needs: [],
    rounds: 6,
    shortRounds: 1,
    run: withLines("swallows"),
  },
  "postgres-paused": {
    promise: "a PostgreSQL that stands still makes the site answer 503 until it goes on",
    needs: ["ps"],
    rounds: 6,
    shortRounds: 0,
    run: withServer(pausedServer),
  },
  "postgres-restarted": {
    promise: "a PostgreSQL that recovers from a crash is found again",
    needs: ["ps"],
    rounds: 6,
    shortRounds: 0,
    run: withServer(restartedServer),
    control: { rounds: 5, run: withServer(restartedServer, forgetOnCrash) },
  },
  "clock-jumps": {
    promise: "a clock that was wrong neither lets anybody in nor keeps anybody out afterwards",
    needs: [],
    rounds: 1,
    shortRounds: 1,
    run: async (workplace) => clockJumps(await newGround(workplace, "sqlite")),
  },
  "races-sqlite": {
    promise: "two processes on SQLite that are asked for the same at once do it once",
    needs: [],
    rounds: 1000,
    shortRounds: 15,
    run: raced("sqlite"),
    control: { rounds: 3, run: raced("sqlite", false) },
  },
  "races-postgres": {
    promise: "two processes on PostgreSQL that are asked for the same at once do it once",
    needs: [],
    rounds: 1000,
    shortRounds: 15,
    run: raced("postgres"),
  },
  "backup-sqlite": {
    promise:
      "a backup of a site on SQLite that is written to is one moment of it, with all that was acknowledged before",
    needs: [],
    rounds: 10,
    shortRounds: 1,
    run: async (workplace, rounds) => backupsWhileWriting(workplace, "sqlite", rounds),
  },
  "backup-postgres": {
    promise:
      "a backup of a site on PostgreSQL that is written to is one moment of it, with all that was acknowledged before",
    needs: [],
    rounds: 10,
    shortRounds: 1,
    run: async (workplace, rounds) => backupsWhileWriting(workplace, "postgres", rounds),
  },
  "stop-under-load": {
    promise: "a site that is told to stop under load resets nobody",
    needs: [],
    rounds: 10,
    shortRounds: 0,
    run: stopped("SIGTERM"),
    control: { rounds: 1, run: stopped("SIGKILL") },
  },
};
