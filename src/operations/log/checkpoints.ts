import { checkpointText, writtenNote } from "#verify/signed-note.ts";
import { TileTooShort, treeRoot } from "#sealing/merkle.ts";
import { logVerifier, signNote } from "#sealing/note-signatures.ts";
import {
  type CheckpointRow,
  type LogTree,
  lockCheckpoint,
  logTrees,
  replaceCheckpoint,
} from "#storage/database/proofs/log.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSigningKey } from "../signing/signing-keys.ts";
import { originOf } from "../signing/begin-tree.ts";
import { continueAfterOlderState } from "./continue-log.ts";
import { LogBroken, noticeDamage } from "./log-fault.ts";
import { writeCopies } from "./outside-copies.ts";
import { growTiles, tilesOf } from "./tiles.ts";

/**
 * Signs the current tree if it has grown. A checkpoint is written to the outside copies before anybody is shown it. A
 * crash in between or a second process does no harm, because the leaves of the checkpoint already exist.
 */
export const signCheckpoint = (portal: Portal): Promise<void> => noticeDamage(portal, () => signGrown(portal));

/** Returns whether the log was compared with what was signed before. */
async function signGrown(portal: Portal): Promise<boolean> {
  const { database, now } = portal;
  if (!(await isDue(portal))) return false;
  const copies = await continueAfterOlderState(portal);
  const [tree] = await logTrees(database.read, portal.registry);
  if (!tree) return false;
  const { signed: before } = tree;
  await growTiles(portal, tree);
  const root = await grownRoot(portal, tree, before);
  if (before.size === tree.size) {
    if (copies.length < 2) await writeCopies(portal, before.note);
    return true;
  }
  const note = await signedNote(portal, tree, root);
  await writeCopies(portal, note);
  const row = { tree_id: tree.id, size: tree.size, root, note, signed_at: now() };
  await database.write(async (writer) => {
    await lockCheckpoint(database, writer, tree.id);
    await replaceCheckpoint(writer, row);
  });
  return true;
}

/** If nothing was added, the log is still compared with its checkpoint and the outside copies from time to time. */
async function isDue({ database, registry, publicOrigin, logState, now }: Portal): Promise<boolean> {
  const [tree] = await logTrees(database.read, registry);
  const hasGrown = tree !== undefined && tree.signed.size < tree.size;
  const isElsewhere = tree !== undefined && tree.origin !== originOf({ publicOrigin }, tree.generation);
  if (!hasGrown && !isElsewhere && Math.abs(now() - logState.comparedAt) < compareAgainMs) return false;
  logState.comparedAt = now();
  return true;
}

const compareAgainMs = 10 * 60_000;

/** Throws unless the tree continues what was signed before. */
async function grownRoot({ database }: Portal, { id, size, origin }: LogTree, before: CheckpointRow) {
  const tiles = tilesOf(database.read, id, size);
  const [older, root] = await Promise.all([treeRoot(tiles, before.size), treeRoot(tiles, size)]).catch(orNoRoots);
  if (!older || !root || Buffer.compare(older, before.root) !== 0) {
    throw new LogBroken(`The public log ${origin} is not what it was at ${before.size} leaves: run "attestry verify".`);
  }
  return root;
}

/** A tree that lacks leaves is damaged like one with other leaves. */
function orNoRoots(error: unknown): [null, null] {
  if (error instanceof TileTooShort) return [null, null];
  throw error;
}

async function signedNote(portal: Portal, { origin, size }: LogTree, root: Uint8Array): Promise<string> {
  const { publicJwk, sign } = await currentSigningKey(portal, "log");
  const text = checkpointText({ origin, size, root: Buffer.from(root).toString("base64") });
  return writtenNote({ text, signatures: [signNote(text, logVerifier(origin, publicJwk), sign)] });
}
