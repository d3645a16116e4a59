import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { blobName } from "#storage/blobs/blob-store.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { describeBlobStore, type OpenStore, someBlob } from "./blob-store.contract.ts";

async function inFolder(): Promise<OpenStore & { folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-blobs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const unfinished = path.join(folder, "unfinished");
  await mkdir(unfinished);
  return {
    folder,
    store: await openFilesystemBlobs(folder),
    leaveHalfWritten: async (hoursAgo) => {
      const file = path.join(unfinished, `left-${hoursAgo}`);
      await writeFile(file, "half");
      const time = Date.now() / 1000 - hoursAgo * 3600;
      await utimes(file, time, time);
    },
    countHalfWritten: async () => (await readdir(unfinished)).length,
    takeAway: () => rm(folder, { recursive: true }),
  };
}

describeBlobStore("a folder", inFolder);

test("the files of blobs are readable only by their owner", async () => {
  const { store, folder } = await inFolder();
  await store.write(someBlob, Buffer.from("x"));
  const { mode } = await stat(path.join(folder, "ab", someBlob));
  expect(mode & 0o077).toBe(0);
});

test.each(["../../etc/passwd", "a/b", "", "ab", "AB12", "ab\u0000cd", ".hidden", "a".repeat(200)])(
  "%j is not a valid blob name",
  (text) => {
    expect(() => blobName(text)).toThrow(TypeError);
  },
);

test("a batch that cannot be written to disk leaves no blob and never reports success", async () => {
  const { store, folder } = await inFolder();
  const batch = store.beginBatch();
  await batch.write(someBlob, Buffer.from("x"));
  await batch.write(blobName("cd34-original"), Buffer.from("y"));
  await rm(path.join(folder, "cd"), { recursive: true });
  const failed = { id: "unavailable" };
  await expect(batch.finish()).rejects.toMatchObject(failed);
  await expect(batch.write(someBlob, Buffer.from("x"))).rejects.toMatchObject(failed);
  await expect(batch.finish()).rejects.toMatchObject(failed);
  expect(await Array.fromAsync(store.names())).toEqual([]);
});
