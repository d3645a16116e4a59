import { encodeEntry, type LogEntry } from "#core/proofs/log-entry.ts";
import { logFolder } from "#core/proofs/log-path.ts";
import { emptyRoot } from "#sealing/merkle.ts";
import { lockAuditHead } from "#storage/database/audit.ts";
import type { Writer } from "#storage/database/database.ts";
import { growTree, insertLeaves, insertTree } from "#storage/database/log.ts";
import type { Portal } from "../portal.ts";

/** Where a leaf is: in which tree, from 1, and its index in it, from 0. */
export type LeafPlace = { generation: number; position: number };

type Appending = Pick<Portal, "database" | "registry" | "publicOrigin" | "now">;

/** Adds leaves to the public log, in the transaction of what they tell of. They get their places in the order of the entries. */
export async function appendLeaves(
  portal: Appending,
  writer: Writer,
  entries: readonly LogEntry[],
): Promise<LeafPlace[]> {
  if (entries.length === 0) return [];
  // The lock that every change takes last, so that two of them cannot wait for each other.
  await lockAuditHead(portal.database, writer);
  const { id, generation, size } = await grownTree(portal, writer, entries.length);
  const first = size - entries.length;
  const leaves = entries.map((entry, at) => ({ tree_id: id, position: first + at, entry: encodeEntry(entry) }));
  await insertLeaves(writer, leaves);
  return leaves.map(({ position }) => ({ generation, position }));
}

export async function appendLeaf(portal: Appending, writer: Writer, entry: LogEntry): Promise<LeafPlace> {
  const [place] = await appendLeaves(portal, writer, [entry]);
  if (!place) throw new Error("a leaf has no place");
  return place;
}

async function grownTree(portal: Appending, writer: Writer, by: number) {
  const { registry } = portal;
  const grown = await growTree(writer, registry, by);
  if (grown) return grown;
  return beginTree(portal, writer, 1, by);
}

/** For a transaction that has locked the head of the audit chain. */
export async function beginTree(portal: Appending, writer: Writer, generation: number, size: number) {
  const { registry, now } = portal;
  const tree = { id: `${registry}/${generation}`, generation, size };
  const origin = originOf(portal, generation);
  await insertTree(writer, { ...tree, registry, origin, begun_at: now(), ended_at: null }, emptyRoot);
  return tree;
}

/** The address under which a tree is served, without its scheme. A tree keeps it. */
export const originOf = ({ publicOrigin }: Pick<Portal, "publicOrigin">, generation: number): string =>
  new URL(publicOrigin).host + logFolder(generation);
