import { access, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { commitVersion, headingOf } from "./commit-version.ts";
import { imageNeeds, refuseUnmet, unmetNeeds } from "./needs.ts";
import { packProject } from "./pack-project.ts";
import { packVerifier } from "./pack-verifier.ts";
import { fingerprintOf, recordRelease } from "./record-release.ts";
import { run, runAnyway, withScratch } from "./run.ts";
import { signFiles } from "./signed-files.ts";

type Release = {
  repository: string;
  version: string;
  /** The file of the private SSH key that signs the files and the tag. */
  key: string;
  /** Where the files go. */
  folder: string;
};

/**
 * Makes a release in a worktree of the last commit. The branch and the tag of the repository change only after
 * everything has succeeded.
 */
export async function makeRelease(release: Release): Promise<void> {
  const { repository } = release;
  refuseUnmet(await problemsOf(release));
  const noImage = unmetNeeds(imageNeeds);
  if (noImage.length > 0) console.log(`No image will be made: this needs ${noImage.join(", ")}.`);

  try {
    await withScratch(path.join(tmpdir(), "attestry-release-"), (scratch) => makeIn(scratch, release));
  } finally {
    // Forgets the worktree, whose folder is gone.
    await runAnyway(["git", "worktree", "prune"], repository);
  }
}

async function makeIn(scratch: string, release: Release): Promise<void> {
  const { repository, version, key, folder } = release;
  const source = path.join(scratch, "source");
  await run(["git", "worktree", "add", "--quiet", "--detach", source], repository);
  const commit = await commitVersion(source, version);
  console.log("Packing …");
  const packed = path.join(scratch, "files");
  await mkdir(packed);
  const names = await packProject({ source, scratch, folder: packed, version });
  const files = [...names, await packVerifier(source, packed)];
  await signFiles(packed, files, key);
  const recorded = await recordRelease(source, { version, commit, key, sums: path.join(packed, "SHA256SUMS") });
  await publish(release, { packed, commit, recorded });
  console.log(`Tagged v${version}. In ${folder}: ${files.join(", ")}, SHA256SUMS, SHA256SUMS.sig.`);
}

type Packed = { packed: string; commit: string; recorded: string };

/** Copies the files into their folder, tags the commit, and adds the record to the branch: all of these, or none. */
export async function publish(
  { repository, version, key, folder }: Release,
  { packed, commit, recorded }: Packed,
): Promise<void> {
  const git = (...args: string[]) => run(["git", "-c", "gpg.format=ssh", ...args], repository);
  const tag = `v${version}`;
  try {
    await mkdir(folder, { recursive: true });
    await run(["cp", "--recursive", "--no-target-directory", packed, folder], repository);
    await git("-c", `user.signingkey=${key}`, "tag", "--sign", tag, commit, "--message", `Attestry ${version}`);
    await git("merge", "--quiet", "--ff-only", recorded);
  } catch (error) {
    await runAnyway(["git", "tag", "--delete", tag], repository).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** What prevents a release, in sentences that say what to do. */
async function problemsOf({ repository, version, key, folder }: Release): Promise<string[]> {
  const unmet = unmetNeeds(["git", "npm", "ssh-keygen", "tar", "gzip"]).map((need) => `Install ${need}.`);
  if (unmet.length > 0) return unmet;
  const git = (...args: string[]) => run(["git", ...args], repository);
  const changes = await readFile(path.join(repository, "CHANGELOG.md"), "utf8");
  const checks: [isWrong: boolean, todo: string][] = [
    [!/^\d+\.\d+\.\d+$/.test(version), `Write the version as 1.0.0, not "${version}".`],
    [!changes.includes(headingOf(version)), `Write "${headingOf(version).trim()}" over the changes in CHANGELOG.md.`],
    [(await git("tag", "--list", `v${version}`)) !== "", `Take another version: the tag v${version} exists already.`],
    [(await git("status", "--porcelain")) !== "", "Commit or remove all other files: a release is made from a commit."],
    [!(await succeeds(git("var", "GIT_COMMITTER_IDENT"))), "Set user.name and user.email of git."],
    [!(await succeeds(fingerprintOf(key))), `Name the file of an SSH key that you may read: ${key} is none.`],
    [!(await isEmptyOrMissing(folder)), `Empty ${folder}, or name another folder.`],
  ];
  return checks.flatMap(([isWrong, todo]) => (isWrong ? [todo] : []));
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );

async function isEmptyOrMissing(folder: string): Promise<boolean> {
  if (!(await succeeds(access(folder)))) return true;
  return (await readdir(folder)).length === 0;
}
