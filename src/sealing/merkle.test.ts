import { hash } from "node:crypto";
import { assert, asyncProperty, integer, property, uint8Array } from "fast-check";
import { describe, expect, test } from "vitest";
import {
  consistencyPath,
  emptyRoot,
  hashBytes,
  inclusionPath,
  leafHash,
  nodeHash,
  readTogether,
  rootOver,
  TileTooShort,
  treeRoot,
} from "./merkle.ts";
import { tileWidth } from "#verify/log-path.ts";
import { provesConsistency, provesInclusion } from "#test/support/proofs/tree-proofs.ts";

const sha256 = (...parts: Uint8Array[]) => hash("sha256", Buffer.concat(parts), "buffer");

const most = 1200;
const entries = Array.from({ length: most }, (_, at) => Buffer.from(`entry ${at}`));

/** The largest power of two below `count`. */
const splitOf = (count: number) => 2 ** Math.floor(Math.log2(count - 1));

const roots = new Map<string, Buffer>();

/** The root of the entries from `start` to before `end`, literally as RFC 6962, 2.1 has it. Each is computed once. */
function naiveRoot(start: number, end: number): Buffer {
  const known = roots.get(`${start}-${end}`);
  if (known) return known;
  const split = start + splitOf(end - start);
  const root =
    end - start === 1
      ? sha256(Buffer.of(0), entries[start] ?? Buffer.of())
      : sha256(Buffer.of(1), naiveRoot(start, split), naiveRoot(split, end));
  roots.set(`${start}-${end}`, root);
  return root;
}

function naivePath(position: number, start: number, end: number): Buffer[] {
  if (end - start === 1) return [];
  const split = start + splitOf(end - start);
  return position < split
    ? [...naivePath(position, start, split), naiveRoot(split, end)]
    : [...naivePath(position, split, end), naiveRoot(start, split)];
}

function naiveProof(size: number, start: number, end: number, isWhole = true): Buffer[] {
  if (size === end) return isWhole ? [] : [naiveRoot(start, end)];
  const split = start + splitOf(end - start);
  return size <= split
    ? [...naiveProof(size, start, split, isWhole), naiveRoot(split, end)]
    : [...naiveProof(size, split, end, false), naiveRoot(start, split)];
}

/** A literal implementation of the tiles in C2SP tlog-tiles. */
const read = readTogether(async (places) => places.map(({ level, place }) => tileOf(level, place)));
const tiles = new Map<string, Buffer>();

function tileOf(level: number, place: number): Buffer {
  const name = `${level}/${place}`;
  const tile = tiles.get(name) ?? madeTile(level, place);
  tiles.set(name, tile);
  return tile;
}

function madeTile(level: number, place: number): Buffer {
  const span = tileWidth ** level;
  const hashes: Uint8Array[] = [];
  for (let at = place * tileWidth; at < (place + 1) * tileWidth && (at + 1) * span <= most; at += 1) {
    hashes.push(naiveRoot(at * span, (at + 1) * span));
  }
  return Buffer.concat(hashes);
}

const sizes = integer({ min: 1, max: most });

