import { sql } from "kysely";
import { type Database, lockForUpdate, type Reader, type Writer } from "./database.ts";
import { insertRow, type Row, updateRow, type Write } from "./rows.ts";

export type LogTree = Row<"log_tree">;
export type LogLeaf = Row<"log_leaf">;

/** The newest one first: the one that grows. */
export const logTrees = (reader: Reader, registry: string): Promise<LogTree[]> =>
  reader.selectFrom("log_tree").selectAll().where("registry", "=", registry).orderBy("generation", "desc").execute();

/** Adds leaves behind the end of a tree, whose row is locked. */
export const addingLeaves = (writer: Writer, tree: Pick<LogTree, "id" | "size">, leaves: readonly LogLeaf[]): Write[] =>
  leaves.length === 0
    ? []
    : [
        writer
          .updateTable("log_tree")
          .set({ size: tree.size + leaves.length })
          .where("id", "=", tree.id),
        writer.insertInto("log_leaf").values(leaves),
      ];

/** With the checkpoint of an empty tree, which is not signed. */
export async function insertTree(writer: Writer, tree: LogTree, root: Uint8Array): Promise<void> {
  await insertRow(writer, "log_tree", tree);
  await insertRow(writer, "log_checkpoint", { tree_id: tree.id, size: 0, root, note: "", signed_at: tree.begun_at });
}

/** For one of which nothing was signed. */
export const renameTree = (writer: Writer, id: string, origin: string): Promise<void> =>
  updateRow(writer, "log_tree", id, { origin });

export const endTree = (writer: Writer, id: string, at: number): Promise<void> =>
  updateRow(writer, "log_tree", id, { ended_at: at });

/** Copies leaves from a place on to another tree. */
export async function copyLeaves(writer: Writer, from: { tree: string; position: number }, to: typeof from) {
  const moved = sql`position - ${from.position} + ${to.position}`;
  await sql`insert into log_leaf (tree_id, position, entry) select ${to.tree}, ${moved}, entry from log_leaf
    where tree_id = ${from.tree} and position >= ${from.position}`.execute(writer);
}

/** In their order. */
export const leavesFrom = (reader: Reader, treeId: string, from: number, atMost: number): Promise<LogLeaf[]> =>
  reader
    .selectFrom("log_leaf")
    .selectAll()
    .where("tree_id", "=", treeId)
    .where("position", ">=", from)
    .orderBy("position")
    .limit(atMost)
    .execute();

export type CheckpointRow = Row<"log_checkpoint">;

const checkpoint = (reader: Reader, treeId: string) =>
  reader.selectFrom("log_checkpoint").selectAll().where("tree_id", "=", treeId);

export const checkpointOf = (reader: Reader, treeId: string): Promise<CheckpointRow> =>
  checkpoint(reader, treeId).executeTakeFirstOrThrow();

/** Whoever changes tiles takes this lock. */
export const lockCheckpoint = (database: Database, writer: Writer, treeId: string): Promise<CheckpointRow> =>
  lockForUpdate(database, checkpoint(writer, treeId)).executeTakeFirstOrThrow();

/** Changes nothing where another process was further. */
export async function replaceCheckpoint(writer: Writer, { tree_id, ...row }: CheckpointRow): Promise<void> {
  await writer
    .updateTable("log_checkpoint")
    .set(row)
    .where("tree_id", "=", tree_id)
    .where("size", "<", row.size)
    .execute();
}

export async function replaceNote(writer: Writer, treeId: string, note: string): Promise<void> {
  await writer.updateTable("log_checkpoint").set({ note }).where("tree_id", "=", treeId).execute();
}

export const tileAt = (reader: Reader, treeId: string, level: number, place: number) =>
  reader
    .selectFrom("log_tile")
    .select("hashes")
    .where("tree_id", "=", treeId)
    .where("level", "=", level)
    .where("place", "=", place)
    .executeTakeFirst();

/** How many complete tiles of leaves are stored. */
export async function completeTiles(reader: Reader, treeId: string): Promise<number> {
  const found = reader.selectFrom("log_tile").select("place").where("tree_id", "=", treeId).where("level", "=", 0);
  const last = await found.orderBy("place", "desc").limit(1).executeTakeFirst();
  return last ? last.place + 1 : 0;
}

export async function putTile(writer: Writer, tile: Row<"log_tile">): Promise<void> {
  const { hashes } = tile;
  await writer
    .insertInto("log_tile")
    .values(tile)
    .onConflict((conflict) => conflict.columns(["tree_id", "level", "place"]).doUpdateSet({ hashes }))
    .execute();
}
