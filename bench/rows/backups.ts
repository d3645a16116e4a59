import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { fillDatabase } from "../support/fill-database.ts";
import { fillImages } from "../support/fill-images.ts";
import { median, quantile, timeOf } from "../support/measure.ts";
import { SECRET } from "../support/portals.ts";
import { atMostTimes, type Row } from "../support/row.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { shownNumbers } from "./lookups.ts";

const [records, images] = [100_000, 10_000];
const rounds = 3;
const run = promisify(execFile);

/**
 * Backs up and restores a site of five gigabytes with the commands. Compared with a plain copy of its folder that is
 * also flushed to disk.
 */
export async function backups(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  const place = (name: string) => join(folder.path, name);
  await makeSite(place("site"));
  const seconds = { copy: [] as number[], first: [] as number[], second: [] as number[], restore: [] as number[] };
  const measure = async (name: keyof typeof seconds, work: () => Promise<unknown>) =>
    seconds[name].push((await timeOf(work)) / 1000);
  for (let round = 0; round < rounds; round += 1) {
    await measure("copy", () => copyToDisk(place("site"), place("copy")));
    await measure("first", () => backupAnew(place("site"), place("backups")));
    await measure("second", () => attestry(place("site"), "backup", place("backups")));
    await measure("restore", () => attestry(place("restored"), "restore", place("backups")));
    if (round < rounds - 1) for (const name of ["copy", "backups", "restored"]) await remove(place(name));
  }
  await remove(place("restored"));
  const { quiet, meanwhile } = await answersMeanwhile(place("site"), place("backups"));
  const [copy, first, second, restore] = [seconds.copy, seconds.first, seconds.second, seconds.restore].map(median);
  const what = `${records.toLocaleString("en")} records with ${images.toLocaleString("en")} images`;
  return [
    atMostTimes(`backup of ${what}, against a copy`, "s", Number(first), Number(copy), 1.5),
    atMostTimes("the second backup, against the first", "s", Number(second), Number(first), 0.05),
    atMostTimes(`restore of ${what}, against a copy`, "s", Number(restore), Number(copy), 1.5),
    atMostTimes("lookups and pages while a backup is made, against none: p99", "ms", meanwhile, quiet, 2),
  ];
}

async function makeSite(DATA_DIR: string): Promise<void> {
  console.error(`Making ${records.toLocaleString("en")} records with ${images.toLocaleString("en")} images…`);
  await using portal = await openPortal(readConfig({ DATA_DIR, SECRET }));
  await fillDatabase(portal, records);
  await fillImages(portal, images);
  await portal.database.forgetDeleted();
}

async function copyToDisk(from: string, to: string): Promise<void> {
  await run("cp", ["-R", from, to]);
  await run("sync");
}

/** Runs a command as an operator does, in a process of its own. */
const attestry = (DATA_DIR: string, ...args: string[]) =>
  run(process.execPath, ["build/program/main.js", ...args], { env: { PATH: process.env["PATH"], DATA_DIR, SECRET } });

/**
 * The site remembers that it made backups there. Without --begin-anew it would take the empty folder for an unmounted
 * disk.
 */
const backupAnew = (site: string, target: string) => attestry(site, "backup", "--begin-anew", target);

const remove = (path: string) => rm(path, { recursive: true, force: true });

/** Sends a request every 20 ms, first on a quiet site and then during a full backup. */
async function answersMeanwhile(site: string, target: string): Promise<{ quiet: number; meanwhile: number }> {
  await using server = await startServer({ DATA_DIR: site, SECRET });
  const times = { quiet: [] as number[], meanwhile: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.quiet.push(await slowestOf(server.url, delay(10_000)));
    await remove(target);
    times.meanwhile.push(await slowestOf(server.url, backupAnew(site, target)));
  }
  return { quiet: median(times.quiet), meanwhile: median(times.meanwhile) };
}

/** The 99th percentile of the response times until a promise settles. */
async function slowestOf(url: string, until: Promise<unknown>): Promise<number> {
  const paths = shownNumbers(records)
    .slice(0, 100)
    .flatMap((number) => [`/result/${number}`, "/"]);
  const times: number[] = [];
  const answers: Promise<unknown>[] = [];
  let isOver = false;
  void until.finally(() => (isOver = true));
  for (let at = 0; !isOver; at += 1) {
    answers.push(
      timeOf(async () => (await fetch(url + paths[at % paths.length])).arrayBuffer()).then((ms) => times.push(ms)),
    );
    await delay(20);
  }
  await Promise.all([until, ...answers]);
  return quantile(times, 0.99);
}
