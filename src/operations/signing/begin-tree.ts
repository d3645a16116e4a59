import { logFolder } from "#verify/log-path.ts";
import { emptyRoot } from "#sealing/merkle.ts";
import type { Writer } from "#storage/database/database.ts";
import { insertTree } from "#storage/database/proofs/log.ts";
import type { Portal } from "../portal/portal.ts";

/** Where a leaf is: the number of its tree, from 1, and its index in that tree, from 0. */
export type LeafPlace = { generation: number; position: number };

type TreePortal = Pick<Portal, "database" | "registry" | "publicOrigin" | "now">;

/** For a transaction that has locked the audit head. */
export async function beginTree(portal: TreePortal, writer: Writer, generation: number, size: number) {
  const { registry, now } = portal;
  const tree = { id: `${registry}/${generation}`, generation, size };
  const origin = originOf(portal, generation);
  await insertTree(writer, { ...tree, registry, origin, begun_at: now(), ended_at: null }, emptyRoot);
  return tree;
}

/** The address at which a tree is served, without its scheme. A tree that was signed keeps it. */
export const originOf = ({ publicOrigin }: Pick<Portal, "publicOrigin">, generation: number): string =>
  new URL(publicOrigin).host + logFolder(generation);
