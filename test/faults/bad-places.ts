import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { Engine } from "#storage/database/database.ts";
import { attestryProcess, type CommandResult } from "../support/processes/command.ts";
import { smallDisk } from "./disk-outages.ts";
import { newLedger } from "./ledger.ts";
import { serveSite, settings } from "./served-site.ts";
import { nothingYet, type Shown } from "./shown.ts";
import { newSiteSetup, type Workplace } from "./workplace.ts";
import { writeRecord } from "./write-loop.ts";

/** A faulty disk for backups, or for a site that is restored from one. */
export type BadPlace = Disposable & {
  folder: string;
  /** The engine of the site that is backed up there. Default: SQLite. */
  engine?: Engine;
  begin?: (round: number) => void | Promise<void>;
  end?: () => void;
  /** The program that runs a command and injects the fault. */
  through?: (round: number) => string[];
  /** Files that may not be durable after a command that met the fault. */
  failed?: () => string[];
};

/** A full disk with more free space in each round, so that the command gets further. */
export function fullPlace(inFolder: string): BadPlace {
  const disk = smallDisk(inFolder);
  return {
    folder: disk.mounted,
    begin: (round) => disk.fill(round === 0 ? 0 : 4096 * 3 ** (round - 1)),
    end: disk.empty,
    [Symbol.dispose]: () => disk[Symbol.dispose](),
  };
}

export function readOnlyPlace(inFolder: string): BadPlace {
  const disk = smallDisk(inFolder);
  return {
    folder: disk.mounted,
    begin: disk.makeReadOnly,
    end: disk.makeWritable,
    [Symbol.dispose]: () => disk[Symbol.dispose](),
  };
}

/** The folder with the end of the list of deletions, which each backup replaces. */
const replacedIn = path.join("backups", "er");

/**
 * A disk on which syncs fail with EIO: in the first round those of one folder of a backup, then every sync from the
 * second one on, from the third on …
 */
export function dyingPlace(inFolder: string): BadPlace {
  const folder = path.join(inFolder, "dying-disk");
  const calls = path.join(inFolder, "calls");
  mkdirSync(folder);
  return {
    folder,
    // SQLite would sync its own files in the command's process.
    engine: "postgres",
    through: (round) => {
      const [failing, where] = round === 0 ? ["", ["-P", path.join(folder, replacedIn)]] : [`:when=${round + 1}+`, []];
      const fault = [...where, "-e", "trace=fsync", "-e", `inject=fsync:error=EIO${failing}`];
      return ["strace", "-f", "--seccomp-bpf", "-y", "-o", calls, "-E", "UV_THREADPOOL_SIZE=1", ...fault];
    },
    failed: () => [...readFileSync(calls, "utf8").matchAll(/<(.+)>\) = .*INJECTED/g)].flatMap(([, file]) => file ?? []),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Backs up a site to a faulty place. No incomplete backup may be reported as made, the previous backup stays usable, and
 * the next run succeeds without help.
 */
export async function backupsOnto(workplace: Workplace, place: BadPlace, rounds: number): Promise<Shown> {
  const ground = await newSiteSetup(workplace, place.engine ?? "sqlite");
  const ledger = newLedger();
  await using site = await serveSite(ground);
  const call = (args: readonly string[], through?: string[]) => attestryProcess(ground.environment, args, "", through);
  const target = path.join(place.folder, "backups");
  await call(["backup", target]);
  const problems = await eachRound(place, rounds, async (_, through) => {
    await writeRecord(site.member, ledger, { withDocument: true, next: undefined });
    const said = await call(["backup", target], through);
    return {
      said,
      found: [
        ...saidWrongly(said, /: \d+ rows/),
        ...refusal(await call(["backup", "--check", target])),
        ...undurable(place),
      ],
      again: () => call(["backup", target]),
      check: () => call(["backup", "--check", target]),
    };
  });
  return { ...nothingYet(rounds), problems, acknowledged: ledger.acknowledged };
}

/** Restores a backup to a faulty place. No incomplete site may be reported as restored, and the next run succeeds. */
export async function restoresOnto(workplace: Workplace, place: BadPlace, rounds: number): Promise<Shown> {
  const { target, acknowledged } = await savedSite(workplace);
  const problems = await eachRound(place, rounds, async (round, through) => {
    const environment = { ...settings, DATA_DIR: path.join(place.folder, `site-${round}`) };
    const said = await attestryProcess(environment, ["restore", target], "", through);
    return {
      said,
      found: saidWrongly(said, /Restored\./),
      again: () => attestryProcess(environment, ["restore", target]),
      check: () => attestryProcess(environment, ["verify"]),
    };
  });
  return { ...nothingYet(rounds), problems, acknowledged };
}

type Attempt = {
  said: CommandResult;
  /** The problems that were found during the fault. */
  found: string[];
  again: () => Promise<CommandResult>;
  check: () => Promise<CommandResult>;
};

/** Tries once during the fault, once more without it if the first try was refused, and checks the result. */
async function eachRound(
  place: BadPlace,
  rounds: number,
  attempt: (round: number, through: string[] | undefined) => Promise<Attempt>,
): Promise<string[]> {
  const problems: string[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    await place.begin?.(round);
    const { said, found, again, check } = await attempt(round, place.through?.(round));
    place.end?.();
    if (said.code !== 0) refused += 1;
    const next = said.code === 0 ? [] : refusal(await again());
    problems.push(...[...found, ...next, ...refusal(await check())].map((problem) => `round ${round}: ${problem}`));
  }
  return refused > 0 ? problems : [...problems, "nothing was refused: was there a fault?"];
}

/** Files that are still there although their sync failed: a later backup would treat them as saved. */
const undurable = ({ failed }: BadPlace): string[] =>
  (failed?.() ?? [])
    .filter((file) => existsSync(file) && statSync(file).isFile())
    .map((file) => `${path.basename(file)} is left, which may not be durable`);

/** Makes a backup of some records with documents. */
async function savedSite(workplace: Workplace): Promise<{ target: string; acknowledged: number }> {
  const ground = await newSiteSetup(workplace, "sqlite");
  const target = path.join(await workplace.newFolder(), "backups");
  const ledger = newLedger();
  await using site = await serveSite(ground);
  for (const next of [undefined, "hidden", "deleted"] as const)
    await writeRecord(site.member, ledger, { withDocument: true, next });
  const [problem] = refusal(await attestryProcess(ground.environment, ["backup", target]));
  if (problem !== undefined) throw new Error(problem);
  return { target, acknowledged: ledger.acknowledged };
}

const refusal = ({ code, err }: CommandResult): string[] => (code === 0 ? [] : [`it ended with ${code}: ${err}`]);

/** Returns what is wrong with a refusal: it must be a message without a stack trace, and must not report success. */
function saidWrongly({ code, out, err }: CommandResult, done: RegExp): string[] {
  if (code === 0) return [];
  const wrong = code === 1 && err !== "" && !/\n\s+at /.test(err) ? [] : [`it ended with ${code}: ${err}`];
  return done.test(out) ? [...wrong, `it failed, and said: ${out}`] : wrong;
}
