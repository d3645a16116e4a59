import { inclusionPath } from "#sealing/merkle.ts";
import { type LogTree, readForProof, type StoredTiles } from "#storage/database/proofs/log.ts";
import type { Portal } from "../portal/portal.ts";
import type { LeafPlace } from "../signing/begin-tree.ts";
import { signCheckpoint } from "./checkpoints.ts";
import { tilesOf } from "./tiles.ts";

export type InclusionProof = {
  position: number;
  path: readonly Uint8Array[];
  /** A checkpoint, as it is served. */
  checkpoint: string;
};

/**
 * Proves that the log has a leaf. If no checkpoint includes the leaf yet, a checkpoint is signed. Null if there is no
 * leaf at this place.
 */
export async function proveInclusion(portal: Portal, place: LeafPlace): Promise<InclusionProof | null> {
  const found = await signedPlace(portal, place);
  if (!found) return null;
  const { id, signed } = found.tree;
  const { position, stored } = found;
  const path = await inclusionPath(tilesOf(portal.database.read, id, signed.size, stored), position, signed.size);
  return { position, path, checkpoint: signed.note };
}

/** `stored` are the tiles for its proof, if the leaf is where it was asked for. */
type FoundLeaf = { tree: LogTree; position: number; stored?: StoredTiles };

/**
 * Returns the tree and position of a leaf with a checkpoint. Leaves that a tree had without a checkpoint when it ended
 * are in the next tree, after its first leaf.
 */
async function signedPlace(portal: Portal, place: LeafPlace, signs = true): Promise<FoundLeaf | null> {
  let position = place.position;
  const { trees, stored } = await readForProof(portal.database, portal.registry, place);
  for (const tree of trees.toReversed()) {
    if (tree.generation < place.generation) continue;
    if (position >= tree.size) return null;
    const { signed } = tree;
    if (position < signed.size)
      return tree.generation === place.generation ? { tree, position, stored } : { tree, position };
    if (tree.ended_at === null) break;
    position = position - signed.size + 1;
  }
  if (!signs) return null;
  await signCheckpoint(portal);
  return signedPlace(portal, place, false);
}

/**
 * C2SP tlog-proof: a text with everything that is needed to check a leaf, except the leaf itself. `nonce` is what the
 * leaf is made with, for a reader who has the statement.
 */
export const writtenProof = ({ position, path, checkpoint }: InclusionProof, nonce?: Uint8Array): string =>
  [
    "c2sp.org/tlog-proof@v1",
    ...(nonce ? [`extra ${nonce.toBase64()}`] : []),
    `index ${position}`,
    ...path.map((hash) => Buffer.from(hash).toString("base64")),
    "",
    checkpoint,
  ].join("\n");
