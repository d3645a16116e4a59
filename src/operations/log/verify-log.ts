import { tileWidth } from "#verify/log-path.ts";
import type { CheckpointBody } from "#verify/public-keys.ts";
import { trustIn } from "#verify/saved-proof.ts";
import { type Checkpoint, parseCheckpoint } from "#verify/signed-note.ts";
import { emptyRoot, leafHash, nodeHash, rootOver } from "#sealing/merkle.ts";
import { leavesFrom, type LogLeaf, type LogTree, logTrees, tilesAt } from "#storage/database/proofs/log.ts";
import type { Portal } from "../portal/portal.ts";
import { publicKeys } from "../signing/signing-keys.ts";
import type { Watcher } from "../portal/verify-chain.ts";
import { type OutsideCopy, readCopies } from "./outside-copies.ts";

/** A state that the log must have had at some time. */
type Claim = CheckpointBody & { from: string };

/**
 * Reads every leaf and builds the tree of them again. `onBroken` is called with a sentence for each difference from what
 * was signed: in the newest checkpoints, in those outside the database, and in an older checkpoint that somebody kept.
 * `onMissing` is called for a checkpoint that is gone.
 */
export async function verifyLog(
  portal: Portal,
  {
    onBroken = () => undefined,
    onMissing = (origin) => onBroken(`The newest checkpoint of ${origin} is missing.`),
    onProgress,
    pause,
  }: Watcher & { onMissing?: (origin: string) => void } = {},
  kept: Checkpoint | null = null,
): Promise<{ leaves: number; origins: number }> {
  const { read } = portal.database;
  const trees = await logTrees(read, portal.registry);
  const total = trees.reduce((sum, { size }) => sum + size, 0);
  const copies = (await readCopies(portal)).filter(({ origin }) => origin === trees[0]?.origin);
  const claims = [...(kept ? [claimOf("the checkpoint given", kept)] : []), ...copies.map(claimOfCopy)];
  if (kept && !trees.some(({ origin }) => origin === kept.origin)) onBroken(`There is no log ${kept.origin} here.`);
  let done = 0;
  for (const tree of trees) {
    const signed = await signedClaim(portal, tree, { onBroken, onMissing });
    const ofTree = [...signed, ...claims.filter(({ origin }) => origin === tree.origin)];
    const onLeaf = () => onProgress?.((done += 1), total);
    await verifyTree(portal, tree, ofTree, { onBroken, onLeaf, pause });
  }
  return { leaves: total, origins: trees.length };
}

const claimOf = (from: string, { origin, size, root }: CheckpointBody): Claim => ({ from, origin, size, root });
const claimOfCopy = (copy: OutsideCopy) => claimOf("the checkpoint kept outside of the database", copy);

async function signedClaim(
  portal: Portal,
  { origin, signed }: LogTree,
  { onBroken, onMissing }: Record<"onBroken" | "onMissing", (text: string) => void>,
) {
  const { note, size, root } = signed;
  if (root.length === 0) onMissing(origin);
  if (note === "" && size === 0) return [];
  const checkpoint = parseCheckpoint(note);
  const { keys, revoked_keys } = await publicKeys(portal, portal.database.read, "log");
  const trust = checkpoint && (await trustIn(checkpoint, { keys: [...keys, ...revoked_keys] }));
  const isSame = checkpoint?.origin === origin && checkpoint.size === size && checkpoint.root === toBase64(root);
  if (!isSame || typeof trust !== "object") {
    onBroken(`The newest checkpoint of ${origin} was not signed by this site.`);
  }
  return checkpoint ? [claimOf("its newest checkpoint", { ...checkpoint, origin })] : [];
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

type VerifyEvents = { onBroken: (text: string) => void; onLeaf: () => void; pause: Watcher["pause"] };

async function verifyTree(
  { database }: Portal,
  tree: LogTree,
  claims: readonly Claim[],
  { onBroken, onLeaf, pause }: VerifyEvents,
) {
  const { id, origin, size } = tree;
  const growing = newGrowingTree();
  const check = () => {
    for (const { from, root } of claims.filter((claim) => claim.size === growing.size())) {
      if (growing.root().toString("base64") === root) continue;
      onBroken(`The first ${growing.size()} leaves of ${origin} differ from ${from}.`);
    }
  };
  check();
  let leaves: LogLeaf[] = [];
  do {
    await pause?.();
    leaves = await leavesFrom(database.read, id, growing.size(), tileWidth);
    for (const { position, entry } of leaves) {
      if (position !== growing.size()) return onBroken(`Leaf ${growing.size()} of ${origin} is missing.`);
      growing.add(leafHash(entry));
      onLeaf();
      check();
    }
    for (const { level, place, hashes } of growing.completed()) {
      const [stored] = (await tilesAt(database.read, id, [{ level, place }])).tiles;
      if (stored && Buffer.compare(stored.hashes, hashes) !== 0) {
        onBroken(`Tile ${level}/${place} of ${origin} does not match its leaves.`);
      }
    }
  } while (leaves.length === tileWidth);
  if (growing.size() < size) onBroken(`Leaf ${growing.size()} of ${origin} is missing.`);
  for (const { from, size: claimed } of claims.filter((claim) => claim.size > growing.size())) {
    onBroken(`${origin} has ${growing.size()} leaves, and ${from} has ${claimed}.`);
  }
}

/** A tree to which leaves are added, without tiles: an independent reader of the log builds it like this. */
function newGrowingTree() {
  let size = 0;
  const subtrees: { width: number; root: Buffer }[] = [];
  const tiles: Buffer[][] = [];
  let complete: { level: number; place: number; hashes: Buffer }[] = [];
  const toTile = (level: number, hash: Buffer, at: number) => {
    const hashes = (tiles[level] ??= []);
    hashes.push(hash);
    if (hashes.length < tileWidth) return;
    const tile = Buffer.concat(hashes.splice(0));
    const place = Math.floor(at / tileWidth);
    complete.push({ level, place, hashes: tile });
    toTile(level + 1, Buffer.from(rootOver(tile)), place);
  };
  return {
    size: () => size,
    add(hash: Buffer) {
      toTile(0, hash, size);
      size += 1;
      let added = { width: 1, root: hash };
      while (subtrees.at(-1)?.width === added.width) {
        const left = subtrees.pop()?.root ?? hash;
        added = { width: added.width * 2, root: nodeHash(left, added.root) };
      }
      subtrees.push(added);
    },
    root: () =>
      subtrees
        .map(({ root }) => root)
        .reduceRight<Buffer | null>((right, left) => (right ? nodeHash(left, right) : left), null) ?? emptyRoot,
    /** Returns the tiles that were completed since the last call. */
    completed() {
      const since = complete;
      complete = [];
      return since;
    },
  };
}
