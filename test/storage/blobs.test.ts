import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { blobName } from "#storage/blobs/blob-store.ts";
import { type Checksum, checksumOf } from "#storage/blobs/checksum.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { describeBlobStore, type OpenStore, someBlob } from "./blob-store.contract.ts";

async function inFolder(): Promise<OpenStore & { folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-blobs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const unfinished = path.join(folder, "unfinished");
  const copies = path.join(folder, "ab");
  for (const each of [unfinished, copies]) await mkdir(each);
  return {
    folder,
    store: await openFilesystemBlobs(folder),
    leaveHalfWritten: async (hoursAgo) => {
      const time = Date.now() / 1000 - hoursAgo * 3600;
      for (const file of [path.join(unfinished, `left-${hoursAgo}`), path.join(copies, `.copy-${hoursAgo}`)]) {
        await writeFile(file, "half");
        await utimes(file, time, time);
      }
    },
    countHalfWritten: async () => {
      const [written, copied] = [await readdir(unfinished), await readdir(copies)];
      const left = copied.filter((name) => name.startsWith("."));
      expect(left.length).toBe(written.length);
      return written.length;
    },
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

test("files are copied into blobs up to one that is missing or not as expected, which leaves nothing behind", async () => {
  const [source, { store, folder, countHalfWritten }] = [await inFolder(), await inFolder()];
  const bytes = randomBytes(2_500_000);
  const names = ["ab12-original", "cd34-original", "ef56-original"].map(blobName);
  for (const name of names.slice(0, 2)) await source.store.write(name, bytes);
  const batch = store.beginBatch();
  const copied = (expected?: Checksum) =>
    batch.copyFiles?.(
      names.map((name) => ({ file: source.store.fileOf?.(name) ?? "", name, ...(expected && { expected }) })),
    );
  const found = { name: someBlob, ...checksumOf(bytes) };
  expect(await copied({ size: 5, sha256: found.sha256 })).toEqual([{ ...found, isAsExpected: false }]);
  expect(await Array.fromAsync(store.names())).toEqual([]);
  expect(await copied(checksumOf(bytes))).toEqual(
    names.slice(0, 2).map((name) => ({ ...found, name, isAsExpected: true })),
  );
  expect(await countHalfWritten()).toBe(0);
  const file = path.join(folder, "ab", someBlob);
  expect(await readFile(file)).toEqual(bytes);
  expect((await stat(file)).mode & 0o077).toBe(0);
  // The system refuses to read a folder, as a damaged disk refuses to read a file.
  await expect(batch.copyFiles?.([{ file: folder, name: someBlob }])).rejects.toMatchObject({
    id: "unavailable",
    cause: { code: "EISDIR" },
  });
  await rm(path.join(folder, "cd"), { recursive: true });
  await expect(batch.finish()).rejects.toMatchObject({ id: "unavailable" });
  expect(await Array.fromAsync(store.names())).toEqual([]);
});
