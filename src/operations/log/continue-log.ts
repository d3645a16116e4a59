import { encodeContinuation } from "#verify/log-entry.ts";
import { type Checkpoint, parseCheckpoint } from "#verify/signed-note.ts";
import { emptyRoot, treeRoot } from "#sealing/merkle.ts";
import { logVerifier, signaturesOf } from "#sealing/note-signatures.ts";
import { lockAuditHead } from "#storage/database/audit.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  leafWrites,
  copyLeaves,
  endTree,
  insertCheckpoint,
  lockCheckpoint,
  type LogTree,
  logTrees,
  renameTree,
} from "#storage/database/proofs/log.ts";
import { writeTogether } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import { publicKeys } from "../signing/signing-keys.ts";
import { beginTree, originOf } from "../signing/begin-tree.ts";
import { copyIn, type OutsideCopy, readCopies } from "./outside-copies.ts";
import { noteOlderState } from "./log-fault.ts";
import { growTiles, tilesOf } from "./tiles.ts";

/**
 * Compares the log with the checkpoints outside the database. If one of them is of a larger or a different tree, an
 * older state was restored. Then nothing more is signed under that origin, and the log continues in a new tree. The log
 * also continues in a new tree if the address of the site has changed.
 */
export async function continueAfterOlderState(portal: Portal): Promise<OutsideCopy[]> {
  const trees = await logTrees(portal.database.read, portal.registry);
  const [current] = trees;
  const copies = await readCopies(portal);
  const ahead: OutsideCopy[] = [];
  for (const copy of copies) if (await isAhead(portal, copy, trees)) ahead.push(copy);
  const [newest] = ahead.toSorted(byAge);
  if (newest) {
    await beginNextTree(portal, current, newest.note);
    await noteOlderState(portal);
  } else if (current && !isLost(current) && current.origin !== originOf(portal, current.generation)) {
    await beginNextTree(portal, current, current.signed.note);
  }
  return copies;
}

/**
 * After a restore, the log always continues in a new tree: there may be no copy of what was signed after the backup.
 * Returns the new origin, and whether the backup has the key that signed last. Null if nothing was ever signed.
 */
export async function continueAfterRestore(
  portal: Portal,
  copiesElsewhere: readonly OutsideCopy[],
): Promise<{ origin: string; isKeyKnown: boolean } | null> {
  const { read } = portal.database;
  const [current] = await logTrees(read, portal.registry);
  const own = current && copyIn(current.signed.note);
  const known = [own, ...copiesElsewhere, ...(await readCopies(portal))].filter(
    (copy) => copy !== null && copy !== undefined,
  );
  const [newest] = known.toSorted(byAge);
  if (!newest) return null;
  await beginNextTree(portal, current, newest.note);
  const [next] = await logTrees(read, portal.registry);
  const { keys, revoked_keys } = await publicKeys(portal, read, "log");
  const isKeyKnown = [...keys, ...revoked_keys].some(
    (key) => signaturesOf(logVerifier(newest.origin, key), newest)?.length,
  );
  return next ? { origin: next.origin, isKeyKnown } : null;
}

/** If the row of the newest checkpoint is gone, returns its copy outside of the database. Null if no copy is ours. */
export async function copyOfLost(portal: Portal): Promise<OutsideCopy | null> {
  const { read } = portal.database;
  const [tree] = await logTrees(read, portal.registry);
  if (!tree || !isLost(tree)) return null;
  const { keys } = await publicKeys(portal, read, "log");
  const isOurs = (copy: OutsideCopy) => keys.some((key) => signaturesOf(logVerifier(tree.origin, key), copy)?.length);
  const copies = (await readCopies(portal)).filter((copy) => copy.origin === tree.origin && isOurs(copy));
  return copies.toSorted(byAge)[0] ?? null;
}

