import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { run } from "./run.ts";

type Recorded = Record<string, { commit: string; files: Record<string, string> | null }>;
export type Before = { version: string; folder: string };

/** Runs in the sources of that version, with its own way of packing. Only root makes an image, which nobody needs here. */
const pack = `
  process.getuid = () => NaN;
  const [source, scratch, folder, version] = process.argv.slice(1);
  const { packProject } = await import(source + "/tools/release/pack-project.ts");
  await packProject({ source, scratch, folder, version });`;

/**
 * Unpacks the archive of the newest released version, which operators have: that of `releases/`, else one that is made of its
 * commit in the same way.
 */
export async function unpackVersionBefore(project: string, repository: string, scratch: string): Promise<Before> {
  const written = await readFile(path.join(repository, "docs/security/releases.json"), "utf8");
  const [[version, { commit, files }] = ["", { commit: "", files: null }]] = Object.entries(
    JSON.parse(written) as Recorded,
  ).toReversed();
  const archive = `attestry-${version}-${process.platform}-${process.arch}.tar.gz`;
  const kept = path.join(project, "releases", version, archive);
  const folder = path.join(scratch, "before");
  await mkdir(folder);
  const isKept = existsSync(kept);
  if (isKept) await refuseOther(kept, files?.[archive]);
  else await packAgain(repository, scratch, { version, commit });
  await run(["tar", "-x", "-f", isKept ? kept : path.join(folder, archive), "-C", folder], scratch);
  return { version, folder: path.join(folder, `attestry-${version}`) };
}

/** The files of 1.0.0 were not recorded. */
async function refuseOther(archive: string, hash?: string): Promise<void> {
  const found = createHash("sha256")
    .update(await readFile(archive))
    .digest("hex");
  if (hash !== undefined && found !== hash) throw new Error(`${archive} is not the released file.`);
}

async function packAgain(
  repository: string,
  scratch: string,
  { version, commit }: Record<"version" | "commit", string>,
) {
  console.log(`Making ${version} again, of its commit …`);
  const source = path.join(scratch, "source-before");
  const packing = path.join(scratch, "packing-before");
  await run(["git", "worktree", "add", "--quiet", "--detach", source, commit], repository);
  for (const part of ["install", "build"]) await run(["node", "tools/ready.mjs", part], source);
  await mkdir(packing);
  const given = [source, packing, path.join(scratch, "before"), version];
  await run([process.execPath, "--input-type=module", "--eval", pack, ...given], source);
}
