import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type BlobName, blobName, type BlobStore } from "./blob-store.ts";

/** What every blob store does. `open` gives an empty one, which lives until the test ends. */
export function describeBlobStore(kind: string, open: () => Promise<BlobStore>): void {
  const name = blobName("ab12-original");
  const namesIn = async (store: BlobStore): Promise<BlobName[]> => {
    const blobs = await Array.fromAsync(store.list());
    return blobs.map((blob) => blob.name).toSorted();
  };

  describe(`${kind} blob store`, () => {
    test.each([0, 1, 4096, 3_000_001])("keeps %i bytes as they are", async (size) => {
      const store = await open();
      const bytes = randomBytes(size);
      await store.write(name, bytes);
      const kept = await store.read(name);
      expect(kept && Buffer.compare(kept, bytes)).toBe(0);
    });

    test("gives each reader bytes of its own", async () => {
      const store = await open();
      await store.write(name, Buffer.from("sealed"));
      const [mine, yours] = await Promise.all([store.read(name), store.read(name)]);
      mine?.fill(0);
      expect(Buffer.from(yours ?? []).toString()).toBe("sealed");
      expect(Buffer.from((await store.read(name)) ?? []).toString()).toBe("sealed");
    });

    test("has nothing under a name that was never written", async () => {
      const store = await open();
      expect(await store.read(name)).toBeNull();
      expect(await namesIn(store)).toEqual([]);
    });

    test("replaces what is written again", async () => {
      const store = await open();
      await store.write(name, Buffer.from("a long first version"));
      await store.write(name, Buffer.from("second"));
      expect(Buffer.from((await store.read(name)) ?? []).toString()).toBe("second");
      expect(await namesIn(store)).toEqual([name]);
    });

    test("removes, also what is gone already", async () => {
      const store = await open();
      await store.write(name, Buffer.from("x"));
      await store.remove(name);
      await store.remove(name);
      expect(await store.read(name)).toBeNull();
    });

    test("lists what there is, with size and time", async () => {
      const store = await open();
      const names = Array.from({ length: 40 }, (_, at) => blobName(`${String(at).padStart(2, "0")}-blob`));
      await Promise.all(names.map((each) => store.write(each, Buffer.alloc(7))));
      expect(await namesIn(store)).toEqual(names);
      const [first] = await Array.fromAsync(store.list());
      expect(first).toMatchObject({ size: 7 });
      expect(Math.abs(Date.now() - Number(first?.writtenAt))).toBeLessThan(60_000);
    });

    test("shows a reader the old or the new bytes, never a mixture", async () => {
      const store = await open();
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

    test("answers when asked whether it is there", async () => {
      const store = await open();
      await expect(store.ping()).resolves.toBeUndefined();
    });
  });
}
