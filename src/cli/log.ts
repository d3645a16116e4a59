import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { counted } from "#core/counted.ts";
import { codeOf, StartRefused } from "#core/errors.ts";
import { type Checkpoint, parseCheckpoint } from "#verify/signed-note.ts";
import { logFiles } from "#operations/log/export-log.ts";
import { verifyLog } from "#operations/log/verify-log.ts";
import { openSite } from "./open-site.ts";
import { fromCaller } from "#server/from-caller.ts";
import { openProgress } from "./progress.ts";
import { UsageError } from "./usage-error.ts";

/** Builds the tree again from its leaves and compares it with everything that was signed. */
export async function verify(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UsageError("Name one checkpoint.");
  const kept = file === undefined ? null : await checkpointIn(file);
  const config = readConfig();
  await using portal = await openSite(config);
  using progress = openProgress("Leaves");
  const onBroken = (problem: string) => {
    progress.say(problem);
    process.exitCode = 1;
  };
  const { leaves, origins } = await verifyLog(portal, { onBroken, onProgress: progress.at }, kept);
  const outcome = process.exitCode === 1 ? "differs from what was signed" : "as it was signed";
  console.log(`Public log: ${counted(leaves, "line")} under ${counted(origins, "origin")}, ${outcome}.`);
}

export async function checkpointIn(file: string): Promise<Checkpoint> {
  const text = await readFile(fromCaller(file), "utf8").catch((error: unknown) => {
    throw new StartRefused(`${file} cannot be read (${codeOf(error) ?? "not a file"}).`);
  });
  const checkpoint = parseCheckpoint(text);
  if (!checkpoint) throw new StartRefused(`${file} is not a checkpoint. Save the answer of /log/checkpoint unchanged.`);
  return checkpoint;
}

export async function exportTo(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new UsageError("Name one folder.");
  const folder = fromCaller(given);
  const config = readConfig();
  await using portal = await openSite(config);
  let files = 0;
  for await (const { path, content } of logFiles(portal)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    files += 1;
  }
  console.log(`${counted(files, "file")} in ${folder}.`);
}
