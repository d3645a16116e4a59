import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type BlobName, blobName, type BlobStore } from "./blob-store.ts";
import { openFilesystemBlobs } from "./filesystem.ts";

const name = blobName("ab12-original");

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "attestry-blobs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const freshStore = async (): Promise<BlobStore> => openFilesystemBlobs(await freshFolder());

async function namesIn(store: BlobStore): Promise<BlobName[]> {
  const blobs = await Array.fromAsync(store.list());
  return blobs.map((blob) => blob.name).toSorted();
}

test.each([0, 1, 4096, 3_000_001])("a store returns %i bytes as they were written", async (size) => {
  const store = await freshStore();
  const bytes = randomBytes(size);
  await store.write(name, bytes);
  const stored = await store.read(name);
  expect(stored && Buffer.compare(stored, bytes)).toBe(0);
});

test("a store gives each reader bytes of its own", async () => {
  const store = await freshStore();
  await store.write(name, Buffer.from("sealed"));
  const [mine, yours] = await Promise.all([store.read(name), store.read(name)]);
  mine?.fill(0);
  expect(Buffer.from(yours ?? []).toString()).toBe("sealed");
  expect(Buffer.from((await store.read(name)) ?? []).toString()).toBe("sealed");
});

test("a store has nothing under a name that was never written", async () => {
  const store = await freshStore();
  expect(await store.read(name)).toBeNull();
  expect(await namesIn(store)).toEqual([]);
});

test("a store replaces what is written again", async () => {
  const store = await freshStore();
  await store.write(name, Buffer.from("a long first version"));
  await store.write(name, Buffer.from("second"));
  expect(Buffer.from((await store.read(name)) ?? []).toString()).toBe("second");
  expect(await namesIn(store)).toEqual([name]);
});

test("a store removes a blob, also what is gone already", async () => {
  const store = await freshStore();
  await store.write(name, Buffer.from("x"));
  await store.remove(name);
  await store.remove(name);
  expect(await store.read(name)).toBeNull();
});

test("a store lists what there is, with size and time", async () => {
  const store = await freshStore();
  const names = Array.from({ length: 40 }, (_, at) => blobName(`${String(at).padStart(2, "0")}-blob`));
  await Promise.all(names.map((each) => store.write(each, Buffer.alloc(7))));
  expect(await namesIn(store)).toEqual(names);
  const [first] = await Array.fromAsync(store.list());
  expect(first).toMatchObject({ size: 7 });
  expect(Math.abs(Date.now() - Number(first?.writtenAt))).toBeLessThan(60_000);
});

test("a store shows a reader the old or the new bytes, never a mixture", async () => {
  const store = await freshStore();
  const versions = [Buffer.alloc(500_000, "a"), Buffer.alloc(500_000, "b")];
  await store.write(name, Buffer.alloc(500_000, "a"));
  const writing = (async () => {
    for (let round = 0; round < 20; round += 1) await store.write(name, versions[round % 2] ?? Buffer.alloc(0));
  })();
  for (let round = 0; round < 40; round += 1) {
    const seen = Buffer.from((await store.read(name)) ?? []);
    expect(versions.some((version) => version.equals(seen))).toBe(true);
  }
  await writing;
});

test("a store answers when asked whether it is there", async () => {
  const store = await freshStore();
  await expect(store.ping()).resolves.toBeUndefined();
});

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
  for (const [draft, hoursAgo] of [
    ["old", 25],
    ["young", 1],
  ] as const) {
    await writeFile(join(drafts, draft), "half");
    const time = Date.now() / 1000 - hoursAgo * 3600;
    await utimes(join(drafts, draft), time, time);
  }
  const store = await openFilesystemBlobs(folder);
  expect(await Array.fromAsync(store.list())).toEqual([]);
  await store.removeHalfWritten(Date.now() - 24 * 3600 * 1000);
  expect(await readdir(drafts)).toEqual(["young"]);
});

test("files are for their owner's eyes only", async () => {
  const folder = await freshFolder();
  const store = await openFilesystemBlobs(folder);
  await store.write(name, Buffer.from("x"));
  const { mode } = await stat(join(folder, "ab", "ab12-original"));
  expect(mode & 0o077).toBe(0);
});

test("a store whose folder is gone says so as `unavailable`", async () => {
  const folder = await freshFolder();
  const store = await openFilesystemBlobs(folder);
  await rm(folder, { recursive: true });
  await expect(store.ping()).rejects.toMatchObject({ id: "unavailable" });
  await expect(store.write(name, Buffer.from("x"))).rejects.toMatchObject({ id: "unavailable" });
});
