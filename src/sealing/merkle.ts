import { hash } from "node:crypto";
import { tileWidth } from "#verify/log-path.ts";

/** The Merkle tree of RFC 6962, section 2, with SHA-256, over the tiles of C2SP tlog-tiles. */

export const hashBytes = 32;
/** A full tile is a subtree of this height. */
const tileHeight = Math.log2(tileWidth);

/** By way of a text: Node takes three times as long to return a buffer. */
const sha256 = (bytes: Uint8Array): Buffer => Buffer.from(hash("sha256", bytes, "latin1"), "latin1");

export const emptyRoot: Buffer = sha256(new Uint8Array());

const leafPrefix = Buffer.of(0);

export const leafHash = (entry: Uint8Array): Buffer => sha256(Buffer.concat([leafPrefix, entry]));

/** Each call overwrites this buffer. This is safe because a call ends before the next one starts. */
const pair = Buffer.alloc(1 + 2 * hashBytes, 1);

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  pair.set(left, 1);
  pair.set(right, 1 + hashBytes);
  return sha256(pair);
}

/** Returns the root over concatenated hashes. */
export function rootOver(hashes: Uint8Array): Uint8Array {
  const count = hashes.length / hashBytes;
  if (count === 0) return emptyRoot;
  if (count === 1) return hashes;
  const half = halfOf(count) * hashBytes;
  return nodeHash(rootOver(hashes.subarray(0, half)), rootOver(hashes.subarray(half)));
}

/** The largest power of two below `count`. Sizes may exceed 32 bits. */
const halfOf = (count: number): number => 2 ** Math.floor(Math.log2(count - 0.5));

/** Returns the hashes of a tile: at least those that a tree of the requested size has. */
export type TileReader = (level: number, place: number) => Promise<Uint8Array>;

type TilePlace = { level: number; place: number };

/** Reads each tile only once. Tiles that are requested at the same moment are read together. */
export function readTogether(read: (places: TilePlace[]) => Promise<Uint8Array[]>): TileReader {
  const known = new Map<string, Promise<Uint8Array>>();
  let asked: TilePlace[] = [];
  let answer: Promise<Uint8Array[]> | null = null;
  const readAsked = () => {
    const places = asked;
    [asked, answer] = [[], null];
    return read(places);
  };
  const ask = async (level: number, place: number) => {
    const at = asked.push({ level, place }) - 1;
    answer ??= Promise.resolve().then(readAsked);
    return (await answer)[at] ?? new Uint8Array();
  };
  return (level, place) => {
    const name = `${level}/${place}`;
    const tile = known.get(name) ?? ask(level, place);
    known.set(name, tile);
    return tile;
  };
}

/**
 * Returns the root over the leaves from `start` up to `end`. `start` must be a multiple of the size of each subtree in the
 * range.
 */
async function rangeRoot(read: TileReader, start: number, end: number): Promise<Uint8Array> {
  const count = end - start;
  if (count === 0) return emptyRoot;
  const half = halfOf(count);
  if (2 * half === count) return subtreeRoot(read, Math.log2(count), start / count);
  const middle = start + half;
  const [left, right] = await Promise.all([rangeRoot(read, start, middle), rangeRoot(read, middle, end)]);
  return nodeHash(left, right);
}

/** Leaves or hashes of a tree are missing. */
export class TileTooShort extends Error {}

/** Returns the root of a subtree. All its hashes are in one tile. */
async function subtreeRoot(read: TileReader, height: number, place: number): Promise<Uint8Array> {
  const level = Math.floor(height / tileHeight);
  const width = 2 ** (height % tileHeight);
  const first = place * width;
  const tile = await read(level, Math.floor(first / tileWidth));
  const from = (first % tileWidth) * hashBytes;
  const hashes = tile.subarray(from, from + width * hashBytes);
  if (hashes.length !== width * hashBytes)
    throw new TileTooShort(`tile ${level}/${Math.floor(first / tileWidth)} is too short`);
  return rootOver(hashes);
}

export const treeRoot = (read: TileReader, size: number): Promise<Uint8Array> => rangeRoot(read, 0, size);

/** Returns the path of RFC 6962, 2.1.1: from the leaf's sibling up to the root's child. */
export async function inclusionPath(read: TileReader, position: number, size: number): Promise<Uint8Array[]> {
  if (!(position >= 0 && position < size)) throw new RangeError(`a tree of ${size} has no leaf ${position}`);
  const path: Promise<Uint8Array>[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + halfOf(end - start);
    if (position < middle) {
      path.push(rangeRoot(read, middle, end));
      end = middle;
    } else {
      path.push(rangeRoot(read, start, middle));
      start = middle;
    }
  }
  return Promise.all(path.toReversed());
}

/** Returns the proof of RFC 6962, 2.1.2 that the tree of size `to` begins with the leaves of the tree of size `from`. */
export async function consistencyPath(read: TileReader, from: number, to: number): Promise<Uint8Array[]> {
  if (!(from >= 0 && from <= to)) throw new RangeError(`a tree of ${to} does not go on from ${from}`);
  if (from === 0) return [];
  const path: Promise<Uint8Array>[] = [];
  let [start, end] = [0, to];
  while (end !== from) {
    const middle = start + halfOf(end - start);
    if (from <= middle) {
      path.push(rangeRoot(read, middle, end));
      end = middle;
    } else {
      path.push(rangeRoot(read, start, middle));
      start = middle;
    }
  }
  // If the older tree is a complete subtree, the verifier already knows its root.
  if (start > 0) path.push(rangeRoot(read, start, end));
  return Promise.all(path.toReversed());
}
