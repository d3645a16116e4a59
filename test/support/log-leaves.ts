import { encodeEntry, type LogEntry } from "#verify/log-entry.ts";
import { beginTree, type LeafPlace } from "#operations/signing/begin-tree.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { Writer } from "#storage/database/database.ts";
import { leafWrites } from "#storage/database/proofs/log.ts";
import { writeTogether } from "#storage/database/rows.ts";
import { lockStatementParts } from "#storage/database/proofs/statements.ts";

/** Adds leaves that belong to no record to the public log, at the positions that the transaction reserves. */
export async function appendLeaves(portal: Portal, writer: Writer, entries: readonly LogEntry[]): Promise<LeafPlace[]> {
  const parts = await lockStatementParts(portal.database, writer, portal.registry);
  const tree = parts.tree ?? (await beginTree(portal, writer, 1, 0));
  const leaves = entries.map((entry, at) => ({
    tree_id: tree.id,
    position: tree.size + at,
    entry: encodeEntry(entry),
  }));
  await writeTogether(portal.database, writer, leafWrites(writer, tree, leaves));
  return leaves.map(({ position }) => ({ generation: tree.generation, position }));
}

export async function appendLeaf(portal: Portal, writer: Writer, entry: LogEntry): Promise<LeafPlace> {
  const [place] = await appendLeaves(portal, writer, [entry]);
  if (!place) throw new Error("a leaf has no place");
  return place;
}
