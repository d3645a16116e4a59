import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { commitVersion } from "./commit-version.ts";
import { packProject } from "./pack-project.ts";
import { packVerifier } from "./pack-verifier.ts";
import { run } from "./run.ts";
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
export async function makeRelease({ repository, version, key, folder }: Release): Promise<void> {
  const git = (...args: string[]) => run(["git", "-c", "gpg.format=ssh", ...args], repository);
  const tag = `v${version}`;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is no version: write it as 1.0.0.`);
  if ((await git("tag", "--list", tag)) !== "") throw new Error(`The tag ${tag} exists already.`);
  if ((await git("status", "--porcelain")) !== "") {
    throw new Error("Some files are not committed. Commit or remove them: a release is made from a commit.");
  }

  const scratch = await mkdtemp(path.join(tmpdir(), "attestry-release-"));
  const source = path.join(scratch, "source");
  try {
    await git("worktree", "add", "--quiet", "--detach", source);
    const commit = await commitVersion(source, version);
    console.log("Packing …");
    await mkdir(folder, { recursive: true });
    const files = [...(await packProject({ source, scratch, folder, version })), await packVerifier(source, folder)];
    await signFiles(folder, files, key);
    await git("-c", `user.signingkey=${key}`, "tag", "--sign", tag, commit, "--message", `Attestry ${version}`);
    await git("merge", "--quiet", "--ff-only", commit);
    console.log(`Tagged ${tag}. In ${folder}: ${files.join(", ")}, SHA256SUMS, SHA256SUMS.sig.`);
  } finally {
    await git("worktree", "remove", "--force", source);
    await rm(scratch, { recursive: true, force: true });
  }
}
