import { backupsWhileWriting } from "./backups.ts";
import { backupsOnto, dyingPlace, fullPlace, readOnlyPlace, restoresOnto } from "./bad-places.ts";
import { clockJumps } from "./clock-jumps.ts";
import { killedLeaders } from "./cluster/leader-killed.ts";
import { databaseLimit, fileLimit, readOnlyCalls } from "./disk-outages.ts";
import type { Need } from "./needs.ts";
import { outages } from "./outages.ts";
import { forgetOnCrash, pausedServer, restartedServer } from "./postgres-outages.ts";
import { balancedOutages } from "./processes/balanced-outages.ts";
import { frozenWrites } from "./processes/frozen-writes.ts";
import { killEach, pauseEach, restartEach, upgradeEach } from "./processes/process-faults.ts";
import { supervisedProcesses } from "./processes/supervised.ts";
import {
  failing,
  hurtProcesses,
  killed,
  onBadPlace,
  onSmallDisk,
  powerCut,
  powerCutOfBlobs,
  raced,
  type Run,
  startedOnFullDisk,
  stopped,
  withLines,
  withLoggedOutages,
  withOutage,
  withS3,
  withPgbouncer,
  withServer,
} from "./runs.ts";
import { brokenProgram } from "./served-site.ts";
import type { Crowd } from "./stops.ts";
import { newSiteSetup } from "./workplace.ts";

export type Row = {
  promise: string;
  needs: readonly Need[];
  rounds: number;
  /** The rounds in `npm test`. 0 if `npm test` leaves the row out. */
  shortRounds: number;
  run: Run;
  /** The same with a program or requests that break the promise: problems must be found. */
  control?: { rounds: number; run: Run; /** True if `npm test` runs it, too. */ isQuick?: boolean };
};

const forPowerCuts: Need[] = ["root", "losetup", "mkfs.ext4", "fsfreeze"];
/** Without `write`, because Node's threads use it to wake each other. */
const fileCalls = ["fsync", "fdatasync", "pwrite64", "rename", "openat"];
const crowd: Crowd = { clients: 40, pauseMs: 0 };
/** For `npm test`, which runs other tests at the same time. */
const someClients: Crowd = { clients: 8, pauseMs: 60 };
const asksForEverything = (example: string) => example.replace("/readyz/lookups", "/readyz");
const smallDatabase = new URL("programs/small-database.ts", import.meta.url);

