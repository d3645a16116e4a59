import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeRelease, publish } from "../../tools/release/make-release.ts";
import { unmetNeeds } from "../../tools/release/needs.ts";
import { recordRelease } from "../../tools/release/record-release.ts";
import { run } from "../../tools/release/run.ts";

/** A repository with a changelog and a key, and nothing that could be built. */
async function freshRepository() {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-repository-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const repository = path.join(folder, "source");
  const git = (...args: string[]) => run(["git", ...args], repository);
  await run(["git", "init", "--quiet", repository], folder);
  await git("config", "user.name", "Test");
  await git("config", "user.email", "test@agency.example");
  await writeFile(path.join(repository, "CHANGELOG.md"), "## 1.1.0, not released yet\n");
  await run(["mkdir", "-p", "docs/security"], repository);
  await writeFile(path.join(repository, "docs/security/releases.json"), '{ "1.0.0": {} }');
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "Begin");
  const key = path.join(folder, "key");
  await run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key], folder);
  return { folder, repository, git, key };
}

test("a release first lists everything that is missing, and changes nothing", async () => {
  const { folder, repository, git } = await freshRepository();
  await git("tag", "v1.2");
  await writeFile(path.join(repository, "left-over"), "");
  const wanted = { repository, version: "1.2", key: path.join(folder, "nowhere"), folder: repository };
  await expect(makeRelease(wanted)).rejects.toThrow(
    /^Nothing was done\. First:\n- Write the version .*\n- Write "## 1\.2, not .*\n- Take another .*\n- Commit .*\n- Name the file of an SSH key .*\n- Empty /,
  );
  expect(await git("rev-list", "--count", "--all")).toBe("1");
});

test("a release that fails leaves no worktree, no file and no tag", async ({ onTestFailed }) => {
  const { folder, repository, git, key } = await freshRepository();
  const wanted = { repository, version: "1.1.0", key, folder: path.join(folder, "files") };
  const failing = await makeRelease(wanted).catch(String);
  onTestFailed(() => console.log(failing));
  expect(failing).toMatch(/npm version 1\.1\.0 --no-git-tag-version failed/);
  expect((await git("worktree", "list")).split("\n").length).toBe(1);
  expect(await git("tag", "--list")).toBe("");
  expect(await readdir(folder)).toEqual(["key", "key.pub", "source"]);
});

test("a release whose files cannot be copied leaves none of them, and no tag", async () => {
  const { folder, repository, git, key } = await freshRepository();
  const wanted = { repository, version: "1.1.0", key, folder: path.join(folder, "files") };
  const commit = await git("rev-parse", "HEAD");
  const packed = path.join(folder, "nowhere");
  await expect(publish(wanted, { packed, commit, recorded: commit })).rejects.toThrow(/^cp .* failed/);
  expect(await git("tag", "--list")).toBe("");
  expect(await readdir(folder)).toEqual(["key", "key.pub", "source"]);
});

test("the record names commit, hashes and the fingerprint of the key, in a commit after the release", async () => {
  const { folder, repository, git, key } = await freshRepository();
  const sums = path.join(folder, "SHA256SUMS");
  const hash = "0".repeat(64);
  await writeFile(sums, `${hash}  attestry-1.1.0.tar.gz\n`);
  const commit = await git("rev-parse", "HEAD");
  expect(await recordRelease(repository, { version: "1.1.0", commit, key, sums })).toBe(await git("rev-parse", "HEAD"));
  expect(await git("rev-parse", "HEAD~")).toBe(commit);
  const [, fingerprint] = (await run(["ssh-keygen", "-l", "-f", `${key}.pub`], folder)).split(" ");
  expect(JSON.parse(await readFile(path.join(repository, "docs/security/releases.json"), "utf8"))).toEqual({
    "1.0.0": {},
    "1.1.0": { commit, key: fingerprint, files: { "attestry-1.1.0.tar.gz": hash } },
  });
});

const stopped = `
  import { cleanUpWhenStopped, run, withScratch } from "./tools/release/run.ts";
  cleanUpWhenStopped();
  await withScratch(process.argv[1], async (folder) => {
    console.log(folder);
    await run(["sleep", "60"], folder);
    console.log("went on");
  }).catch((error) => console.log(error.message));`;

test("Ctrl-C ends the program that a tool runs, and what was made is removed", async () => {
  const { folder } = await freshRepository();
  const program = ["--input-type=module", "--eval", stopped, path.join(folder, "scratch-")];
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.once("data", () => child.kill("SIGINT"));
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(said).toMatch(/^\S+scratch-\S+\nStopped\. What was made so far is removed\.\n$/);
  expect(code).toBe(0);
  expect(await readdir(folder)).toEqual(["key", "key.pub", "source"]);
});

test("a program is found as `su` leaves PATH to root, and named with its package if it is missing", async () => {
  vi.stubEnv("PATH", "/usr/bin:/bin");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(unmetNeeds(["chroot"])).toEqual([]);
  expect(await run(["chroot", "--version"], "/")).toContain("chroot");
  expect(unmetNeeds(["sh", "systemd-nspawn-of-nobody"])).toEqual([
    "systemd-nspawn-of-nobody (apt-get install systemd-nspawn-of-nobody)",
  ]);
});
