import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type BlobName, blobName, type BlobStore } from "#storage/blobs/blob-store.ts";

export type OpenStore = {
  store: BlobStore;
  /** Leaves a half-written blob, as a crash during a write that many hours ago would. */
  leaveHalfWritten: (hoursAgo: number) => Promise<void>;
  countHalfWritten: () => Promise<number>;
  /** Removes the folder or bucket of the blobs. */
  takeAway: () => Promise<void>;
};

export const someBlob = blobName("ab12-original");

export async function namesIn(store: BlobStore): Promise<BlobName[]> {
  const blobs = await Array.fromAsync(store.list());
  return blobs.map(({ name }) => name).toSorted();
}

const hour = 3_600_000;

/** Tests of what every blob store does. `open` returns a store that exists until the test ends. */
export function describeBlobStore(kind: string, open: () => Promise<OpenStore>): void {
  const freshStore = async () => (await open()).store;

  describe(`blobs in ${kind}`, () => {
    test.each([0, 1, 4096, 3_000_001])("are read back as they were written: %i bytes", async (size) => {
      const store = await freshStore();
      const bytes = randomBytes(size);
      await store.write(someBlob, bytes);
      const stored = await store.read(someBlob);
      expect(stored && Buffer.compare(stored, bytes)).toBe(0);
    });

    test("are a separate copy of the bytes for each reader", async () => {
      const store = await freshStore();
      await store.write(someBlob, Buffer.from("sealed"));
      const [mine, yours] = await Promise.all([store.read(someBlob), store.read(someBlob)]);
      mine?.fill(0);
      expect(Buffer.from(yours ?? []).toString()).toBe("sealed");
      expect(Buffer.from((await store.read(someBlob)) ?? []).toString()).toBe("sealed");
    });

    test("that were never written are read as null and are not listed", async () => {
      const store = await freshStore();
      expect(await store.read(someBlob)).toBeNull();
      expect(await namesIn(store)).toEqual([]);
    });

    test("are replaced by a second write", async () => {
      const store = await freshStore();
      await store.write(someBlob, Buffer.from("a long first version"));
      await store.write(someBlob, Buffer.from("second"));
      expect(Buffer.from((await store.read(someBlob)) ?? []).toString()).toBe("second");
      expect(await namesIn(store)).toEqual([someBlob]);
    });

    test("can be removed, also a second time", async () => {
      const store = await freshStore();
      await store.write(someBlob, Buffer.from("x"));
      await store.remove(someBlob);
      await store.remove(someBlob);
      expect(await store.read(someBlob)).toBeNull();
    });

    test("are listed with size and time", async () => {
      const store = await freshStore();
      const names = Array.from({ length: 40 }, (_, at) => blobName(`${String(at).padStart(2, "0")}-blob`));
      await Promise.all(names.map((each) => store.write(each, Buffer.alloc(7))));
      expect(await namesIn(store)).toEqual(names);
      const [first] = await Array.fromAsync(store.list());
      expect(first).toMatchObject({ size: 7 });
      expect(Math.abs(Date.now() - Number(first?.writtenAt))).toBeLessThan(60_000);
    });

    test("of a batch exist once the batch is finished, and are found by a prefix of their names", async () => {
      const store = await freshStore();
      const names = ["aa1-blob", "aa2-blob", "ab1-blob"].map(blobName);
      const batch = store.beginBatch();
      await Promise.all(names.map((each) => batch.write(each, Buffer.from(each))));
      await batch.finish();
      expect((await Array.fromAsync(store.names("aa"))).toSorted()).toEqual(names.slice(0, 2));
      expect((await Array.fromAsync(store.names())).toSorted()).toEqual(names);
      expect(Buffer.from((await store.read(blobName("ab1-blob"))) ?? []).toString()).toBe("ab1-blob");
    });

    test("are read as the old or the new bytes, never as a mixture", async () => {
      const store = await freshStore();
      const versions = [Buffer.alloc(500_000, "a"), Buffer.alloc(500_000, "b")];
      await store.write(someBlob, Buffer.alloc(500_000, "a"));
      const writing = (async () => {
        for (let round = 0; round < 10; round += 1) await store.write(someBlob, versions[round % 2] ?? Buffer.alloc(0));
      })();
      for (let round = 0; round < 20; round += 1) {
        const seen = Buffer.from((await store.read(someBlob)) ?? []);
        expect(versions.some((version) => version.equals(seen))).toBe(true);
      }
      await writing;
    });

    test("that a crash left half written are never listed, and are removed when they are old", async () => {
      const { store, leaveHalfWritten, countHalfWritten } = await open();
      for (const hoursAgo of [25, 1]) await leaveHalfWritten(hoursAgo);
      expect(await namesIn(store)).toEqual([]);
      expect(await countHalfWritten()).toBe(2);
      await store.removeHalfWritten(Date.now() - 24 * hour);
      expect(await countHalfWritten()).toBe(1);
    });

    test("fail with `unavailable` if their folder or bucket is gone", async () => {
      const { store, takeAway } = await open();
      await expect(store.ping()).resolves.toBeUndefined();
      await takeAway();
      await expect(store.ping()).rejects.toMatchObject({ id: "unavailable" });
      await expect(store.write(someBlob, Buffer.from("x"))).rejects.toMatchObject({ id: "unavailable" });
    });
  });
}
