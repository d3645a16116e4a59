import { chown, mkdtemp, open, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ownLikeFolder, writeDurably } from "./durable-files.ts";

const nobody = 65_534;

/** A folder of the service's user, in which that user does as they like. */
async function foreignFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-owned-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chown(folder, nobody, nobody);
  return folder;
}

const ownerOf = async (file: string) => (await stat(file)).uid;

/** Only root gives files away. */
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)("what root makes is the owner's of its folder, never what a link there leads to", async () => {
  const [folder, elsewhere] = [await foreignFolder(), await mkdtemp(path.join(tmpdir(), "attestry-root-"))];
  onTestFinished(() => rm(elsewhere, { recursive: true }));
  const [secret, link, file] = [path.join(elsewhere, "secret"), path.join(folder, "link"), path.join(folder, "file")];
  await writeFile(secret, "of root");
  await symlink(secret, link);
  await ownLikeFolder(link);
  expect(await ownerOf(secret)).toBe(0);
  await writeDurably(file, "of the service");
  expect(await ownerOf(file)).toBe(nobody);
});

test.runIf(isRoot)("an open file is given away itself, whatever has its name by now", async () => {
  const folder = await foreignFolder();
  const file = path.join(folder, "file");
  await using handle = await open(file, "wx");
  await rm(file);
  await writeFile(file, "put there meanwhile");
  await ownLikeFolder(file, handle);
  expect(await ownerOf(file)).toBe(0);
  expect((await handle.stat()).uid).toBe(nobody);
});
