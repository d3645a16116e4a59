import { rootAbove } from "#verify/saved-proof.ts";
import { emptyRoot, nodeHash } from "#sealing/merkle.ts";

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
const isOdd = (place: number) => place % 2 === 1;
const half = (place: number) => Math.floor(place / 2);

/** Verifies with the code of the page that checks proofs. */
export async function provesInclusion(
  leaf: Uint8Array,
  { position: index, size }: { position: number; size: number },
  path: readonly Uint8Array[],
  root: Uint8Array,
): Promise<boolean> {
  const siblings = path.map((hashed) => Uint8Array.from(hashed));
  const found = await rootAbove(Uint8Array.from(leaf), { index, size, siblings });
  return found !== null && isSame(found, root);
}

type TreeHead = { size: number; root: Uint8Array };

/** Verifies as a witness does: RFC 9162, 2.1.4.2. */
export function provesConsistency(older: TreeHead, newer: TreeHead, path: readonly Uint8Array[]): boolean {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return path.length === 0 && isSame(older.root, newer.root);
  if (older.size === 0) return path.length === 0 && isSame(older.root, emptyRoot);
  let [place, last] = [older.size - 1, newer.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  // The path does not contain the root of an older tree that is one complete subtree.
  const [first, ...rest] = place === 0 ? [older.root, ...path] : path;
  if (!first) return false;
  let [olderSeen, newerSeen] = [first, first];
  for (const hashed of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      [olderSeen, newerSeen] = [nodeHash(hashed, olderSeen), nodeHash(hashed, newerSeen)];
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else newerSeen = nodeHash(newerSeen, hashed);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && isSame(olderSeen, older.root) && isSame(newerSeen, newer.root);
}
