import { inclusionPath } from "#sealing/merkle.ts";
import { type LogTree, logTrees } from "#storage/database/log.ts";
import type { Portal } from "../portal.ts";
import type { LeafPlace } from "./begin-tree.ts";
import { signCheckpoint } from "./checkpoints.ts";
import { tilesOf } from "./tiles.ts";

export type InclusionProof = {
  position: number;
  path: readonly Uint8Array[];
  /** A checkpoint, as it is served. */
  checkpoint: string;
};

/** That the log has a leaf. If no checkpoint has it yet, one is signed. Null for a place where there is none. */
export async function proveInclusion(portal: Portal, place: LeafPlace): Promise<InclusionProof | null> {
  const found = await signedPlace(portal, place);
  if (!found) return null;
  const { tree, position } = found;
  const path = await inclusionPath(tilesOf(portal.database.read, tree.id), position, tree.signed.size);
  return { position, path, checkpoint: tree.signed.note };
}

type Found = { tree: LogTree; position: number };

/** Leaves without a checkpoint, of a tree that has ended, were taken over by the next one, behind its first leaf. */
async function signedPlace(portal: Portal, place: LeafPlace, signs = true): Promise<Found | null> {
  const { read } = portal.database;
  let position = place.position;
  for (const tree of (await logTrees(read, portal.registry)).toReversed()) {
    if (tree.generation < place.generation) continue;
    if (position >= tree.size) return null;
    const { signed } = tree;
    if (position < signed.size) return { tree, position };
    if (tree.ended_at === null) break;
    position = position - signed.size + 1;
  }
  if (!signs) return null;
  await signCheckpoint(portal);
  return signedPlace(portal, place, false);
}

/** C2SP tlog-proof: a text that holds all that is needed but the leaf. `nonce`: what the leaf is made with, for who has the statement. */
export const writtenProof = ({ position, path, checkpoint }: InclusionProof, nonce?: Uint8Array): string =>
  [
    "c2sp.org/tlog-proof@v1",
    ...(nonce ? [`extra ${nonce.toBase64()}`] : []),
    `index ${position}`,
    ...path.map((hash) => Buffer.from(hash).toString("base64")),
    "",
    checkpoint,
  ].join("\n");
