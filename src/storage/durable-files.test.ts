import { chown, mkdtemp, open, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ownLikeFolder, writeDurably } from "./durable-files.ts";

const nobody = 65_534;

/** Makes a folder of the service's user, who may change anything in it. */
async function foreignFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-owned-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chown(folder, nobody, nobody);
  return folder;
}

const ownerOf = async (file: string) => (await stat(file)).uid;

/** Only root can change the owner of a file. */
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)("a file made by root gets the owner of its folder; the target of a link is unchanged", async () => {
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

test.runIf(isRoot)("the open file itself gets the new owner, even if another file has its name by now", async () => {
  const folder = await foreignFolder();
  const file = path.join(folder, "file");
  await using handle = await open(file, "wx");
  await rm(file);
  await writeFile(file, "put there meanwhile");
  await ownLikeFolder(file, handle);
  expect(await ownerOf(file)).toBe(0);
  expect((await handle.stat()).uid).toBe(nobody);
});