/** The rows of `npm run faults`, in this order. */
export const rows: Readonly<Record<string, Row>> = {
  "kill-sqlite": {
    promise: "a site on SQLite that is killed while it writes loses no acknowledged change",
    needs: [],
    rounds: 100,
    shortRounds: 2,
    run: killed("sqlite"),
    control: { rounds: 2, run: killed("sqlite", brokenProgram("commit")), isQuick: true },
  },
  "kill-postgres": {
    promise: "a site on PostgreSQL that is killed while it writes loses no acknowledged change",
    needs: [],
    rounds: 100,
    // What is acknowledged when is the same code as on SQLite.
    shortRounds: 0,
    run: killed("postgres"),
  },
  "power-cut": {
    promise: "a power cut loses no acknowledged change",
    needs: forPowerCuts,
    rounds: 30,
    shortRounds: 0,
    run: powerCut(),
    control: { rounds: 5, run: powerCut(brokenProgram("database")) },
  },
  "power-cut-documents": {
    promise: "a power cut of the disk of documents loses no acknowledged document",
    needs: forPowerCuts,
    rounds: 30,
    shortRounds: 0,
    run: powerCutOfBlobs(),
    control: { rounds: 5, run: powerCutOfBlobs(brokenProgram("folders")) },
  },
  "database-full": {
    promise: "a database that may not grow refuses changes, stays readable, and recovers by itself",
    needs: [],
    rounds: 6,
    shortRounds: 1,
    run: withOutage(databaseLimit, { before: smallDatabase }),
  },
  "files-full": {
    promise: "a site whose files may not grow refuses changes, stays readable, and recovers by itself",
    needs: ["prlimit"],
    rounds: 6,
    shortRounds: 0,
    run: withOutage(fileLimit),
  },
  "disk-full": {
    promise: "a site on a full disk refuses changes, stays readable, and recovers by itself",
    needs: ["root"],
    rounds: 6,
    shortRounds: 0,
    run: onSmallDisk("DATA_DIR", ({ fill, empty }) => ({ begin: () => fill(), end: empty, isReadable: true })),
  },
  "full-start": {
    promise: "a site that is started on a full disk is readable, refuses changes, and recovers by itself",
    needs: ["root"],
    rounds: 4,
    shortRounds: 0,
    run: startedOnFullDisk,
  },
  "documents-read-only": {
    promise: "a site whose disk of documents becomes read-only refuses changes, stays readable, and recovers by itself",
    needs: ["root"],
    rounds: 6,
    shortRounds: 0,
    run: onSmallDisk("BLOB_URL", ({ makeReadOnly, makeWritable }) => ({
      begin: makeReadOnly,
      end: makeWritable,
      isReadable: true,
    })),
  },
  "read-only": {
    promise: "a site whose files become read-only refuses changes, stays readable, and recovers by itself",
    needs: ["strace"],
    rounds: 6,
    shortRounds: 0,
    run: async (workplace, rounds) => outages(await newSiteSetup(workplace, "sqlite"), readOnlyCalls(), { rounds }),
  },
  "failing-calls": {
    promise: "a change whose system call fails with EIO is not acknowledged",
    needs: ["strace"],
    rounds: 1,
    shortRounds: 0,
    run: failing(fileCalls),
    control: { rounds: 1, run: failing(["fsync"], brokenProgram("errors")) },
  },
  "postgres-lines": {
    promise: "while connections to PostgreSQL are cut or silent, the site answers 503, and then recovers",
    needs: [],
    rounds: 12,
    shortRounds: 2,
    run: withLines,
  },
  "postgres-logged": {
    promise:
      "of a minute without PostgreSQL, in which 64 clients ask, the log has at most 100 lines, and says what failed",
    needs: [],
    rounds: 2,
    shortRounds: 0,
    run: withLoggedOutages,
  },
  "postgres-paused": {
    promise: "while PostgreSQL is paused, the site answers 503, and then recovers",
    needs: ["ps"],
    rounds: 6,
    shortRounds: 0,
    run: withServer(pausedServer),
  },
  "postgres-restarted": {
    promise: "the site reconnects after PostgreSQL recovers from a crash",
    needs: ["ps"],
    rounds: 6,
    shortRounds: 0,
    run: withServer(restartedServer),
    control: { rounds: 5, run: withServer(restartedServer, forgetOnCrash) },
  },
  "s3-outages": {
    promise: "while S3 is gone, silent, slow, cut off or busy, only documents are unavailable",
    needs: [],
    rounds: 10,
    // test/server/s3.test.ts tests each of these faults.
    shortRounds: 0,
    run: withS3,
  },
  "leader-killed": {
    promise: "a site before a cluster of three PostgreSQL loses no acknowledged change when the leader's machine dies",
    needs: ["patroni", "etcd", "haproxy", "ps"],
    rounds: 20,
    shortRounds: 0,
    run: killedLeaders,
  },
  "pgbouncer-killed": {
    promise: "while PgBouncer is gone, the site answers 503, and then recovers",
    needs: ["pgbouncer"],
    rounds: 6,
    shortRounds: 0,
    run: withPgbouncer,
  },
  "processes-killed": {
    promise:
      "a client that retries once sees no error while two processes behind nginx are killed, one after the other",
    needs: ["nginx"],
    rounds: 1,
    shortRounds: 0,
    run: hurtProcesses(killEach),
  },
  "supervised-killed": {
    promise:
      "a client that retries once sees no error while processes of a supervisor are killed, and replaced one after another",
    needs: [],
    rounds: 10,
    shortRounds: 0,
    run: supervisedProcesses,
  },
  "processes-paused": {
    promise: "a client that retries once sees no error while two processes behind nginx hang, one after the other",
    needs: ["nginx"],
    rounds: 1,
    shortRounds: 0,
    run: hurtProcesses(pauseEach),
  },
  "frozen-postgres": {
    promise: "a process that is stopped in a write on PostgreSQL keeps others from writing for ten seconds at most",
    needs: [],
    rounds: 20,
    // test/storage/connections.test.ts tests this without waiting for five seconds.
    shortRounds: 0,
    run: async (workplace, rounds) => frozenWrites(workplace, "postgres", rounds),
  },
  "frozen-sqlite": {
    promise: "a process that is stopped in a write on SQLite is named, lookups go on, and nothing is lost",
    needs: [],
    rounds: 5,
    shortRounds: 0,
    run: async (workplace, rounds) => frozenWrites(workplace, "sqlite", rounds),
  },
  "balanced-s3-outages": {
    promise:
      "while S3 is away, lookups are answered by two processes behind HAProxy and nginx with the files of deploy/",
    needs: ["haproxy", "nginx"],
    rounds: 5,
    shortRounds: 0,
    run: balancedOutages,
    // HAProxy asks the address that says whether everything works.
    control: { rounds: 1, run: (workplace, rounds) => balancedOutages(workplace, rounds, asksForEverything) },
  },
  "processes-restarted": {
    promise: "a client that retries once sees no error while two processes behind nginx restart, one after the other",
    needs: ["nginx"],
    rounds: 4,
    shortRounds: 0,
    run: hurtProcesses(restartEach),
  },
  "processes-upgraded": {
    promise: "a client that retries once sees no error while two processes behind nginx become a newer version",
    needs: ["nginx"],
    rounds: 1,
    shortRounds: 0,
    run: hurtProcesses(upgradeEach),
  },
  "clock-jumps": {
    promise: "after a wrong clock, nobody is signed in who should not be, and nobody is locked out",
    needs: [],
    rounds: 1,
    shortRounds: 1,
    run: async (workplace) => clockJumps(await newSiteSetup(workplace, "sqlite")),
  },
  "races-sqlite": {
    promise: "two processes on SQLite that receive the same request at once execute it once",
    needs: [],
    rounds: 1000,
    shortRounds: 3,
    run: raced("sqlite"),
    control: { rounds: 3, run: raced("sqlite", false) },
  },
  "races-postgres": {
    promise: "two processes on PostgreSQL that receive the same request at once execute it once",
    needs: [],
    rounds: 1000,
    shortRounds: 3,
    run: raced("postgres"),
  },
  "backup-sqlite": {
    promise: "a backup of a busy site on SQLite has the state of one moment, with everything acknowledged before",
    needs: [],
    rounds: 10,
    // test/operations/backups.test.ts makes backups of both engines while records change.
    shortRounds: 0,
    run: async (workplace, rounds) => backupsWhileWriting(workplace, "sqlite", rounds),
  },
  "backup-postgres": {
    promise: "a backup of a busy site on PostgreSQL has the state of one moment, with everything acknowledged before",
    needs: [],
    rounds: 10,
    shortRounds: 0,
    run: async (workplace, rounds) => backupsWhileWriting(workplace, "postgres", rounds),
  },
  "backup-full": {
    promise: "a backup to a full disk is never reported as done, damages nothing, and succeeds next time",
    needs: ["root"],
    rounds: 10,
    shortRounds: 0,
    run: onBadPlace(backupsOnto, fullPlace),
  },
  "backup-read-only": {
    promise: "a backup to a read-only disk is never reported as done, damages nothing, and succeeds next time",
    needs: ["root"],
    rounds: 2,
    shortRounds: 0,
    run: onBadPlace(backupsOnto, readOnlyPlace),
  },
  "backup-dying": {
    promise: "a backup to a disk whose syncs fail is never reported as done, damages nothing, and succeeds next time",
    needs: ["strace"],
    rounds: 30,
    shortRounds: 0,
    run: onBadPlace(backupsOnto, dyingPlace),
  },
  "restore-full": {
    promise: "a restore to a full disk is never reported as done, damages nothing, and succeeds next time",
    needs: ["root"],
    rounds: 10,
    shortRounds: 0,
    run: onBadPlace(restoresOnto, fullPlace),
  },
  "restore-read-only": {
    promise: "a restore to a read-only disk is never reported as done, damages nothing, and succeeds next time",
    needs: ["root"],
    rounds: 2,
    shortRounds: 0,
    run: onBadPlace(restoresOnto, readOnlyPlace),
  },
  "restore-dying": {
    promise: "a restore to a disk whose syncs fail is never reported as done, damages nothing, and succeeds next time",
    needs: ["strace"],
    rounds: 30,
    shortRounds: 0,
    run: onBadPlace(restoresOnto, dyingPlace),
  },
  "stop-under-load": {
    promise: "a site that is stopped under load resets no connection",
    needs: [],
    rounds: 10,
    shortRounds: 1,
    run: async (workplace, rounds) => stopped("SIGTERM", rounds > 1 ? crowd : someClients)(workplace, rounds),
    control: { rounds: 1, run: stopped("SIGKILL", someClients) },
  },
};
