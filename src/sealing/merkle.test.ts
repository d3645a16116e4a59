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

/** A literal implementation of RFC 6962, 2.1. */
function naiveRoot(entries: readonly Uint8Array[]): Buffer {
  const [first] = entries;
  if (!first) return sha256();
  if (entries.length === 1) return sha256(Buffer.of(0), first);
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return sha256(Buffer.of(1), naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)));
}

function naivePath(position: number, entries: readonly Uint8Array[]): Buffer[] {
  if (entries.length === 1) return [];
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return position < k
    ? [...naivePath(position, entries.slice(0, k)), naiveRoot(entries.slice(k))]
    : [...naivePath(position - k, entries.slice(k)), naiveRoot(entries.slice(0, k))];
}

function naiveProof(m: number, entries: readonly Uint8Array[], isWhole = true): Buffer[] {
  if (m === entries.length) return isWhole ? [] : [naiveRoot(entries)];
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return m <= k
    ? [...naiveProof(m, entries.slice(0, k), isWhole), naiveRoot(entries.slice(k))]
    : [...naiveProof(m - k, entries.slice(k), false), naiveRoot(entries.slice(0, k))];
}

const most = 1200;
const entries = Array.from({ length: most }, (_, at) => Buffer.from(`entry ${at}`));

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
    hashes.push(naiveRoot(entries.slice(at * span, (at + 1) * span)));
  }
  return Buffer.concat(hashes);
}

const sizes = integer({ min: 1, max: most });

describe("a tree in tiles", () => {
  test("has the root, the paths and the proofs of RFC 6962", async () => {
    const twoSizes = asyncProperty(sizes, sizes, async (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const [older, newer] = [from, to].map((size) => ({ size, root: naiveRoot(entries.slice(0, size)) }));
      if (!older || !newer) return;
      expect(await treeRoot(read, to)).toEqual(newer.root);
      const path = await inclusionPath(read, from - 1, to);
      expect(path).toEqual(naivePath(from - 1, entries.slice(0, to)));
      const leaf = leafHash(entries[from - 1] ?? Buffer.of());
      expect(await provesInclusion(leaf, { position: from - 1, size: to }, path, newer.root)).toBe(true);
      const proof = await consistencyPath(read, from, to);
      expect(proof).toEqual(naiveProof(from, entries.slice(0, to)));
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
      const heads = [from, to].map((size) => ({ size, root: naiveRoot(entries.slice(0, size)) }));
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