/**
 * For the transaction that revokes the key of the log. The tree ends at its newest checkpoint, which is never replaced
 * again, and the log continues in the next tree. Returns that checkpoint, or null if nothing was signed. If the checkpoint
 * is lost and has no `copy`, nothing that the tree signed counts, and all its leaves go to the next tree.
 */
export async function continueUnderNewKey(
  portal: Portal,
  writer: Writer,
  copy: OutsideCopy | null,
): Promise<Checkpoint | null> {
  const { database, registry } = portal;
  await lockAuditHead(database, writer);
  const [tree] = await logTrees(writer, registry);
  if (!tree) return null;
  const locked = await lockCheckpoint(database, writer, tree.id);
  const signed = locked ?? { ...tree.signed, ...(copy && { ...copied(copy), signed_at: tree.begun_at }) };
  if (!locked) await insertCheckpoint(writer, { ...signed, root: copy ? signed.root : emptyRoot });
  await nextTree(portal, writer, { ...tree, signed }, signed.note);
  return parseCheckpoint(signed.note);
}

const copied = ({ size, root, note }: OutsideCopy) => ({ size, root: Buffer.from(root, "base64"), note });

/** True if the row of the newest checkpoint is gone. */
const isLost = ({ signed }: LogTree) => signed.root.length === 0;

/** Sorts the newest copy first. */
const byAge = (one: OutsideCopy, other: OutsideCopy) =>
  generationOf(other.origin) - generationOf(one.origin) || other.size - one.size;

const generationOf = (origin: string): number => {
  const [, generation = "1"] = /\/log(?:\/(\d{1,9}))?$/.exec(origin) ?? [];
  return Number(generation);
};

async function isAhead(portal: Portal, copy: OutsideCopy, trees: readonly LogTree[]): Promise<boolean> {
  const [current] = trees;
  const tree = trees.find(({ origin }) => origin === copy.origin);
  if (!current || !tree) return generationOf(copy.origin) >= (current?.generation ?? 0);
  // In a tree that has ended, nothing is signed any more.
  if (tree !== current) return false;
  if (copy.size > tree.size) return true;
  return (await rootAt(portal, tree, copy.size)) !== copy.root;
}

async function rootAt(portal: Portal, tree: LogTree, size: number): Promise<string> {
  if (tree.signed.size === size) return Buffer.from(tree.signed.root).toString("base64");
  await growTiles(portal, tree);
  return Buffer.from(await treeRoot(tilesOf(portal.database.read, tree.id, size), size)).toString("base64");
}

/**
 * Ends the tree and begins the next one with the last known checkpoint of the ended tree. Leaves without a checkpoint
 * are copied to the next tree.
 */
async function beginNextTree(portal: Portal, ended: LogTree | undefined, lastKnown: string): Promise<void> {
  const { database, registry } = portal;
  await database.write(async (writer) => {
    await lockAuditHead(database, writer);
    const [current] = await logTrees(writer, registry);
    // Does nothing if another process was first.
    if (current?.id === ended?.id) await nextTree(portal, writer, current, lastKnown);
  });
}

async function nextTree(portal: Portal, writer: Writer, current: LogTree | undefined, lastKnown: string) {
  if (current && lastKnown === "" && !isLost(current))
    return renameTree(writer, current.id, originOf(portal, current.generation));
  const signed = current?.signed.size ?? 0;
  const last = generationOf(parseCheckpoint(lastKnown)?.origin ?? "");
  const moved = (current?.size ?? 0) - signed;
  const next = await beginTree(portal, writer, Math.max(current?.generation ?? 0, last) + 1, moved);
  const first = { tree_id: next.id, position: 0, entry: encodeContinuation(lastKnown) };
  await writeTogether(portal.database, writer, leafWrites(writer, next, [first]));
  if (!current) return;
  await endTree(writer, current.id, portal.now());
  if (moved > 0) await copyLeaves(writer, { tree: current.id, position: signed }, { tree: next.id, position: 1 });
}