describe("a tree in tiles", () => {
  test("has the root, the paths and the proofs of RFC 6962", async () => {
    const twoSizes = asyncProperty(sizes, sizes, async (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const [older, newer] = [from, to].map((size) => ({ size, root: naiveRoot(0, size) }));
      if (!older || !newer) return;
      expect(await treeRoot(read, to)).toEqual(newer.root);
      const path = await inclusionPath(read, from - 1, to);
      expect(path).toEqual(naivePath(from - 1, 0, to));
      const leaf = leafHash(entries[from - 1] ?? Buffer.of());
      expect(await provesInclusion(leaf, { position: from - 1, size: to }, path, newer.root)).toBe(true);
      const proof = await consistencyPath(read, from, to);
      expect(proof).toEqual(naiveProof(from, 0, to));
      expect(provesConsistency(older, newer, proof)).toBe(true);
    });
    await assert(twoSizes, {
      numRuns: 150,
      examples: [
        [1, 1],
        [256, 256],
        [255, 257],
        [256, 1024],
        [1, most],
      ],
    });
  });

  test("is read once for each tile, and those of one moment together", async () => {
    const asked: string[][] = [];
    const readCounted = readTogether(async (places) => {
      asked.push(places.map(({ level, place }) => `${level}/${place}`));
      return places.map(({ level, place }) => tileOf(level, place));
    });
    await consistencyPath(readCounted, 300, most);
    await inclusionPath(readCounted, 299, most);
    expect(asked[0]?.length).toBeGreaterThan(1);
    expect(asked.flat()).toHaveLength(new Set(asked.flat()).size);
    for (const name of asked.flat()) expect(name).toMatch(/^\d\/\d+$/);
  });

  test("has an empty start, and no leaf outside", async () => {
    expect(await treeRoot(read, 0)).toBe(emptyRoot);
    expect(await consistencyPath(read, 0, most)).toEqual([]);
    for (const position of [-1, 7]) await expect(inclusionPath(read, position, 7)).rejects.toThrow(RangeError);
    for (const from of [-1, 8]) await expect(consistencyPath(read, from, 7)).rejects.toThrow(RangeError);
    await expect(treeRoot(async () => tileOf(0, 0).subarray(0, hashBytes), 2)).rejects.toThrow(TileTooShort);
  });

  test("is not proved by another leaf, place, size, root or path hash", async () => {
    const changed = asyncProperty(sizes, sizes, integer({ min: 0, max: 9999 }), async (one, other, seed) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const heads = [from, to].map((size) => ({ size, root: naiveRoot(0, size) }));
      const [older, newer] = heads;
      if (!older || !newer) return;
      const place = { position: from - 1, size: to };
      const leaf = leafHash(entries[from - 1] ?? Buffer.of());
      const path = await inclusionPath(read, from - 1, to);
      const proof = await consistencyPath(read, from, to);
      const bent = (some: Uint8Array) =>
        some.map((byte, at) => (at === seed % hashBytes ? byte ^ (1 << (seed % 8)) : byte));
      const bentIn = (hashes: Uint8Array[]) =>
        hashes.map((some, at) => (at === seed % hashes.length ? bent(some) : some));
      expect(await provesInclusion(bent(leaf), place, path, newer.root)).toBe(false);
      expect(await provesInclusion(leaf, place, path, bent(newer.root))).toBe(false);
      expect(await provesInclusion(leaf, place, [...path, leaf], newer.root)).toBe(false);
      expect(await provesInclusion(leaf, { ...place, position: to }, path, newer.root)).toBe(false);
      expect(provesConsistency({ ...older, root: bent(older.root) }, newer, proof)).toBe(false);
      expect(provesConsistency(older, { ...newer, root: bent(newer.root) }, proof)).toBe(false);
      expect(provesConsistency(older, newer, [...proof, leaf])).toBe(false);
      if (path.length > 0) {
        expect(await provesInclusion(leaf, place, bentIn(path), newer.root)).toBe(false);
        expect(await provesInclusion(leaf, place, path.slice(1), newer.root)).toBe(false);
      }
      if (proof.length > 0) {
        expect(provesConsistency(older, newer, bentIn(proof))).toBe(false);
        expect(provesConsistency(older, newer, proof.slice(1))).toBe(false);
        expect(provesConsistency(newer, older, proof)).toBe(false);
      }
    });
    await assert(changed, { numRuns: 150 });
  });

  test("hashes leaves and nodes differently, and a tile's own root is the root of its hashes", () => {
    expect(emptyRoot.toString("hex")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    const pairs = property(
      uint8Array({ minLength: 32, maxLength: 32 }),
      uint8Array({ minLength: 32, maxLength: 32 }),
      (l, r) => {
        expect(nodeHash(l, r)).toEqual(rootOver(Buffer.concat([l, r])));
        expect(nodeHash(l, r)).not.toEqual(leafHash(Buffer.concat([l, r])));
      },
    );
    assert(pairs);
  });
});
