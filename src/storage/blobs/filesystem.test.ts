import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { blobName } from "./blob-store.ts";
import { describeBlobStore } from "./blob-store.contract.ts";
import { openFilesystemBlobs } from "./filesystem.ts";

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "attestry-blobs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describeBlobStore("filesystem", async () => openFilesystemBlobs(await freshFolder()));

test.each(["../../etc/passwd", "a/b", "", "ab", "AB12", "ab\u0000cd", ".hidden", "a".repeat(200)])(
  "%j is no blob name",
  (text) => {
    expect(() => blobName(text)).toThrow(TypeError);
  },
);

test("what a crash left half written is never listed, and goes when it is old", async () => {
  const folder = await freshFolder();
  const drafts = join(folder, "drafts");
  await mkdir(drafts);
  for (const [name, hoursAgo] of [
    ["old", 25],
    ["young", 1],
  ] as const) {
    await writeFile(join(drafts, name), "half");
    const time = Date.now() / 1000 - hoursAgo * 3600;
    await utimes(join(drafts, name), time, time);
  }
  const store = await openFilesystemBlobs(folder);
  expect(await Array.fromAsync(store.list())).toEqual([]);
  await store.removeHalfWritten(Date.now() - 24 * 3600 * 1000);
  expect(await readdir(drafts)).toEqual(["young"]);
});

test("files are for their owner's eyes only", async () => {
  const folder = await freshFolder();
  const store = await openFilesystemBlobs(folder);
  await store.write(blobName("ab12-original"), Buffer.from("x"));
  const { mode } = await stat(join(folder, "ab", "ab12-original"));
  expect(mode & 0o077).toBe(0);
});

test("a store whose folder is gone says so as `unavailable`", async () => {
  const folder = await freshFolder();
  const store = await openFilesystemBlobs(folder);
  await rm(folder, { recursive: true });
  await expect(store.ping()).rejects.toMatchObject({ id: "unavailable" });
  await expect(store.write(blobName("ab12-original"), Buffer.from("x"))).rejects.toMatchObject({ id: "unavailable" });
});
